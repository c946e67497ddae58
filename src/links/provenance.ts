// Who said a link, when and how, as canonical text, and the LinkHistory that several make.
import { compareText } from '../identifiers/index.ts';
import type { Provenance } from './link.ts';
import { datePeriod } from './link-date.ts';

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

/**
 * Holds one item of a LinkHistory: a distinct provider and date. `instant` is the date's first
 * moment in seconds since 1970 (UTC), `end` its last one: a year, month or day stands for all of
 * its time. `subTypes` are the distinct SubTypes given with it, sorted.
 */
export type HistoryItem = {
	provider: string;
	date: string;
	instant: number;
	end: number;
	subTypes: readonly string[];
};

/**
 * Folds provenances into a LinkHistory: one item for each distinct provider and date, newest first,
 * then by provider and date.
 */
export function linkHistory(provenances: Iterable<Provenance>): HistoryItem[] {
	const items = new Map<string, { provider: string; date: string; subTypes: Set<string> }>();
	for (const { provider, date, subType } of provenances) {
		const key = `${date}\n${provider}`;
		const item = items.getOrInsertComputed(key, () => ({ provider, date, subTypes: new Set() }));
		if (subType !== undefined) item.subTypes.add(subType);
	}
	return Array.from(items.values(), ({ provider, date, subTypes }): HistoryItem => {
		const { from, to } = datePeriod(date);
		return { provider, date, instant: from, end: to, subTypes: [...subTypes].sort() };
	}).sort(newestFirst);
}

function newestFirst(one: HistoryItem, other: HistoryItem): number {
	return other.instant - one.instant || compareText(one.provider, other.provider) || compareText(one.date, other.date);
}
