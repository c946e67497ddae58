// The interface between the server and the built components of web/src that draw the pages.
import { existsSync } from 'node:fs';
import type { ComparedCount } from '../../broker/counting/compare-definitions.ts';
import type { Definition } from '../../broker/counting/definitions.ts';
import type { ShownDefinitions } from '../../broker/counting/describe-definitions.ts';
import type { DescribedObject } from '../../formats/scholix/described-object.ts';
import type { SearchRelation } from '../../links/relation.ts';

/** Replaces `fetch` for requests to the API: in this process, on behalf of a reader. */
export type AskInterface = typeof fetch;

/** A problem as the API answers it (RFC 9457). */
export type Problem = {
	type: string;
	title: string;
	status: number;
	detail: string;
	errors?: readonly { field?: string; message?: string; identifier?: { ID: string; IDScheme: string } }[];
	[more: string]: unknown;
};

/** What pages show of the institution that runs the site, and of what the site offers. */
export type Site = {
	name: string;
	/** The address of the logo. */
	logo?: string;
	/** The links of the footer. */
	links: readonly { text: string; href: string }[];
	/** The colour behind the name, as `#rrggbb`. */
	colour?: string;
	/** Whether changes can be followed by email. */
	sendsMail?: true;
	/** The definitions of a citation by which pages count. */
	definitions?: readonly OfferedDefinition[];
};

/** What pages show of a definition; `counts`: the relations under which it counts links, null: all. */
export type OfferedDefinition = Pick<Definition, 'name' | 'words' | 'levels' | 'exclude'> & {
	counts: readonly SearchRelation[] | null;
};

/** A requested page. */
export type AskedPage = {
	/** Its path without the root, with its query: `/search?q=corner`. */
	address: string;
	/** The root of all paths of the site: `/`, `/links/`. */
	root: string;
	/** The public origin of the site: `https://links.example.org`. */
	origin: string;
	site: Site;
	ask: AskInterface;
	/** A problem of the request, shown instead of the page. */
	problem?: Problem;
	/** The result of a form, from takeForm. */
	posted?: unknown;
};

/** The head of a page, with its status. */
export type PageHead = {
	title: string;
	description: string;
	/** The canonical address of the page, without the root: `/search?q=corner`. */
	canonical?: string | undefined;
	/** Whether search engines may list it; default true. */
	listed?: boolean | undefined;
	/** The type for Open Graph; default `website`. */
	kind?: 'website' | 'article' | undefined;
	/** The address of its feed, without the origin. */
	feed?: string | undefined;
	/** Leaves out the script. */
	still?: boolean | undefined;
	/** The keys of named questions, for further elements of the head. */
	questions?: Readonly<Record<string, string | undefined>> | undefined;
	/** Default 200. */
	status?: number | undefined;
	retryAfterSeconds?: number | undefined;
};

/** A drawn page. */
export type DrawnPage = {
	head: PageHead;
	/** The markup of the body. */
	body: string;
	/** Whether every question was answered, even if with a problem of the request. */
	isComplete: boolean;
	/** The beginning of the file name of its script: `search-page`. */
	script: string;
	/** The state for its script, as JSON. */
	state: string;
	/** Returns an answer that the page was drawn with, by the key of its question. */
	answerTo(question: string): unknown;
};

/** The result of a form: another page opens with a notice, or the page is drawn again with the answer. */
export type FormOutcome = { leadsTo: string; notice?: string | undefined } | { posted: unknown; status: number };

/** A work as the box shows it. */
export type BoxObject = DescribedObject;

/** The content of the box about a work. */
export type BoxContent = {
	/** The identifier as understood. */
	asked: { ID: string; IDScheme: string };
	/** The title of the work or its identifier, of bounded length. */
	title: string;
	/** Whether the identifier is valid in its scheme. */
	fits: boolean;
	relation: SearchRelation;
	groupBy: 'identity' | 'version';
	/** The definition of a citation by which it is counted, if not all links are. */
	definition: string | undefined;
	/** Undefined if the work is unknown. */
	source: BoxObject | undefined;
	/** How many versions of the work count together. */
	versions: number;
	total: number;
	/** The latest of the linked works. */
	latest: readonly BoxObject[];
	years: readonly (readonly [year: number, count: number])[];
};

/** The explanation of a type of problem. */
export type ExplainedProblem = { code: string; title: string; status: number; meaning: string; advice: string };

/** A page of the API reference. */
export type ReferenceContent = {
	/** The OpenAPI description. */
	description: object;
	/** The address of the broker, for commands. */
	address: string;
	/** A tag, or `schemas` for the schemas that several tags use; undefined for the overview. */
	group: string | undefined;
};

/** What the link of an email does, or has done; the button does it. */
export type LinkedAct = { title: string; words: readonly string[]; button?: string };

/** The citations of a work by every definition; `title` is that of the work, or its identifier. */
export type ComparedContent = {
	number: number;
	title: string;
	asked: { ID: string; IDScheme: string };
	counts: readonly ComparedCount[];
};

/** The content of a page without its own script. */
export type StillContent =
	| ReferenceContent
	| { explained: ExplainedProblem }
	| { act: LinkedAct }
	| { counting: ShownDefinitions }
	| { compared: ComparedContent };

/** A page without its own script. */
export type StillPage = StillContent & { root: string; origin: string; site: Site };

/** The built components: they draw pages and handle their forms. */
export type Drawing = {
	drawStill(page: StillPage): Pick<DrawnPage, 'head' | 'body'>;
	/** Draws the box, or a problem, as markup. */
	drawBox(
		box: { root: string; site: Site } & ({ content: BoxContent } | { problem: Problem; seconds: string | undefined }),
	): string;

	drawPage(page: AskedPage): Promise<DrawnPage>;
	takeForm(page: AskedPage, form: FormData): Promise<FormOutcome>;
};

/** Loads the built components of a folder; undefined if there are none. */
export async function loadDrawing(folder: URL): Promise<Drawing | undefined> {
	const file = new URL('server/server.js', folder);
	return existsSync(file) ? ((await import(file.href)) as Drawing) : undefined;
}
