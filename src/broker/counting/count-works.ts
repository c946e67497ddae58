// Counts the citations of works by what counts as one: the home of all counts but those of
// relationships themselves.
import { wrongParameter } from '../../errors/wrong-input.ts';
import type { BrokerError } from '../../errors.ts';
import type { CitationCount, CitationCounts } from '../../formats/csv/report-csv.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { GroupBy, GroupId, Located } from '../../ports/search/index-content.ts';
import type { LevelCounts, LinkCounts } from '../../ports/search/object-reader.ts';
import type { SearchReader, SearchResult } from '../../ports/search/search-reader.ts';
import type { Flag } from '../../search/flags/flags.ts';
import { inSteps } from '../in-steps.ts';
import { type Counting, type CountingAsked, describeCounted, readCounting } from './counting.ts';
import { type Definition, levels } from './definitions.ts';

const relation = 'isCitedBy';

/** What counts as a citation of a work, at each level at which it counts. Plain data. */
export type CitationRule = { definition?: Definition; levels: Readonly<Partial<Record<GroupBy, Counting>>> };

/** Lists the levels that a rule counts, with the flags that it leaves out there. */
export function countedLevels({ levels: counted }: CitationRule): { level: GroupBy; flags: readonly Flag[] }[] {
	return levels.flatMap((level) => {
		const { request } = counted[level] ?? {};
		return request ? [{ level, flags: request.without ?? [] }] : [];
	});
}

function sumOf<T>(items: Iterable<T>, of: (item: T) => number): number {
	let sum = 0;
	for (const item of items) sum += of(item);
	return sum;
}

/** A work as the index knows it: its group at each level that may be counted, and its links there. */
export type CitedWork = Readonly<Partial<Record<GroupBy, CitedGroup>>>;
type CitedGroup = { group: GroupId; counts: LinkCounts };

/** Puts the groups of a work together with their links. */
export function citedWork(groups: Pick<Located, GroupBy>, counts: LevelCounts): CitedWork {
	return Object.fromEntries(levels.map((level) => [level, { group: groups[level], counts: counts[level] }]));
}

/**
 * Reads what counts; undefined where a question does not say. Fails as readCounting does, and with
 * `bad-query` where the definition does not count at the only level that is asked for.
 */
export function readCitationRule(
	definitions: readonly Definition[],
	{ definition, exclude }: Omit<CountingAsked, 'flagged'>,
	only?: GroupBy,
): CitationRule | undefined {
	if (definition === undefined && exclude === undefined) return undefined;
	const [named] = definitions.filter(({ name }) => name === definition);
	const counted = only ? [only] : levels.filter((level) => named?.levels.includes(level) ?? true);
	const read = (groupBy: GroupBy) => readCounting(definitions, { definition, exclude }, { relation, groupBy });
	return {
		...(named && { definition: named }),
		levels: Object.fromEntries(counted.map((level) => [level, read(level)])),
	};
}

/** So many searches wait for the index at a time. */
const atOnce = 4;

/** What a count costs besides the links that it compares, in links. */
const linksOfAnyCount = 500;
/** About how many links are compared for one answer: a few seconds. */
export const mostLinksCompared = 500_000;

/** `signal` is aborted once nobody waits for the answer. */
export type CountWorksOptions = { mostLinks?: number | undefined; signal?: AbortSignal | undefined };
type Asked = CitedGroup & { level: GroupBy; counting: Counting };

/**
 * Counts citations of works, in their order. A rule that leaves nothing out costs nothing, nor does a
 * work without citations. Fails with `bad-query` where several works cost more than `mostLinks`.
 */
export async function countWorks(
	index: Pick<SearchReader, 'search'>,
	works: readonly CitedWork[],
	{ definition, levels: counted }: CitationRule,
	{ mostLinks = mostLinksCompared, signal }: CountWorksOptions = {},
): Promise<CitationCounts[]> {
	// Versions of one work share its counts with all of them.
	const asked = new Map<string, Asked>();
	for (const level of levels) {
		const counting = counted[level];
		for (const { [level]: cited } of counting ? works : []) {
			if (counting && cited) asked.set(`${level} ${cited.group}`, { ...cited, level, counting });
		}
	}
	const links = sumOf(asked.values(), costOf);
	if (links > mostLinks && works.length > 1) {
		throw tooManyLinks(definition ? 'definition' : 'exclude', links, mostLinks);
	}
	const counts = new Map<string, CitationCount>();
	for (const step of inSteps([...asked], atOnce)) {
		signal?.throwIfAborted();
		await Promise.all(step.map(async ([key, one]) => counts.set(key, await countCitations(index, one, signal))));
	}
	return works.map((work) => ({
		...(definition && { definition: definition.name }),
		...Object.fromEntries(
			levels.flatMap((level) => {
				const count = counts.get(`${level} ${work[level]?.group}`);
				return count ? [[level, count]] : [];
			}),
		),
	}));
}

async function countCitations(
	index: Pick<SearchReader, 'search'>,
	{ level, group, counts, counting }: Asked,
	signal: AbortSignal | undefined,
): Promise<CitationCount> {
	const { request } = counting;
	const asked = { ...request, groupBy: level, group, order: 'newest', size: 0, offset: 0, facets: false } as const;
	const isKnown = costOf({ counting, counts }) === 0;
	const found: Pick<SearchResult, 'total' | 'excluded'> | undefined = isKnown
		? { total: linksOf(request, counts) }
		: await index.search(asked, signal);
	// A removed group has no citations.
	const { excluded = {}, unknown = {} } = describeCounted(counting, found);
	return { total: found?.total ?? 0, excluded, unknown };
}

/** Computes how many links a count compares. */
function costOf({ counting: { request }, counts }: Pick<Asked, 'counting' | 'counts'>): number {
	const links = linksOf(request, counts);
	return links === 0 || request.without === undefined ? 0 : linksOfAnyCount + links;
}

function linksOf({ among, relation: only }: Counting['request'], counts: LinkCounts): number {
	const relations: readonly SearchRelation[] = among?.map((one) => one.relation) ?? [only ?? relation];
	return sumOf(relations, (one) => counts[one]);
}

function tooManyLinks(field: 'definition' | 'exclude', links: number, mostLinks: number): BrokerError {
	const [have, most] = [links, mostLinks].map((count) => count.toLocaleString('en'));
	const message =
		`Counting these works so would compare about ${have} links, but one answer compares at most ${most}. ` +
		'Ask for fewer works at a time.';
	return wrongParameter(field, message);
}
