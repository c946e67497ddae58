// What a component shows of something that changes by itself: asked for again without the rest of
// the page.
import { useReducer } from 'preact/hooks';
import { type Connection, question } from './answers.ts';
import { type Loaded, useAnswer, useAnswers } from './use-answer.ts';

/** Holds an answer as useAnswer does; `again` asks anew, and the last answer stays meanwhile. */
export type Refreshed<T> = Loaded<T> & { again(): void };

/** Asks, and once more whenever `again` is called; nothing while there is nothing to ask. */
export function useRefreshed<T>(
	name: string,
	parameters: object,
	ask: ((connection: Connection) => Promise<T>) | undefined,
): Refreshed<T> {
	const answers = useAnswers();
	const [round, begin] = useReducer((count: number) => count + 1, 0);
	const asked = ask && question(name, parameters, ask);
	const again = () => {
		if (asked) answers.drop(asked);
		begin(undefined);
	};
	return { ...useAnswer(asked, round), again };
}
