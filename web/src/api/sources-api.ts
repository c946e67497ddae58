// Where links come from and what is held, as the broker counted it last; knows no page.
import type { ObjectTypeName, SearchRelation } from '../relations.ts';
import { askJson, jsonAtHand } from './broker-api.ts';
import type { WireObject } from './scholix-answer.ts';

/** A link provider; dates are as it gave them. */
export type WireProvider = {
	name: string;
	links: number;
	works: number;
	first_link: string | null;
	last_link: string | null;
	last_received: string | null;
	years: { year: number; links: number }[];
};

/** One of the most cited works. */
export type WireExample = WireObject & { counts: Readonly<Record<SearchRelation, number>> };

export type WireSources = {
	/** When all of it was counted; null: not yet. */
	as_of: string | null;
	current: boolean;
	empty: boolean;
	last_applied: string | null;
	works: number;
	links: number;
	identifiers: number;
	types: { type: ObjectTypeName; works: number }[];
	schemes: { scheme: string; identifiers: number }[];
	providers_total: number;
	providers: WireProvider[];
	examples: WireExample[];
};

/** Tells whether what is held was not counted yet, or when there was nothing. */
export function isBeingCounted({ as_of, empty, works }: WireSources): boolean {
	return !empty && (as_of === null || works === 0);
}

/** Writes the address of that question, for a page of so many providers. */
export function sourcesAddress(size: number, page = 1): string {
	return `/api/sources?size=${size}${page > 1 ? `&page=${page}` : ''}`;
}

/** Asks for the sources. Fails with RequestFailure. */
export async function askSources(size: number, page?: number): Promise<WireSources> {
	return (await askJson(sourcesAddress(size, page))) as WireSources;
}

/** Finds the sources among the answers that came with the page. */
export function sourcesAtHand(size: number, page?: number): WireSources | undefined {
	return jsonAtHand(sourcesAddress(size, page)) as WireSources | undefined;
}
