// Finds works with most words of a query, where none has all.
import { type FoundWork, hasPhrase, type WorksRequest, type WorksResult } from '../../ports/search/work-finder.ts';
import type { CountedWord } from '../../search/near-words.ts';
import type { QueryNode } from '../../search/query-node.ts';
import { fields, type PlainWord, parseQuery } from '../../search/query-string.ts';
import { identifierForms } from '../searching/search-relationships.ts';

// Providers are those of links.
const fieldsOfWorks = fields.filter((field) => field !== 'provider');

/** Parses a query about works. */
export function parseWorksQuery(q: string): ReturnType<typeof parseQuery> {
	return parseQuery(q, identifierForms, fieldsOfWorks);
}

/** A query that leaves some words of another one out. */
export type ShorterQuery = { readonly words: readonly string[]; readonly q: string };

/** Works with most words of a query; `missing` are the words that each lacks, as typed. */
type Most = Omit<WorksResult, 'works'> & {
	works: readonly (Omit<FoundWork, 'lacks'> & { missing: readonly string[] })[];
};

// Each further word that may be missing takes one more search.
const mostMissing = 3;
const mostShorter = 3;

/**
 * Finds works that have most of the plain words of a query (see PlainWord), at least half of them,
 * and all else that it demands. Words that no work has (`counts`) are missing in each; of the others
 * as few are missing as possible. `without` lists shorter queries that find something, also where
 * these have less than half of the words, or only what must not be missing.
 */
export async function findMost(
	q: string,
	counts: readonly CountedWord[],
	find: (more: Partial<WorksRequest>) => Promise<WorksResult>,
): Promise<{ matched?: Most; without: readonly ShorterQuery[] }> {
	const { node: sought, plain } = parseWorksQuery(q);
	const counted = plain.map((word) => ({ ...word, works: worksWith(word.node, counts) }));
	const known = counted.filter(({ works }) => works > 0).sort((one, other) => one.works - other.works);
	const rest = leaveOut(sought, new Set(plain.map(({ node }) => node))) ?? { kind: 'everything' };
	const having = (least: number) => find({ q: rest, some: { words: known.map(({ node }) => node), least }, sought });
	const unknown = counted.filter(({ works }) => works === 0);
	const most = known.length - Number(unknown.length === 0);
	const fewest = Math.max(1, Math.ceil(plain.length / 2), most - mostMissing + 1);
	for (let least = most; least >= fewest; least--) {
		const { works, ...result } = await having(least);
		if (result.total === 0) continue;
		const missing = works.map(({ lacks = [] }) => {
			const lacking = new Set<PlainWord>([...unknown, ...lacks.flatMap((at) => known[at] ?? [])]);
			return counted.filter((word) => lacking.has(word));
		});
		const matched = works.map(({ lacks: _, ...work }, at) => ({
			...work,
			missing: (missing[at] ?? []).map(({ begin, end }) => q.slice(begin, end)),
		}));
		const shorter = new Map(missing.map((words) => shorten(q, words)).map((one) => [one.q, one]));
		return { matched: { ...result, works: matched }, without: [...shorter.values()].slice(0, mostShorter) };
	}
	if (unknown.length > 0 && known.length > 0 && most < fewest && (await having(known.length)).total > 0) {
		return { without: [shorten(q, unknown)] };
	}
	const isShorter = plain.length > 0 && hasPhrase(rest) && (await find({ q: rest, size: 1, facets: false })).total > 0;
	return { without: isShorter ? [shorten(q, plain)] : [] };
}

/** Returns how many works have a plain word, at most. A year is taken for the most frequent word. */
function worksWith(node: QueryNode, counts: readonly CountedWord[]): number {
	if (node.kind !== 'phrase') return Number.POSITIVE_INFINITY;
	const worksOf = (token: string) => counts.find(({ word }) => word === token)?.works ?? 0;
	return node.tokens.reduce((least, token) => Math.min(least, worksOf(token)), Number.POSITIVE_INFINITY);
}

/** Leaves nodes out of a conjunction; undefined where nothing remains. */
function leaveOut(node: QueryNode, nodes: ReadonlySet<QueryNode>): QueryNode | undefined {
	if (nodes.has(node)) return undefined;
	if (node.kind !== 'and') return node;
	const left = node.nodes.flatMap((inner) => leaveOut(inner, nodes) ?? []);
	return left.length === 0 ? undefined : { kind: 'and', nodes: left };
}

function shorten(q: string, words: readonly PlainWord[]): ShorterQuery {
	const parts: string[] = [];
	let at = 0;
	for (const { begin, end } of words) {
		parts.push(q.slice(at, begin));
		at = end;
	}
	parts.push(q.slice(at));
	const left = parts.map((part) => part.trim()).filter((part) => part !== '');
	return { words: words.map(({ begin, end }) => q.slice(begin, end)), q: left.join(' ') };
}
