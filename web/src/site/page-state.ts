// What a page is drawn with, sent along for the script that takes it over.
import type { Problem } from '../../../src/http/pages/drawing.ts';
import type { Answer } from '../asking/answers.ts';
import type { Posted } from '../posting/posted.ts';

/** Holds it as JSON. */
export type PageState = {
	root: string;
	origin: string;
	answers: Readonly<Record<string, Answer>>;
	problem?: Problem | undefined;
	posted?: Posted | undefined;
};

/** The id of the element that holds it. */
export const stateElement = 'page-state';
