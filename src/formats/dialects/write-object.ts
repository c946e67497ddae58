// Writes an object of a dialect as a Scholix object: the identifiers that name it, and its
// description.
import {
	canonicalSchemeName,
	canonicalValue,
	fitsScheme,
	type Identifier,
	identifierText,
	readIdentifier,
	readText,
	schemeTitle,
	wrongCheckDigit,
} from '../../identifiers/index.ts';
import { type Container, containerTexts, gatherIssns, type Notice } from '../../links/description.ts';
import { linkLimits } from '../../links/limits.ts';
import { canonicalDate } from '../../links/link-date.ts';
import { readObjectType } from '../scholix/object-types.ts';
import { isStorable } from '../scholix/record-reading.ts';
import type { GivenAgent, GivenContainer, GivenIdentifier, GivenNotice, GivenObject } from './dialect.ts';

type WrittenAgent = { Name: string; Identifier?: { ID: string; IDScheme: string } };

/** An object of Scholix v3. */
export type WrittenObject = {
	Identifier: readonly { ID: string; IDScheme: string }[];
	Type: { Name: string; SubType?: string };
	Title?: string;
	Creator?: WrittenAgent[];
	PublicationDate?: string;
	Publisher?: WrittenAgent[];
	Keywords?: string[];
	Container?: Container;
	Edition?: string;
	PublisherPlace?: string;
	Notice?: readonly Notice[];
};

/**
 * Writes an object; undefined where nothing that is given names it. Adds to `leftOut` which of its
 * identifiers have a wrong check digit. Of several identifiers those count that last (see
 * lastingSchemes). A plain address counts only where there is nothing else: repositories repeat one
 * address on every version of a work, which would make them all one.
 */
export function writeObject(given: GivenObject, leftOut: string[] = []): WrittenObject | undefined {
	const names = namesIn(identifiersOf(given.identifiers, leftOut), given.areOneWork);
	if (names.length === 0) return undefined;
	const written: WrittenObject = {
		Identifier: names.map(({ value, scheme }) => ({ ID: value, IDScheme: scheme })),
		Type: typeOf(given.type, given.subType),
	};
	const title = cut(given.title, linkLimits.titleLength);
	const date = given.publicationDate === undefined ? undefined : canonicalDate(given.publicationDate);
	const creators = agents(given.creators);
	const publishers = agents(given.publishers?.map((name) => ({ name })));
	const keywords = [...new Set(given.keywords ?? [])].flatMap((keyword) => cut(keyword, linkLimits.nameLength) ?? []);
	const container = given.container && writeContainer(given.container);
	const edition = cut(given.edition, linkLimits.nameLength);
	const place = cut(given.publisherPlace, linkLimits.nameLength);
	if (title !== undefined) written.Title = title;
	if (creators.length > 0) written.Creator = creators;
	if (date !== undefined) written.PublicationDate = date;
	if (publishers.length > 0) written.Publisher = publishers;
	if (keywords.length > 0) written.Keywords = keywords.slice(0, linkLimits.items);
	if (container !== undefined) written.Container = container;
	if (edition !== undefined) written.Edition = edition;
	if (place !== undefined) written.PublisherPlace = place;
	if (given.notices !== undefined && given.notices.length > 0) written.Notice = given.notices.map(writeNotice);
	return written;
}

function writeNotice({ kind, date: given = '' }: GivenNotice): Notice {
	const date = canonicalDate(given);
	return date === undefined ? { Kind: kind } : { Kind: kind, Date: date };
}

function writeContainer({ title, issns = [], volume, issue, pages }: GivenContainer): Container | undefined {
	const given = { Title: title, Volume: volume, Issue: issue, Pages: pages && evenDashes(pages) };
	const written: Container = {};
	for (const field of containerTexts) {
		const text = cut(given[field], linkLimits.nameLength);
		if (text !== undefined) written[field] = text;
	}
	const ISSN = gatherIssns(issns.flatMap(issnsIn)).slice(0, linkLimits.issns);
	if (ISSN.length > 0) written.ISSN = ISSN;
	return Object.keys(written).length === 0 ? undefined : written;
}

/** Pages are written `101--110`, `101 – 110` and `101-`. */
function evenDashes(pages: string): string {
	return pages
		.split(/[\u2010-\u2015\u2212-]+/)
		.map((page) => page.trim())
		.filter(Boolean)
		.join('-');
}

/** Finds the ISSNs in a text, which may have words beside them: `1234-5679 (Print)`. */
function issnsIn(text: string): string[] {
	const written =
		text.slice(0, linkLimits.nameLength).match(/(?<![\w-])\d{4}[\u2010-\u2015-]?\d{3}[\dX](?![\w-])/gi) ?? [];
	return written.flatMap((issn) => canonicalValue('issn', issn) ?? []);
}

/** Names the schemes whose values stay with one work for good. */
export const lastingSchemes: ReadonlySet<string> = new Set(
	(
		'doi handle urn ark arxiv pmid pmcid ads ascl isbn swh openalex omid ppr hal raid igsn cstr purl w3id rrid lsid ' +
		'wikidata'
	).split(' '),
);

/** Returns an identifier that stays with one work for good, unlike an address or a local number. */
export function isLasting({ scheme }: Pick<Identifier, 'scheme'>): boolean {
	return lastingSchemes.has(scheme);
}

/** Answers those of the identifiers that last, each as it is read. */
export function lastingOnes(given: readonly GivenIdentifier[]): { id: string; scheme: string }[] {
	return given.flatMap((one) => {
		const read = readGiven(one);
		return read !== undefined && isLasting(read) ? [{ id: read.value, scheme: read.scheme }] : [];
	});
}

/** Lists the identifiers that name nothing because their check digit is wrong. */
export function miswrittenOnes(given: readonly GivenIdentifier[]): GivenIdentifier[] {
	return given.filter((one) => readGiven(one) === undefined && miswritten(one.id) !== undefined);
}

function namesIn(all: readonly Identifier[], areOneWork = false): readonly Identifier[] {
	const lasting = areOneWork ? all : all.filter(isLasting);
	return (lasting.length > 0 ? lasting : all.slice(0, 1)).slice(0, linkLimits.identifiers);
}

function identifiersOf(given: readonly GivenIdentifier[], leftOut: string[]): Identifier[] {
	if (given.length <= fewIdentifiers) return readIdentifiers(given, leftOut);
	let known = readOnce.get(given);
	if (known === undefined) {
		const problems: string[] = [];
		known = { names: readIdentifiers(given, problems), problems };
		readOnce.set(given, known);
	}
	for (const problem of known.problems) leftOut.push(problem);
	return known.names;
}

/** Many links may have one list of identifiers: a long one is read once. */
const fewIdentifiers = 8;
const readOnce = new WeakMap<readonly GivenIdentifier[], { names: Identifier[]; problems: readonly string[] }>();

function readIdentifiers(given: readonly GivenIdentifier[], leftOut: string[]): Identifier[] {
	const read = new Map<string, Identifier>();
	for (const one of given) {
		const identifier = readGiven(one);
		if (identifier === undefined) {
			const problem = miswritten(one.id);
			if (problem !== undefined) leftOut.push(problem);
			continue;
		}
		const name = identifierText(identifier);
		if (!read.has(name)) read.set(name, identifier);
	}
	return [...read.values()];
}

/**
 * Reads an identifier that a document gives; undefined where it names nothing. Where a value does
 * not fit the scheme that is given for it, but reads as one of another scheme, it is that:
 * repositories write `url` before everything, and tables have a bibcode in the column of DOIs. Of
 * several DOIs it is the first.
 */
export function readGiven({ id, scheme }: GivenIdentifier): Identifier | undefined {
	const value = id.trim();
	if (value === '' || value.length > linkLimits.idLength || !isStorable(value)) return undefined;
	const name = scheme === undefined || !isSchemeName(scheme) ? '' : canonicalSchemeName(scheme);
	const isSeveral = name === 'doi' && severalDois.test(value);
	if (name !== '' && name !== 'url' && !isSeveral) {
		const identifier = readIdentifier(value, name);
		if (fitsScheme(identifier)) return identifier.value === '' ? undefined : identifier;
	}
	// Most addresses are of DOIs; asking all schemes takes thirty times as long.
	if (plainDoi.test(value)) return readIdentifier(value, 'doi');
	const reading = readText(value);
	if (reading.kind === 'one') return reading.candidates[0];
	if (name === '') return undefined;
	const first = reading.kind === 'several' ? reading.found.find((one) => one.scheme === name) : undefined;
	if (first !== undefined) return first;
	const kept = readIdentifier(value, name);
	return kept.value === '' || kept.scheme === '' || isWords(kept) ? undefined : kept;
}

/** A DOI with another one behind it: of the print, of a chapter, of the whole. */
const severalDois = /[\s;,|](?:doi:? ?|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\//i;

/**
 * Returns whether a value is none of its scheme, but words in its place: `n/a`, `in press`, the number
 * of an article. As an identifier it would make one work of all that have it.
 */
function isWords({ scheme, value }: Identifier): boolean {
	return isLasting({ scheme }) && (numbered.has(scheme) ? miswritten(value) === undefined : !/[1-9]/.test(value));
}

/** Schemes of which all values have one form. */
const numbered: ReadonlySet<string> = new Set(['doi', 'pmid', 'pmcid', 'isbn']);

/** Returns what is wrong with a text; undefined where its check digit is right or it has none. */
export function miswritten(text: string): string | undefined {
	const scheme = wrongCheckDigit(text);
	return scheme === undefined ? undefined : `an ${schemeTitle(scheme)} with a wrong check digit`;
}

/** The address of a DOI without any sign that needs a closer look. */
const plainDoi = /^https?:\/\/(?:dx\.)?doi\.org\/10\.\d{4,9}\/[\w.()/-]*\w$/i;

/** A scheme that no event may hold says nothing. */
function isSchemeName(scheme: string): boolean {
	return scheme.trim().length <= linkLimits.schemeLength && isStorable(scheme);
}

/** Reads the words for what an object is: a wide one and, where it is given, a narrower one. */
function typeOf(wide: string | undefined, narrow: string | undefined): WrittenObject['Type'] {
	const words = [narrow, wide].filter((word) => word !== undefined);
	const readings = words.map((word) => readObjectType(word));
	const known =
		readings.find((reading) => reading !== undefined && reading.name !== 'unknown') ??
		readings.find((reading) => reading !== undefined);
	const [first] = words;
	const SubType =
		first === undefined || readings[0]?.isNarrower === false ? undefined : cut(first, linkLimits.nameLength);
	const Name = known?.name ?? 'unknown';
	return SubType === undefined ? { Name } : { Name, SubType };
}

function agents(given: readonly GivenAgent[] = []): WrittenAgent[] {
	return given.slice(0, linkLimits.items).flatMap(({ name, orcid = '' }): WrittenAgent[] => {
		const Name = cut(name, linkLimits.nameLength);
		if (Name === undefined) return [];
		const ID = orcid.length > linkLimits.idLength ? undefined : canonicalValue('orcid', orcid);
		return [ID === undefined ? { Name } : { Name, Identifier: { ID, IDScheme: 'orcid' } }];
	});
}

/**
 * Answers a text without what no engine can store, at most so long; undefined where it is empty.
 */
export function cut(text: string | undefined, length: number): string | undefined {
	const seen = text?.replaceAll('\0', '').toWellFormed().trim().slice(0, length).toWellFormed();
	return seen === '' ? undefined : seen;
}
