// What a component shows of an answer: it asks while it is drawn, on the server and in the browser.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Answer, Answers, Question } from './answers.ts';
import type { Failure } from './failure.ts';

/**
 * Holds the last answer, also while the next is awaited, and why the last question failed if it did.
 */
export type Loaded<T> = { value: T | undefined; failure: Failure | undefined; loading: boolean };

/** Where components find and ask for answers; the server sets it for each page. */
export const AnswersContext = createContext<Answers | undefined>(undefined);

/** Says where a component finds answers. */
export function useAnswers(): Answers {
	const answers = useContext(AnswersContext);
	if (!answers) throw new Error('A component asks outside of a page.');
	return answers;
}

const isBrowser = typeof document !== 'undefined';

/**
 * Asks whenever the question changes, something was changed, or another round begins; nothing while
 * the question is undefined. On the server the page is drawn again with the answer.
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
	// Before the picture is painted: what is there already is in the next one.
	useLayoutEffect(() => {
		if (!question || !loading) return;
		let isAwaited = true;
		void answers.ask(question).then((answer) => {
			if (!isAwaited) return;
			shown.current = { key: question.key, state, answer };
			drawAgain(undefined);
		});
		return () => {
			isAwaited = false;
		};
	}, [question?.key, state]);
	const answer = question && shown.current?.answer;
	return { value: answer?.value, failure: loading ? undefined : answer?.failure, loading };
}
