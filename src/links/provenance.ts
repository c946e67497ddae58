// The provenance of a link (provider, date, wording): as canonical text, folded into a LinkHistory,
// and the spellings of providers.
import { compareText, foldLetterCase } from '../identifiers/index.ts';
import type { Provenance } from './link.ts';
import { datePeriod } from './link-date.ts';
import { providerName } from './names.ts';
import {
	inverseRelationType,
	readRelationType,
	relationTypeName,
	type SearchRelation,
	searchRelationMeaning,
} from './relation.ts';

/**
 * Writes a provenance as canonical JSON: `[provider, date, subType, subTypeSchema, license]`,
 * trailing absent parts left out.
 */
export function provenanceAsText({ provider, date, subType, subTypeSchema, license }: Provenance): string {
	if (license !== undefined) return JSON.stringify([provider, date, subType, subTypeSchema, license]);
	if (subTypeSchema !== undefined) return JSON.stringify([provider, date, subType, subTypeSchema]);
	if (subType !== undefined) return JSON.stringify([provider, date, subType]);
	return JSON.stringify([provider, date]);
}

/** Reads what provenanceAsText wrote. */
export function provenanceFromText(text: string): Provenance {
	const [provider, date, subType, subTypeSchema, license] = JSON.parse(text) as [string, string, ...(string | null)[]];
	const provenance: Provenance = { provider, date };
	if (typeof subType === 'string') provenance.subType = subType;
	if (typeof subTypeSchema === 'string') provenance.subTypeSchema = subTypeSchema;
	if (typeof license === 'string') provenance.license = license;
	return provenance;
}

/** Writes the text of a provenance with its provider spelled as `spell` says. */
export function respell(text: string, spell: (provider: string) => string): string {
	const provenance = provenanceFromText(text);
	return provenanceAsText({ ...provenance, provider: spell(provenance.provider) });
}

/**
 * Holds one item of a LinkHistory: a distinct provider and date. `instant` is the date's first
 * moment in seconds since 1970 (UTC), `end` its last one: a year, month or day stands for all of
 * its time. `subTypes` are the distinct SubTypes given with it, sorted. Those of a symmetric
 * relation read from the source of the link to its target; `reversed` has, where there are any, those
 * that were asserted from the target and have no name the other way.
 */
export type HistoryItem = {
	provider: string;
	date: string;
	instant: number;
	end: number;
	subTypes: readonly string[];
	reversed?: readonly string[];
};

/** A provenance; `reversed`: asserted from the target of a symmetric relation. */
export type DirectedProvenance = Provenance & { reversed?: boolean };

/**
 * Folds provenances into a LinkHistory: one item for each distinct provider and date, newest first,
 * then by provider and date.
 */
export function linkHistory(provenances: Iterable<DirectedProvenance>): HistoryItem[] {
	const items = new Map<string, { provider: string; date: string; subTypes: Set<string>; reversed: Set<string> }>();
	for (const { provider, date, subType, reversed = false } of provenances) {
		const key = `${date}\n${provider}`;
		const item = items.getOrInsertComputed(key, () => ({ provider, date, subTypes: new Set(), reversed: new Set() }));
		if (subType === undefined) continue;
		const seen = reversed ? inverseRelationType(subType) : subType;
		if (seen === undefined) item.reversed.add(subType);
		else item.subTypes.add(seen);
	}
	return Array.from(items.values(), ({ provider, date, subTypes, reversed }): HistoryItem => {
		const { from, to } = datePeriod(date);
		const item = { provider, date, instant: from, end: to, subTypes: [...subTypes].sort() };
		return reversed.size === 0 ? item : { ...item, reversed: [...reversed].sort() };
	}).sort(newestFirst);
}

function newestFirst(one: HistoryItem, other: HistoryItem): number {
	return other.instant - one.instant || compareText(one.provider, other.provider) || compareText(one.date, other.date);
}

/**
 * Folds what makes no difference in a provider's name: letter case, by Unicode, how accents are
 * composed, and what providerName does. `Crossref` and ` CROSSREF` are one provider.
 */
export function providerKey(name: string): string {
	// Upper and then lower case also folds what has several lower forms: ß and ss, σ and ς. One of
	// them is upper case: ẞ.
	return providerName(name).normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
}

/** Spells providers as they were spelled first. */
type ProviderSpellings = {
	/** Returns the first spelling of the provider with this name. */
	spell(name: string): string;
	/** Returns the place of the provider with this name in what `all` lists. */
	positionOf(name: string): number;
	/** Lists the first spellings, each provider once. */
	all(): string[];
};

/** Starts with no provider. */
export function createProviderSpellings(): ProviderSpellings {
	type Provider = { spelling: string; position: number };
	const byKey = new Map<string, Provider>();
	// Feeds repeat a few names in many links.
	const byName = new Map<string, Provider>();
	const find = (name: string) =>
		byName.getOrInsertComputed(name, () =>
			byKey.getOrInsertComputed(providerKey(name), () => ({ spelling: name, position: byKey.size })),
		);
	return {
		spell: (name) => find(name).spelling,
		positionOf: (name) => find(name).position,
		all: () => Array.from(byKey.values(), ({ spelling }) => spelling),
	};
}

/**
 * Words a SubType of a LinkHistory as it reads from the object that a search asks about, towards the
 * other one: `Reviews` for the IsReviewedBy that the other one was given with. Names of the
 * vocabulary are spelled as there; any other name has no inverse and stays as it was given.
 */
export function wordingSeen(subType: string, relation: SearchRelation): string {
	const name = relationTypeName(subType);
	const reading = readRelationType(subType);
	const meaning = searchRelationMeaning[relation];
	// The LinkHistory of a symmetric relation reads from the asked object already (linkHistory).
	if (name === undefined || meaning.asked === 'either' || reading?.relation !== meaning.relation)
		return name ?? subType;
	const isSeenSo = reading.swapped === (meaning.asked === 'target');
	return isSeenSo ? name : (inverseRelationType(name) ?? name);
}

/** Lists the distinct words of a LinkHistory as they read from the asked object, sorted. */
export function wordingsSeen(history: readonly HistoryItem[], relation: SearchRelation): string[] {
	const words = new Set<string>();
	for (const { subTypes, reversed = [] } of history) {
		for (const subType of subTypes) words.add(wordingSeen(subType, relation));
		for (const subType of reversed) words.add(subType);
	}
	return [...words].sort();
}

/** Whether two wordings differ at most in the case of the letters A to Z. */
export function isSameWording(one: string, other: string): boolean {
	return foldLetterCase(one) === foldLetterCase(other);
}
