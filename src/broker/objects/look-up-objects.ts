// Answers for a list of identifiers whether each is known and how many links it has.
import { BrokerError } from '../../errors.ts';
import type { CitationCounts } from '../../formats/csv/report-csv.ts';
import { type Identifier, identifierText } from '../../identifiers/index.ts';
import { linkLimits } from '../../links/limits.ts';
import type { IdentifierKey, Located } from '../../ports/search/index-content.ts';
import type { LevelCounts, ObjectReader } from '../../ports/search/object-reader.ts';
import type { SearchReader } from '../../ports/search/search-reader.ts';
import { type CitationRule, type CountWorksOptions, citedWork, countWorks } from '../counting/count-works.ts';
import { createPace, type Pace } from '../in-steps.ts';
import { findAsked, type Locating } from '../searching/find-asked.ts';

/** So many identifiers are looked up at once. */
export const mostLookedUp = 1_000;

/** Names a work as a question does: by a text, or by an identifier and its scheme. */
export type LookUpInput = string | { ID: string; IDScheme: string };

/** The failures of a text that does not name one work. */
export const unclearCodes = ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier'] as const;
type UnclearCode = (typeof unclearCodes)[number];

type Unclear = { problem: string; code?: UnclearCode };

type FoundWork = { group: number; version: number; counts: LevelCounts; counted?: CitationCounts };

/**
 * Says what an input was understood to be. What names no work, or several, has a `problem`, with
 * its code where it is one of the catalogue; what is known has the numbers of its Identity group
 * and its Version group, its counts, and on request its citations by what counts as one.
 */
export type LookUpResult = { input: LookUpInput } & (
	| Unclear
	| { problem: null; asked: Identifier; found: FoundWork | null }
);

/**
 * Looks up 1,000 identifiers at most; returns the results in their order. Other requests have their
 * turn between texts: reading a long one takes milliseconds. With a rule, fails as countWorks does.
 */
export async function lookUpObjects(
	index: Locating & Pick<ObjectReader, 'countLinks'> & Pick<SearchReader, 'search'>,
	inputs: readonly LookUpInput[],
	{ rule, ...options }: { rule?: CitationRule | undefined } & CountWorksOptions = {},
): Promise<LookUpResult[]> {
	const pace = createPace();
	const locating = gatherLocating(index, pace);
	const understood = await Promise.all(
		inputs.map(async (input) => {
			await pace();
			return understand(locating, input);
		}),
	);
	const known = understood.flatMap((one) => ('located' in one && one.located ? [one.located] : []));
	const counts = await countDistinct(index, known);
	const works: FoundWork[] = [];
	const results = understood.map((one, at): LookUpResult => {
		const input = inputs[at] as LookUpInput;
		if ('problem' in one) return { input, ...one };
		const { asked, located } = one;
		const counted = located && counts.get(located.identity);
		if (!counted) return { input, problem: null, asked, found: null };
		const found = { group: located.identity, version: located.version, counts: counted };
		works.push(found);
		return { input, problem: null, asked, found };
	});
	if (!rule) return results;
	const cited = works.map(({ group, version, counts }) => citedWork({ identity: group, version }, counts));
	const citations = await countWorks(index, cited, rule, options);
	for (const [at, work] of works.entries()) work.counted = citations[at] as CitationCounts;
	return results;
}

type Understood = { asked: Identifier; located: Located | undefined } | Unclear;

async function understand(index: Locating, input: LookUpInput): Promise<Understood> {
	const question: { id: string; scheme?: string } =
		typeof input === 'string' ? { id: input } : { id: input.ID, scheme: input.IDScheme };
	if (question.id.length > linkLimits.idLength)
		return { problem: `It is longer than any identifier: ${linkLimits.idLength} characters.` };
	if (question.scheme !== undefined && question.scheme.length > linkLimits.schemeLength)
		return { problem: `Its scheme is longer than any: ${linkLimits.schemeLength} characters.` };
	if (question.id.trim() === '') return { problem: 'It is empty.' };
	try {
		return await findAsked(index, { ...question, group_by: 'identity' });
	} catch (error) {
		const code = error instanceof BrokerError && unclearCodes.find((one) => one === error.code);
		if (!code) throw error;
		return { problem: (error as BrokerError).message, code };
	}
}

/** Counts each work once, by its Identity group. */
async function countDistinct(
	index: Pick<ObjectReader, 'countLinks'>,
	located: readonly Located[],
): Promise<ReadonlyMap<number, LevelCounts>> {
	const works = [...new Map(located.map((one) => [one.identity, one])).values()];
	const counts = await index.countLinks(works);
	return new Map(works.map(({ identity }, at) => [identity, counts[at] as LevelCounts]));
}

/** Wraps an index; calls are gathered. */
function gatherLocating(index: Locating, pace: Pace): Locating {
	const locate = gatherCalls<IdentifierKey, Awaited<ReturnType<Locating['locate']>>[number]>(
		index.locate,
		identifierText,
		{ nameOfFound: identifierText, pace },
	);
	const locateKeys = gatherCalls<string, Awaited<ReturnType<Locating['locateKeys']>>[number]>(
		index.locateKeys,
		(key) => key,
		{ nameOfFound: ({ key }) => key, pace },
	);
	return { locate, locateKeys };
}

/** The most keys of one call: a text may name many identifiers. */
const mostGathered = 2_000;

/**
 * Gathers calls that take lists of keys into one call, and returns to each caller what was found
 * for its keys. The callers continue one after the other, at the pace.
 */
function gatherCalls<Wanted, Found>(
	call: (wanted: readonly Wanted[]) => Promise<Found[]>,
	nameOfWanted: (wanted: Wanted) => string,
	{ nameOfFound, pace }: { nameOfFound: (found: Found) => string; pace: Pace },
): (wanted: readonly Wanted[]) => Promise<Found[]> {
	let waiting: { wanted: Map<string, Wanted>; found: Promise<Map<string, Found[]>> } | undefined;
	const begin = () => {
		const wanted = new Map<string, Wanted>();
		// Called after those that already wait for their turn: they add their keys first.
		const found = pace().then(async () => {
			if (waiting?.wanted === wanted) waiting = undefined;
			return Map.groupBy(await call([...wanted.values()]), nameOfFound);
		});
		return { wanted, found };
	};
	return async (asked) => {
		if (waiting === undefined || waiting.wanted.size >= mostGathered) waiting = begin();
		const { wanted, found } = waiting;
		for (const one of asked) wanted.set(nameOfWanted(one), one);
		const byName = await found;
		await pace();
		return [...new Set(asked.map(nameOfWanted))].flatMap((name) => byName.get(name) ?? []);
	};
}
