// What draws the pages: the components of web/src as Vite builds them for the server, and what is
// said between the two.
import { existsSync } from 'node:fs';
import type { DescribedObject } from '../../formats/scholix/described-object.ts';
import type { SearchRelation } from '../../links/relation.ts';

/** Sends requests to the interface in place of `fetch`: in this process, on behalf of a reader. */
export type AskInterface = typeof fetch;

/** A problem as the interface answers it (RFC 9457). */
export type Problem = {
	type: string;
	title: string;
	status: number;
	detail: string;
	errors?: readonly { field?: string; message?: string; identifier?: { ID: string; IDScheme: string } }[];
	[more: string]: unknown;
};

/** A page that is asked for. */
export type AskedPage = {
	/** Its path without the root, with its query: `/search?q=corner`. */
	address: string;
	/** What all paths of the site begin with: `/`, `/links/`. */
	root: string;
	/** Where the site is reached: `https://links.example.org`. */
	origin: string;
	ask: AskInterface;
	/** What was wrong with the request; the page says that instead. */
	problem?: Problem;
	/** What a form was answered, as takeForm says. */
	posted?: unknown;
};

/** What stands in the head of a page, and with which status it is answered. */
export type PageHead = {
	title: string;
	description: string;
	/** The one address of what the page is about, without the root: `/search?q=corner`. */
	canonical?: string | undefined;
	/** Whether search engines list it; they do unless said. */
	listed?: boolean | undefined;
	/** The type of Open Graph; `website` unless said. */
	kind?: 'website' | 'article' | undefined;
	/** Leaves the script out: the page stays as it was drawn. */
	still?: boolean | undefined;
	/** What the page asked, by name, for those that make more of the head of the answers. */
	questions?: Readonly<Record<string, string | undefined>> | undefined;
	/** 200 unless said. */
	status?: number | undefined;
	retryAfterSeconds?: number | undefined;
};

/** A page that was drawn. */
export type DrawnPage = {
	head: PageHead;
	/** What stands in the body: markup. */
	body: string;
	/** Whether all that it asked was answered, if only with what is wrong. */
	isWhole: boolean;
	/** What the file of its script begins with: `search-page`. */
	script: string;
	/** What the script takes the page over with: JSON. */
	state: string;
	/** Finds an answer that the page was drawn with, by what it was asked as. */
	answerTo(question: string): unknown;
};

/**
 * What became of a form: a page opens, which says `notice`, or the page is drawn again with what was
 * answered.
 */
export type FormOutcome = { leadsTo: string; notice?: string | undefined } | { posted: unknown; status: number };

/** A work as the box shows it. */
export type BoxObject = DescribedObject;

/** What the box about a work shows. */
export type BoxContent = {
	/** What was understood to be asked for. */
	asked: { ID: string; IDScheme: string };
	/** The title of the work, or what was asked for, of bounded length. */
	title: string;
	/** Whether that can be an identifier of its scheme. */
	fits: boolean;
	relation: SearchRelation;
	groupBy: 'identity' | 'version';
	/** Undefined where the work is not known. */
	source: BoxObject | undefined;
	/** How many versions of the work count together. */
	versions: number;
	total: number;
	/** The latest of the linked works. */
	latest: readonly BoxObject[];
	years: readonly (readonly [year: number, count: number])[];
};

/** What a kind of problem means, and what to do. */
export type ExplainedProblem = { code: string; title: string; status: number; meaning: string; advice: string };

/** A page that no script takes over: the reference of the interface, or an explained problem. */
export type StillPage = { root: string; origin: string } & (
	| {
			/** The description of the interface in OpenAPI. */
			description: object;
			/** The address of the broker, for commands. */
			address: string;
	  }
	| { explained: ExplainedProblem }
);

/** The components that were built: they draw pages, and do what the forms of pages ask for. */
export type Drawing = {
	drawStill(page: StillPage): Pick<DrawnPage, 'head' | 'body'>;
	/** Draws the box, or what could not be answered; markup. */
	drawBox(
		box: { root: string } & ({ content: BoxContent } | { problem: Problem; seconds: string | undefined }),
	): string;

	drawPage(page: AskedPage): Promise<DrawnPage>;
	takeForm(page: AskedPage, form: FormData): Promise<FormOutcome>;
};

/** Loads what was built into a folder; undefined where nothing was. */
export async function loadDrawing(folder: URL): Promise<Drawing | undefined> {
	const file = new URL('server/server.js', folder);
	return existsSync(file) ? ((await import(file.href)) as Drawing) : undefined;
}
