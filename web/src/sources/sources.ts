// Where links come from and what is held, as the broker counted it last.
import type { Sources } from '../../../clients/typescript/src/schemas.ts';
import { type Question, question } from '../asking/answers.ts';

/** Asks for the sources, with a page of so many providers. */
export function sourcesOf(size: number, page = 1): Question<Sources> {
	return question('sources', { size, page }, ({ broker }, query) => broker.sources(query));
}

/** Says whether what is held was not counted yet, or when there was nothing. */
export function isBeingCounted({ as_of, empty, works }: Sources): boolean {
	return !empty && (as_of === null || works === 0);
}
