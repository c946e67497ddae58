// The headers that tell how a question was understood; knows no form of an answer.
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import type { Answer } from './answer.ts';

/**
 * Writes `X-Understood-As: doi:10.1000/182` and `X-Known: true`. What may not stand in a header,
 * and a percent sign, is percent-encoded; so is a colon of the scheme's name, so that the first
 * colon ends it.
 */
export function understoodHeaders({ asked, source }: Pick<RelationshipAnswer, 'asked' | 'source'>): Answer['headers'] {
	const scheme = headerText(asked.scheme).replaceAll(':', '%3A');
	return { 'X-Understood-As': `${scheme}:${headerText(asked.value)}`, 'X-Known': String(source !== undefined) };
}

function headerText(text: string): string {
	return text.toWellFormed().replaceAll(/[^!-$&-~]+/g, encodeURIComponent);
}
