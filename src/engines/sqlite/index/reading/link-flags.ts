// Finds the flags of links: by a function that SQL calls for each link, and for those of a page.
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import type { FlagCount, SearchRequest } from '../../../../ports/search/search-reader.ts';
import {
	type Asserted,
	assertedBy,
	compared,
	type Flag,
	type FlagBits,
	flagBits,
	flagsIn,
	maskOf,
	unknownIn,
} from '../../../../search/flags/flags.ts';
import type { Connection } from '../connection.ts';
import { readTraits } from '../document-row.ts';
import { createLru } from '../lru.ts';
import { objectId, type View } from '../schema.ts';
import type { HistoryReader } from './histories.ts';
import type { Condition } from './select-links.ts';

export type LinkFlags = {
	/** Writes the FlagBits of link `l` of a group to the object `o`; valid until the next call. */
	bits(asked: AskedGroup): (view: View) => string;
	/** Lists the flags of links of a group, of each in order. */
	of(asked: AskedGroup, links: readonly FlaggedLink[]): Flag[][];
};

type AskedGroup = Pick<SearchRequest, 'groupBy' | 'group'>;

/** The other object of a link, the number of its relation in searchRelations, and its history. */
export type FlaggedLink = { id: number; seen: number; history: number | string };

// Feeds assert millions of links with few histories.
const cachedHistories = 10_000;

/**
 * Defines the function for a connection. Searches run one after the other, so it compares with one
 * object at a time.
 */
export function createLinkFlags(connection: Connection, readHistory: HistoryReader): LinkFlags {
	const histories = createLru<number | string, Asserted>(cachedHistories);
	const assertedIn = (history: number | string) => histories.get(history, () => assertedBy(readHistory(history)));
	const traitsOf = createTraitReader(connection);
	let one = compared([]);
	const bitsOf = (traits: string, history: number | string, seen: number): FlagBits =>
		flagBits(one, readTraits(traits), {
			...{ seen: searchRelations[seen] as SearchRelation, asserted: assertedIn(history) },
		});
	connection.define('link_flags', (traits, history, seen) =>
		bitsOf(traits as string, history as number | string, seen as number),
	);
	return {
		bits(asked) {
			one = compared(readTraits(traitsOf.describing(asked)));
			return ({ seen }) => `link_flags(${traitsOf.column}, l.history, ${seen})`;
		},
		of(asked, links) {
			if (links.length === 0) return [];
			one = compared(readTraits(traitsOf.describing(asked)));
			return links.map(({ id, seen, history }) => flagsIn(bitsOf(traitsOf.read(id), history, seen)));
		},
	};
}

/** Reads what flags compare; of a generation of an older format nothing is known. */
function createTraitReader(connection: Connection) {
	const columns = connection.prepare("SELECT 1 FROM pragma_table_info('document') WHERE name = 'traits'");
	if (columns.get() === undefined) return { column: "''", read: () => '', describing: () => '' };
	const find = connection.prepare('SELECT traits FROM document WHERE id = ?');
	// The object of a Version group itself comes first, having a negative id.
	const findOne = connection.prepare('SELECT traits FROM document WHERE id IN (?, ?) ORDER BY id LIMIT 1');
	return {
		column: '(SELECT traits FROM document WHERE id = o.id)',
		read: (id: number) => find.get<[string]>(id)?.[0] ?? '',
		describing: ({ groupBy, group }: AskedGroup) => findOne.get<[string]>(objectId(groupBy, group), group)?.[0] ?? '',
	};
}

/** Writes the condition of the flags that a search asks for. */
export function flagCondition(
	{ flagged, without }: Pick<SearchRequest, 'flagged' | 'without'>,
	bits: (view: View) => string,
): Condition {
	const [asked, left] = [flagged ? maskOf(flagged) : 0, without ? maskOf(without) : 0];
	return (view) =>
		[...(flagged ? [`${bits(view)} & ${asked} <> 0`] : []), ...(without ? [`${bits(view)} & ${left} = 0`] : [])].join(
			' AND ',
		);
}

/** Counts what a search leaves out by its flags, of the numbers of links with each FlagBits. */
export function countExcluded(
	without: readonly Flag[],
	counts: readonly (readonly [bits: FlagBits, links: number])[],
): FlagCount[] {
	const mask = maskOf(without);
	return flagsIn(mask).map((flag) => {
		const sum = (isCounted: (bits: FlagBits) => boolean) =>
			counts.reduce((total, [bits, links]) => total + (isCounted(bits) ? links : 0), 0);
		return {
			flag,
			items: sum((bits) => flagsIn(bits & mask)[0] === flag),
			unknown: sum((bits) => (bits & mask) === 0 && unknownIn(bits).includes(flag)),
		};
	});
}
