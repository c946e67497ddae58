// What a component shows of an answer: it asks while it is drawn, on the server and in the browser.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Answer, Answers, Question } from './answers.ts';
import type { Failure } from './failure.ts';

/** Holds the last answer, also while the next one loads, and the failure of the last question. */
export type Loaded<T> = { value: T | undefined; failure: Failure | undefined; loading: boolean };

/** Provides the answers to components; the server sets it for each page. */
export const AnswersContext = createContext<Answers | undefined>(undefined);

/** Returns the answers of the page. */
export function useAnswers(): Answers {
	const answers = useContext(AnswersContext);
	if (!answers) throw new Error('A component asks outside of a page.');
	return answers;
}

const isBrowser = typeof document !== 'undefined';

/**
 * Asks a question when it changes, after each change of data, and in each new round; asks nothing
 * while it is undefined. The server draws the page again with the answer.
 */
export function useAnswer<T>(question: Question<T> | undefined, round = 0): Loaded<T> {
	const answers = useAnswers();
	const state = `${answers.revision} ${round}`;
	const shown = useRef<{ key: string; state: string; answer: Answer<T> }>(undefined);
	const [, drawAgain] = useReducer((count: number) => count + 1, 0);
	const isShown = () => shown.current?.key === question?.key && shown.current?.state === state;
	if (question && !isShown()) {
		const { key } = question;
		const answer = answers.find<T>(question);
		if (answer) shown.current = { key, state, answer };
		else if (!isBrowser) void answers.ask(question);
	}
	const loading = question !== undefined && !isShown();
	// A layout effect: cached answers are in the next painted frame.
	useLayoutEffect(() => {
		if (!question || !loading) return;
		let isCurrent = true;
		void answers.ask(question).then((answer) => {
			if (!isCurrent) return;
			shown.current = { key: question.key, state, answer };
			drawAgain(undefined);
		});
		return () => {
			isCurrent = false;
		};
	}, [question?.key, state]);
	const answer = question && shown.current?.answer;
	return { value: answer?.value, failure: loading ? undefined : answer?.failure, loading };
}
