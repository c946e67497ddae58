// Finds the object in the index that a text means (an identifier, or a version of a work), or
// suggests similar ones.
import { andMore, shortened } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import {
	compareIdentifiers,
	type Identifier,
	identifiersWithValue,
	isSame,
	longerReadings,
	readIdentifier,
	readText,
	sameByRule,
	schemeTitle,
	withRepresentatives,
	wrongCheckDigit,
} from '../../identifiers/index.ts';
import type { GroupBy, GroupId, IdentifierKey, Located } from '../../ports/search/index-content.ts';
import type { SearchReader } from '../../ports/search/search-reader.ts';

/** What of the index is needed to find identifiers in it. */
export type Locating = Pick<SearchReader, 'locate' | 'locateKeys'>;

/**
 * Names what is asked about, by a text and perhaps its scheme, and at which level it is searched.
 */
export type Question = { id: string; scheme?: string | undefined; group_by: GroupBy };

/** Says what a question was understood to ask about. */
export type Asked = {
	/**
	 * The identifier by which it is known; where it is not known, the likeliest reading of the text.
	 */
	asked: Identifier;
	/** All readings of the text, the likeliest first. */
	readings: readonly Identifier[];
	/** Undefined where it is not known. */
	located: Located | undefined;
};

/**
 * Finds what is asked about. Without a scheme, a text is what it reads as; where nothing of that is
 * known, it is a known identifier of any scheme with this value. Fails with `not-an-identifier`
 * where it is neither, with `several-identifiers` where the text names several works, and with
 * `ambiguous-identifier` where it names different works in different schemes.
 */
export async function findAsked(index: Locating, question: Question): Promise<Asked> {
	const found = await find(index, question);
	if (found?.located !== undefined) return found;
	const other = withPlusSigns(question);
	const foundOther = other && (await find(index, other));
	if (foundOther?.located !== undefined) return foundOther;
	if (found === undefined) throw noIdentifier(question.id);
	return found;
}

/** A plus sign of an address that was not escaped arrives as a blank. */
function withPlusSigns(question: Question): Question | undefined {
	const id = question.id.trimStart();
	return id.includes(' ') ? { ...question, id: id.replaceAll(' ', '+') } : undefined;
}

/** Finds what is asked about; undefined where the text is no identifier. */
async function find(index: Locating, { id, scheme, group_by }: Question): Promise<Asked | undefined> {
	if (scheme !== undefined) return findOne(index, [readIdentifier(id, scheme)], { id, group_by });
	const reading = readText(id);
	if (reading.kind === 'several') return findSeveral(index, reading.found, { id, group_by });
	const read = reading.kind === 'one' ? await findOne(index, reading.candidates, { id, group_by }) : undefined;
	return read?.located ? read : ((await findByValue(index, { id, group_by })) ?? read);
}

/** Finds the work of the known identifiers whose value is the text; undefined where there are none. */
async function findByValue(
	index: Locating,
	{ id, group_by }: Pick<Question, 'id' | 'group_by'>,
): Promise<Asked | undefined> {
	const known = await locateByValue(index, id);
	refuseSeveralWorks(
		known.map(({ located }) => located),
		{ id, group_by },
	);
	const [first] = known;
	return first && { asked: first.identifier, readings: [first.identifier], located: first.located };
}

/**
 * Finds the first of several readings of one text that is known. Where none is, more of an address
 * may belong to a known DOI than its form shows.
 */
async function findOne(
	index: Locating,
	readings: readonly Identifier[],
	question: Pick<Question, 'id' | 'group_by'>,
): Promise<Asked> {
	const known = await locateReadings(index, readings);
	refuseSeveralWorks(
		known.map(({ located }) => located),
		question,
	);
	const [first] = known.length > 0 ? known : await locateReadings(index, longerReadings(question.id, readings));
	if (first) return { ...first, readings };
	return { asked: asUnderstood(readings[0] as Identifier), readings, located: undefined };
}

/** Takes several identifiers of one text as the work that all of them name, if they do. */
async function findSeveral(
	index: Locating,
	found: readonly Identifier[],
	{ id, group_by }: Pick<Question, 'id' | 'group_by'>,
): Promise<Asked> {
	const places = await Promise.all(found.map(async (one) => (await locateReadings(index, [one]))[0]));
	const known = places.filter((place) => place !== undefined);
	const groups = new Set(known.map(({ located }) => located[group_by]));
	const [first] = known;
	const ofOneWork = known.length === found.length || isCitationOfPubMed(found);
	if (first && groups.size === 1 && ofOneWork) return { ...first, readings: found };
	const whole = first ? undefined : await findByValue(index, { id, group_by });
	if (whole) return whole;
	throw severalIdentifiers(
		id,
		found.map((identifier, at) => ({ identifier, known: places[at] !== undefined })),
	);
}

/**
 * Lists the identifiers of one citation as PubMed writes it: `doi: … PMID: … PMCID: …` are of one
 * article, also where only some of them are known.
 */
function isCitationOfPubMed(found: readonly Identifier[]): boolean {
	const schemes = new Set(found.map(({ scheme }) => scheme));
	return schemes.size === found.length && found.every(({ scheme }) => ['doi', 'pmid', 'pmcid'].includes(scheme));
}

type Known = { asked: Identifier; located: Located };

/**
 * Locates readings, each by itself or by the identifier that it is the same as by a rule; answers
 * those that are known, in their order.
 */
async function locateReadings(index: Locating, readings: readonly Identifier[]): Promise<Known[]> {
	const forms = withRepresentatives(readings);
	const found = await index.locate(forms);
	return forms.flatMap((asked) => {
		const located = found.find((one) => isSame(one, asked));
		return located === undefined ? [] : [{ asked, located }];
	});
}

/** Says what an identifier of which nothing is known is: an address of a DOI is that DOI. */
function asUnderstood(reading: Identifier): Identifier {
	return reading.scheme === 'url' ? (sameByRule(reading) ?? reading) : reading;
}

function refuseSeveralWorks(found: readonly Located[], { id, group_by }: Pick<Question, 'id' | 'group_by'>): void {
	const groups = new Set(found.map((one) => one[group_by]));
	if (groups.size > 1) throw ambiguousIdentifier(id, found);
}

/**
 * Finds the known identifiers whose value is this text, without label or address. Letter case is
 * folded where the scheme of the known one folds it, and nowhere else. They come in the order of
 * identifiers, whatever the engine's.
 */
export async function locateByValue(
	index: Pick<SearchReader, 'locateKeys'>,
	text: string,
): Promise<{ identifier: Identifier; located: Located }[]> {
	const withValue = identifiersWithValue(text);
	const found = await index.locateKeys(withValue.keys);
	return found
		.flatMap((located) => {
			const identifier = withValue.of(located.scheme);
			return identifier?.key === located.key ? [{ identifier, located }] : [];
		})
		.sort((one, other) => compareIdentifiers(one.identifier, other.identifier));
}

/** Says which text is to name a version, with the scheme that it may be of without saying so. */
type MemberQuestion = { via: string; scheme?: string | undefined };

/**
 * Finds the Identity group in a Version group that a text names: in any form of the identifiers of
 * its works, or as `scheme:value`. Fails with `bad-query` where there is none, or several.
 */
export async function findMember(
	index: Pick<SearchReader, 'locate' | 'locateKeys'>,
	{ via, scheme }: MemberQuestion,
	version: GroupId,
): Promise<GroupId> {
	const inFamily = (one: Located) => (one.version === version ? one.identity : undefined);
	const [member, ...others] = await groupsOf(index, { text: via, scheme }, inFamily);
	if (member !== undefined && others.length === 0) return member;
	const message =
		member === undefined
			? `${JSON.stringify(via)} is not a version of the work; Versions in an answer without via lists them.`
			: `${JSON.stringify(via)} names several versions in different schemes: write the scheme before it, such as doi:…`;
	throw new BrokerError('bad-query', message, { problems: [{ field: 'via', message }] });
}

/**
 * Finds the group of a related work that a text names, at a level: in any form of its identifiers, or as
 * `scheme:value`. Fails with `bad-query` where there is none, or several.
 */
export async function findRelated(index: Locating, text: string, level: GroupBy): Promise<GroupId> {
	const [group, ...others] = await groupsOf(index, { text }, (one) => one[level]);
	if (group !== undefined && others.length === 0) return group;
	const message =
		group === undefined
			? `only: ${JSON.stringify(text)} is no known identifier; omit it.`
			: `only: ${JSON.stringify(text)} names several works in different schemes: write the scheme before it, ` +
				'such as doi:…';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'only', message }] });
}

/** Finds the groups that a text may name, of which `choose` picks each; by its value alone if no reading is known. */
async function groupsOf(
	index: Locating,
	{ text, scheme }: { text: string; scheme?: string | undefined },
	choose: (one: Located) => GroupId | undefined,
): Promise<GroupId[]> {
	const chosen = (found: readonly Located[]) => new Set(found.flatMap((one) => choose(one) ?? []));
	const groups = chosen(await index.locate(readingsOf(text, scheme)));
	if (groups.size > 0) return [...groups];
	return [...chosen((await locateByValue(index, text)).map(({ located }) => located))];
}

/**
 * Lists what a text may name: as it reads, by the scheme that it begins with, and by the one given.
 */
function readingsOf(text: string, scheme: string | undefined): readonly Identifier[] {
	const reading = readText(text);
	const read = reading.kind === 'one' ? [...reading.candidates] : [];
	const [, prefix, value] = /^([^:\s]+):(.+)$/s.exec(text) ?? [];
	if (prefix !== undefined && value !== undefined) read.push(readIdentifier(value, prefix));
	if (scheme !== undefined) read.push(readIdentifier(text, scheme));
	return withRepresentatives(read);
}

const examples =
	'for example a DOI (10.5281/zenodo.11020), an arXiv number (arXiv:1207.4464), a bibcode (2016JOSS....1...24F), ' +
	'a PubMed number (pmid:23193287) or an address (https://github.com/dfm/corner.py)';

/** What texts that are nearly identifiers look like, and what is wrong with them. */
const nearly: readonly { looks: RegExp; hint: string }[] = [
	{
		looks: /^\W*10\.\d{4,9}(?!\d)[^/\s]*(?:\s[^\w/]*)?$/,
		hint: 'It begins like a DOI; a DOI has a slash and a suffix after its prefix.',
	},
	{
		looks: /^[\w.-]+\/[\w.-]+$/,
		hint: 'If it is a repository, give its whole address, such as https://github.com/dfm/corner.py.',
	},
	{ looks: /\p{L}{2}\s+\p{L}/u, hint: 'If these are words of a title, search for works with them instead.' },
];

/** Fails a text that holds no identifier. */
function noIdentifier(id: string): BrokerError {
	const text = id.trim();
	const checked = wrongCheckDigit(text);
	const hint = checked
		? `It looks like an ${schemeTitle(checked)}, but its check digit is wrong.`
		: nearly.find(({ looks }) => looks.test(text))?.hint;
	const message = [`${quoted(text)} is not an identifier.`, hint, `Give an identifier: ${examples}.`]
		.filter((part) => part !== undefined)
		.join(' ');
	return new BrokerError('not-an-identifier', message, { problems: [{ field: 'id', message }] });
}

/** Fails a text that names several works, or may: says which of its identifiers are known. */
function severalIdentifiers(id: string, found: readonly { identifier: Identifier; known: boolean }[]): BrokerError {
	const first = found.slice(0, mostNamed).map(({ identifier }) => nameOf(identifier));
	const names = [first.join(', '), ...andMore(found.length - first.length)].join(' ').replace(/\.?$/, '.');
	return new BrokerError(
		'several-identifiers',
		`${quoted(id.trim())} contains several identifiers; ask for one of them: ${names}`,
		{
			problems: found.map(({ identifier, known }) => ({
				field: 'id',
				message: `${nameOf(identifier)} is ${known ? 'known' : 'unknown'}.`,
				identifier: shownIdentifier(identifier),
			})),
		},
	);
}

/** Fails an id that names different works in different schemes. */
function ambiguousIdentifier(id: string, found: readonly IdentifierKey[]): BrokerError {
	const schemes = [...new Set(found.map(({ scheme }) => scheme))].sort();
	const advice = `add scheme=, one of ${schemes.join(', ')}`;
	const message = `${quoted(id.trim())} names different works in different schemes: ${advice}.`;
	return new BrokerError('ambiguous-identifier', message, {
		problems: schemes.map((scheme) => {
			const identifier = readIdentifier(id, scheme);
			return { field: 'scheme', message: `It may be ${nameOf(identifier)}.`, identifier: shownIdentifier(identifier) };
		}),
	});
}

const longestQuoted = 200;
const mostNamed = 20;

function quoted(text: string): string {
	return JSON.stringify(shortened(text, longestQuoted));
}

function nameOf({ scheme, value }: Identifier): string {
	return `${scheme}:${value}`;
}
