// What the broker reads in a text that somebody typed: an identifier, or words; knows no page.
import type { AnsweredIdentifier, LookUpObjectsAnswer } from '../../../clients/typescript/src/schemas.ts';
import { askUnderstood, postJson } from './broker-api.ts';

/** What is no identifier in any scheme may be words. */
export type UnderstoodText = { identifier: AnsweredIdentifier } | { identifier?: undefined };

let last: { text: string; answer: Promise<UnderstoodText> } | undefined;

/**
 * Asks what a text is read as; of a chosen scheme, every text is taken for an identifier. Fails
 * with RequestFailure where it may be several.
 */
export async function askUnderstoodText(text: string, scheme: string | undefined): Promise<UnderstoodText> {
	if (scheme !== undefined) return { identifier: await askUnderstood(text, scheme) };
	// Who presses Find is told what the hint said just before.
	if (last?.text === text) return last.answer;
	const answer = lookUp(text);
	last = { text, answer };
	answer.catch(() => {
		last = undefined;
	});
	return answer;
}

async function lookUp(text: string): Promise<UnderstoodText> {
	const { results } = (await postJson('/api/objects/lookup', [text])) as LookUpObjectsAnswer;
	const { understood_as: identifier, problem_code } = results[0] ?? {};
	if (identifier) return { identifier };
	// Several identifiers may be those of one work's versions; else the failure says what is meant.
	return problem_code === 'not-an-identifier' ? {} : { identifier: await askUnderstood(text, undefined) };
}
