// The providers of links and the statistics of the broker, as counted last.
import type { Sources } from '../../../clients/typescript/src/schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { type Question, question } from '../asking/answers.ts';

/** Asks for the sources with a page of `size` providers. */
export function sourcesOf(size: number, page = 1): Question<Sources> {
	return question('sources', { size, page }, ({ broker }, query) => broker.sources(query));
}

/** Whether the works were not counted yet, or were counted while the broker was empty. */
export function isBeingCounted({ as_of, empty, works }: Sources): boolean {
	return !empty && (as_of === null || works === 0);
}

/** Says that the statistics are not there yet. */
export const beingCounted = 'The statistics are being computed.';

/** Writes how many providers the links come from: `Links from 24 providers`. */
export function linksFrom(providers: number): string {
	return `Links from ${providers === 1 ? 'one provider' : `${countText(providers)} providers`}`;
}
