// The one shape of the explorer's pages as they are sent: head and content from a page's template,
// scripts and styles from the build, which then takes over; knows no page.
import type { Answer } from '../answers/answer.ts';
import { entityTag, unlessKnown, weakEntityTag } from '../answers/conditional.ts';
import { dataBlock, html, type Markup, unescaped } from '../answers/html.ts';
import { prefersPage } from '../answers/media-types.ts';
import { pageSecurity } from '../answers/page.ts';
import type { HttpContext } from '../server/http-context.ts';
import { packedAnswer, type StaticFile } from '../server/static-files.ts';
import { failureDocument, type ToldProblem } from './failure-page.ts';
import { siteFrame } from './site-frame.ts';

/** The explorer as it was built, or nothing. */
export type Explorer = ReadonlyMap<string, StaticFile>;

/** An answer of the interface that a page holds, so that its script need not ask for it. */
export type HeldAnswer = { address: string; accept: string; answer: Answer };

/** What a page says. */
export type DocumentParts = {
	title: string;
	description: string;
	/** The one address of what the page is about. */
	canonical?: string;
	/** Keeps search engines from listing it. */
	unlisted?: true;
	/** The type of Open Graph. */
	kind?: 'website' | 'article';
	/** More for the head. */
	head?: Markup;
	/** What stands between the frame's header and footer: a main element. */
	content: Markup;
	/** What stands in the search field. */
	words?: string;
	/** Leaves the field of the header out: the content has it. */
	hasField?: true;
	/** What the script would ask for first. */
	held?: readonly HeldAnswer[];
	/** Leaves the script out: the page stays as it is. */
	still?: true;
};

/** Writes pages; `tag` changes with the build. */
export type DocumentWriter = {
	(page: DocumentParts): string;
	tag: string;
	/** Whether there is a script to take over. */
	isBuilt: boolean;
	/** Answers a problem as a page where the client prefers one, with its status and its headers. */
	tellProblem(context: HttpContext, problem: Answer): Promise<Answer>;
};

export const siteName = 'Link Broker';
export const entryFile = 'index.html';

/** Creates it; where the explorer was not built, pages have the style of the reference. */
export function createDocumentWriter(explorer: Explorer, root: string): DocumentWriter {
	const entry = explorer.get(entryFile);
	const built = entry && Buffer.from(entry.plain).toString();
	const parts = built === undefined ? withoutBuild(root) : partsOf(built.replaceAll('="./', `="${root}`));
	const write = (page: DocumentParts) => writeDocument(page, { ...parts, root });
	const tellProblem: DocumentWriter['tellProblem'] = async (context, problem) => {
		if (!prefersPage(context.req.header('accept'))) return problem;
		const told = JSON.parse(String(problem.body)) as ToldProblem;
		const parts = failureDocument(told, { root, retrySeconds: problem.headers['Retry-After'] });
		return documentAnswer(context, write(parts), problem);
	};
	return Object.assign(write, { tag: entityTag(built ?? ''), isBuilt: built !== undefined, tellProblem });
}

type Parts = { scripts: Markup; styles: Markup };

/** Takes scripts and styles from the head that Vite wrote. */
function partsOf(built: string): Parts {
	const head = built.slice(built.indexOf('<head>'), built.indexOf('</head>'));
	const elements = head.match(/<(?:script|link)\b[^<>]*>(?:<\/script>)?/g) ?? [];
	const isStyle = (element: string) => /\brel="stylesheet"/.test(element);
	const isScript = (element: string) => element.startsWith('<script') || /\brel="modulepreload"/.test(element);
	return {
		scripts: unescaped(elements.filter(isScript).join('\n')),
		styles: unescaped(elements.filter(isStyle).join('\n')),
	};
}

function withoutBuild(root: string): Parts {
	return { scripts: html``, styles: html`<link rel="stylesheet" href="${root}docs/page.css">` };
}

function writeDocument(page: DocumentParts, { scripts, styles, root }: Parts & { root: string }): string {
	const { title, description, canonical, kind = 'website', held = [] } = page;
	const named = title === siteName ? title : `${title} – ${siteName}`;
	const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${named}</title>
<meta name="description" content="${description}">
${page.unlisted && html`<meta name="robots" content="noindex">`}
${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}
${canonical !== undefined && html`<meta property="og:url" content="${canonical}">`}
<meta property="og:site_name" content="${siteName}">
<meta property="og:type" content="${kind}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<link rel="icon" sizes="any" type="image/svg+xml" href="${root}favicon.svg">
${page.head}
${styles}
${!page.still && scripts}
</head>
<body>
<div id="app">
${siteFrame({ root, content: page.content, words: page.words, hasField: page.hasField })}
</div>
${held.length > 0 && !page.still && dataBlock({ type: 'application/json', id: 'held-answers' }, heldJson(held))}
</body>
</html>
`;
	return text.toString();
}

/** Writes answers whose bodies are JSON text already. */
function heldJson(held: readonly HeldAnswer[]): string {
	const each = held.map(({ address, accept, answer: { status, headers, body } }) => {
		const about = JSON.stringify({ address, accept, status, headers });
		return `${about.slice(0, -1)},"body":${body instanceof Uint8Array ? Buffer.from(body).toString() : body}}`;
	});
	return `[${each.join(',\n')}]`;
}

/** Answers a page, with the headers, status and failure of what it tells. */
export function documentAnswer(
	context: HttpContext,
	body: string,
	{ headers = {}, status = 200, failure }: Partial<Answer> = {},
): Promise<Answer> {
	const { 'Content-Type': _, ...kept } = headers;
	const all = { Vary: 'Accept', ...kept, ...documentHeaders };
	return packedAnswer(context, { status, headers: all, body, ...(failure !== undefined && { failure }) });
}

/** Answers a page that follows from its address alone, or 304 where the client has it. */
export async function checkedDocument(context: HttpContext, body: string): Promise<Answer> {
	const answer = await documentAnswer(context, body, { headers: { ETag: weakEntityTag(body) } });
	return unlessKnown(answer, context.req.header('if-none-match'));
}

// It is checked at every visit: it names the assets by what is in them.
const documentHeaders = {
	...pageSecurity,
	'Content-Type': 'text/html; charset=utf-8',
	'Cache-Control': 'no-cache',
} as const;
