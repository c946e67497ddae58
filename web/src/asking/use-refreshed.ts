// What a component shows of something that changes by itself: asked for again without the rest of
// the page.
import { useReducer } from 'preact/hooks';
import { type Connection, question } from './answers.ts';
import { type Loaded, useAnswer } from './use-answer.ts';

/** Holds an answer as useAnswer does; `again` asks anew, and the last answer stays meanwhile. */
export type Refreshed<T> = Loaded<T> & { again(): void };

/** Asks, and once more whenever `again` is called; nothing while there is nothing to ask. */
export function useRefreshed<T>(
	name: string,
	parameters: object,
	ask: ((connection: Connection) => Promise<T>) | undefined,
): Refreshed<T> {
	// Another round is another question: no remembered answer is found.
	const [round, again] = useReducer((count: number) => count + 1, 0);
	const answer = useAnswer(ask && question(name, { ...parameters, round: round || undefined }, ask));
	return { ...answer, again: () => again(undefined) };
}
