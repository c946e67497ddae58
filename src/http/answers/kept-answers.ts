// Keeps whole answers until what they tell has changed, in bounded memory; knows no route, and nothing of what tells a change.
import { createRecent } from '../../app/recent.ts';
import { type Answer, encodedBody } from './answer.ts';

/** Answers again what was answered. */
export type KeptAnswers = {
	/**
	 * Gives the answer that is kept under a key, at once; else has it made, and keeps it where it is a whole one of status 200 and its key was asked
	 * for before. The key says everything that decides the answer besides the state.
	 */
	answer(key: string, make: () => Promise<Answer>): Answer | Promise<Answer>;
};

// Room for some 400 answers of 25 relationships with all that is said of them; up to twice as many.
const keptBytes = 6 * 2 ** 20;
// What an answer takes beside its bytes and its key: its headers, and its place in the memory.
const bytesBeside = 1_000;
// Whoever walks through all works asks for each once: to keep that took a tenth more time, and 80 MB of garbage.
const rememberedBytes = 2 ** 20;
const bytesBesideKey = 100;

/**
 * Creates a memory of answers. `stateNow` tells the state that answers are made from, undefined where that is not known: then nothing is kept.
 * As soon as it tells another object, all is forgotten.
 */
export function createKeptAnswers(stateNow: () => object | undefined, limitBytes = keptBytes): KeptAnswers {
	const kept = createRecent<string, { answer: Answer; bytes: number }>(limitBytes, ({ bytes }) => bytes);
	const askedBefore = createRecent<string, { bytes: number }>(rememberedBytes, ({ bytes }) => bytes);
	let stateOfKept: object | undefined;
	const look = (): object | undefined => {
		const state = stateNow();
		if (state !== stateOfKept) kept.clear();
		stateOfKept = state;
		return state;
	};
	return {
		answer(key, make) {
			const state = look();
			if (state === undefined) return make();
			const known = kept.get(key);
			if (known) return known.answer;
			if (askedBefore.get(key)) return makeAndKeep();
			askedBefore.set(key, { bytes: bytesBesideKey + key.length });
			return make();

			async function makeAndKeep(): Promise<Answer> {
				const answer = await make();
				const body = encodedBody(answer.body);
				// What was looked up on the way may have been of a later state.
				if (answer.status === 200 && body instanceof Uint8Array && look() === state) {
					// A copy: Node.js lays small bodies into pieces of memory that they share with what is not kept.
					const lasting = { ...answer, body: new Uint8Array(body) };
					kept.set(key, { answer: lasting, bytes: bytesBeside + 2 * key.length + body.byteLength });
				}
				return { ...answer, body };
			}
		},
	};
}

/** Tells whether a request wants no answer from a memory, or none of its own in one (RFC 9111, 5.2.1.4 and 5.2.1.5). */
export function asksAnew(cacheControl: string | undefined): boolean {
	return cacheControl !== undefined && /(?:^|,)\s*no-(?:cache|store)\s*(?:,|$)/i.test(cacheControl);
}
