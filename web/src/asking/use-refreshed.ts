// Answers that a component can request again without the rest of the page.
import { useReducer } from 'preact/hooks';
import { type Connection, question } from './answers.ts';
import { type Loaded, useAnswer, useAnswers } from './use-answer.ts';

/** Holds an answer as useAnswer does; `again` requests it again and keeps the last one meanwhile. */
export type Refreshed<T> = Loaded<T> & { again(): void };

/** Asks a question, and again whenever `again` is called; asks nothing while `ask` is undefined. */
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
