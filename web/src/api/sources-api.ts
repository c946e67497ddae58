// Where links come from and what is held, as the broker counted it last; knows no page.
import type { Sources } from '../../../clients/typescript/src/schemas.ts';
import { askJson, jsonAtHand } from './broker-api.ts';

/** Tells whether what is held was not counted yet, or when there was nothing. */
export function isBeingCounted({ as_of, empty, works }: Sources): boolean {
	return !empty && (as_of === null || works === 0);
}

/** Writes the address of that question, for a page of so many providers. */
export function sourcesAddress(size: number, page = 1): string {
	return `/api/sources?size=${size}${page > 1 ? `&page=${page}` : ''}`;
}

/** Asks for the sources. Fails with RequestFailure. */
export async function askSources(size: number, page?: number): Promise<Sources> {
	return (await askJson(sourcesAddress(size, page))) as Sources;
}

/** Finds the sources among the answers that came with the page. */
export function sourcesAtHand(size: number, page?: number): Sources | undefined {
	return jsonAtHand(sourcesAddress(size, page)) as Sources | undefined;
}
