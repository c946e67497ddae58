// The data of a drawn page, sent with it for the script that hydrates it.
import type { Problem, Site } from '../../../src/http/pages/drawing.ts';
import type { Answer } from '../asking/answers.ts';
import type { Posted } from '../posting/posted.ts';

/** Holds the data as JSON. */
export type PageState = {
	root: string;
	origin: string;
	site: Site;
	answers: Readonly<Record<string, Answer>>;
	problem?: Problem | undefined;
	posted?: Posted | undefined;
};

/** The id of its element. */
export const stateElement = 'page-state';
