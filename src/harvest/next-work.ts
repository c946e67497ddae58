// Walks through the works that a service is asked about one by one: those that are listed, then
// those that the broker knows.
import type { Asked, Position } from './service.ts';

/** A work, and where the walk is. */
export type WorkPlace = { id: string; at: number; cursor: string | null };

/** Where the walk begins. */
export const beforeFirstWork: Position = { cursor: null, at: -1 };

/** Lists the identifiers of a filter, which are separated by spaces, commas or lines. */
export function listedWorks({ filters: { query } }: Asked): readonly string[] {
	return query?.split(/[\s,]+/).filter((id) => id !== '') ?? [];
}

/**
 * Finds the work after that of a position: of those that are listed, then of those with the prefix;
 * of all known works with a DOI where neither is given.
 */
export async function nextWork(asked: Asked, { cursor, at }: Position): Promise<WorkPlace | null> {
	const { prefix, query } = asked.filters;
	const listed = listedWorks(asked);
	const index = Number(at) + 1;
	const id = listed[index];
	if (id !== undefined) return { id, at: index, cursor: null };
	const isWalked = prefix !== undefined || query === undefined;
	// After the last one there is no cursor.
	if (!isWalked || (cursor === null && index > listed.length)) return null;
	const found = await asked.knownDois(prefix ?? null, cursor === null ? undefined : String(cursor));
	const [known] = found.dois;
	return known === undefined ? null : { id: known, at: listed.length, cursor: found.cursor };
}
