// Answers pages: the head, the content drawn by the components, and the scripts and styles of the
// build.

import type { Broker } from '../../broker/broker.ts';
import { BrokerError } from '../../errors.ts';
import { inboxRelation } from '../../formats/notify/write-notification.ts';
import { windowTitle } from '../../links/words.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, privately } from '../answers/answer.ts';
import { atomMediaType } from '../answers/atom-feed.ts';
import { entityTag, unlessKnown, weakEntityTag } from '../answers/conditional.ts';
import { dataBlock, html, type Markup, unescaped } from '../answers/html.ts';
import { prefersPage } from '../answers/media-types.ts';
import { pagesRoot } from '../answers/page.ts';
import { siteAddress } from '../server/addresses.ts';
import type { HttpContext } from '../server/http-context.ts';
import { packedAnswer, type StaticFile } from '../server/static-files.ts';
import type { AskingAs, CreateAsking } from './ask-interface.ts';
import type { AskedPage, Drawing, DrawnPage, FormOutcome, PageHead, Problem, StillContent } from './drawing.ts';
import { lookOf, offerDefinition, type SiteLook } from './site.ts';

/** The built pages: files for the browser, and the drawing on the server. */
export type BuiltPages = { files: ReadonlyMap<string, StaticFile>; drawing: Drawing | undefined };

/** How a page is answered. */
export type PageOptions = AskingAs & {
	/** Further elements of the head, from the drawn page. */
	head?(page: DrawnPage): Markup | undefined;
	/** Further headers, from the drawn page. */
	headers?(page: DrawnPage): Answer['headers'];
	/** Whether the page has an entity tag, so that a client with a current copy gets no body. */
	isChecked?: true;
	problem?: Problem;
	posted?: unknown;
	status?: number;
};

/** Answers pages. */
export type PageWriter = {
	/** The headers of every document, which protect its readers. */
	security: SiteLook['headers'];
	/** Answers the page at the address of a request. */
	writePage(context: HttpContext, options: PageOptions): Promise<Answer>;
	/** Handles a form of that page; `cookies` are to be set. */
	takeForm(context: HttpContext, form: FormData): Promise<FormOutcome & { cookies: readonly string[] }>;
	/** Answers a problem as a page if the client prefers one, with its status and headers. */
	showProblem(context: HttpContext, problem: Answer): Promise<Answer>;
	/** Writes a page without its own script; `script` is another file. */
	writeStill(page: StillContent, script?: string): string;
	/** Changes with the build. */
	tag: string;
};

type Needs = {
	pages: BuiltPages;
	createAsking: CreateAsking;
	settings: Pick<Settings, 'inbox' | 'publicUrl' | 'site' | 'smtpUrl'>;
	broker: Pick<Broker, 'definitions'>;
};

/** Creates the writer of pages. */
export function createPageWriter({ pages, createAsking, settings, broker }: Needs): PageWriter {
	const { publicUrl, inbox } = settings;
	const hasInbox = inbox !== 'off';
	const look = lookOf({ settings });
	const site = { ...look.site, definitions: broker.definitions().map(offerDefinition) };
	const root = pagesRoot(publicUrl);
	const entry = pages.files.get('index.html');
	const built = entry === undefined ? '' : Buffer.from(entry.plain).toString();
	const assets = assetsOf(built, root);
	const asked = (context: HttpContext, as: AskingAs): { page: AskedPage; cookies: readonly string[] } => {
		const { pathname, search } = new URL(context.req.url);
		const { ask, cookies } = createAsking(context, as);
		const origin = siteAddress(context.req.url, publicUrl).slice(0, -root.length);
		return { page: { address: root + pathname.slice(1) + search, root, origin, site, ask }, cookies };
	};
	const writer: PageWriter = {
		security: look.headers,
		writeStill(content, script) {
			const origin = publicUrl === null ? '' : siteAddress(publicUrl, publicUrl).slice(0, -root.length);
			const drawn = drawingOf(pages).drawStill({ ...content, root, origin, site });
			const scripts = script === undefined ? html`` : html`<script src="${root}docs/${script}" defer></script>`;
			return writeDocument(drawn, { root, look, origin, hasInbox, assets: { ...assets, scripts }, head: undefined });
		},
		tag: entityTag(built),
		async writePage(context, { head, headers, isChecked, status, problem, posted, ...as }) {
			const { page } = asked(context, as);
			const drawn = await drawingOf(pages).drawPage({
				...page,
				...(problem && { problem }),
				...(posted !== undefined && { posted }),
			});
			const preload = preloadOf(pages, drawn.script, root);
			const all = { styles: assets.styles, scripts: html`${assets.scripts}\n${preload}` };
			const { origin } = page;
			const text = writeDocument(drawn, { root, look, assets: all, origin, hasInbox, head: head?.(drawn) });
			const { retryAfterSeconds } = drawn.head;
			const allHeaders = {
				Vary: 'Accept',
				...headers?.(drawn),
				...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
				...look.headers,
				...documentHeaders,
				...(isChecked && { ETag: weakEntityTag(text) }),
				// The next visit may get the missing answers.
				...((as.withSession || !drawn.isComplete) && privately),
			};
			const answer = { status: status ?? drawn.head.status ?? 200, headers: allHeaders, body: text };
			return unlessKnown(await packedAnswer(context, answer), context.req.header('if-none-match'));
		},
		async takeForm(context, form) {
			const { page, cookies } = asked(context, { withSession: true });
			return { ...(await drawingOf(pages).takeForm(page, form)), cookies };
		},
		async showProblem(context, answer) {
			if (!prefersPage(context.req.header('accept')) || !pages.drawing) return answer;
			const { 'Content-Type': _, 'Retry-After': retryAfter, ...headers } = answer.headers;
			const problem = JSON.parse(String(answer.body)) as Problem;
			const drawing = writer.writePage(context, {
				problem: { ...problem, ...(retryAfter && { retryAfterSeconds: Number(retryAfter) }) },
				status: answer.status,
				headers: () => ({ ...headers, ...(retryAfter && { 'Retry-After': retryAfter }) }),
			});
			// If drawing fails, the problem is answered without a page.
			const page = await drawing.catch(() => answer);
			return { ...page, ...(answer.failure !== undefined && { failure: answer.failure }) };
		},
	};
	return writer;
}

/** Returns the drawing. Fails with `unavailable` if there is no build. */
export function drawingOf({ drawing }: BuiltPages): Drawing {
	if (drawing) return drawing;
	throw new BrokerError('unavailable', 'The pages are not built. Run `npm run build`, and start the broker again.');
}

type Assets = { scripts: Markup; styles: Markup };

/** Reads scripts and styles from the head of Vite, whose addresses begin with `./`. */
function assetsOf(built: string, root: string): Assets {
	const head = built.slice(built.indexOf('<head>'), built.indexOf('</head>'));
	const elements = head.match(/<(?:script|link)\b[^<>]*>(?:<\/script>)?/g) ?? [];
	const isStyle = (element: string) => /\brel="stylesheet"/.test(element);
	const isScript = (element: string) => element.startsWith('<script') || /\brel="modulepreload"/.test(element);
	const write = (is: (element: string) => boolean) =>
		unescaped(elements.filter(is).join('\n').replaceAll('="./', `="${root}`));
	return { scripts: write(isScript), styles: write(isStyle) };
}

/** Has the browser load the script of a page beside the one that would ask for it. */
function preloadOf({ files }: BuiltPages, script: string, root: string): Markup | undefined {
	const file = files.keys().find((name) => name.startsWith(`assets/${script}-`) && name.endsWith('.js'));
	return file === undefined ? undefined : html`<link rel="modulepreload" crossorigin href="${root}${file}">`;
}

const feedTitle = 'New citations';

type Written = {
	root: string;
	look: SiteLook;
	origin: string;
	/** Whether the page names the inbox for notifications. */
	hasInbox: boolean;
	assets: Assets;
	head: Markup | undefined;
};

function writeDocument(
	{ head, body, state }: Pick<DrawnPage, 'head' | 'body'> & { state?: string },
	{ root, look: { site, style }, origin, hasInbox, assets, head: more }: Written,
): string {
	const { title, description, canonical, feed, kind = 'website', listed = true, still = false }: PageHead = head;
	const address = canonical === undefined ? undefined : origin + canonical;
	const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${site.colour !== undefined && html`<meta name="theme-color" content="${site.colour}">`}
<title>${windowTitle(title, site.name)}</title>
<meta name="description" content="${description}">
${!listed && html`<meta name="robots" content="noindex">`}
${address !== undefined && html`<link rel="canonical" href="${address}">`}
${address !== undefined && html`<meta property="og:url" content="${address}">`}
${feed !== undefined && html`<link rel="alternate" type="${atomMediaType}" title="${feedTitle}" href="${origin + feed}">`}
${hasInbox && address !== undefined && html`<link rel="${inboxRelation}" href="${root}inbox">`}
<meta property="og:site_name" content="${site.name}">
<meta property="og:type" content="${kind}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<link rel="icon" sizes="any" type="image/svg+xml" href="${root}favicon.svg">
${more}
${assets.styles}
${style !== undefined && html`<style>${unescaped(style)}</style>`}
${!still && assets.scripts}
</head>
<body>
<div id="app">${unescaped(body)}</div>
${!still && state !== undefined && dataBlock({ type: 'application/json', id: 'page-state' }, state)}
</body>
</html>
`;
	return text.toString();
}

// Browsers revalidate it at every visit, since it names the assets by hash.
const documentHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Cache-Control': 'no-cache',
} as const;
