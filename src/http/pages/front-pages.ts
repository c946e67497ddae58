// The first page and those of explanations and reports, as they are sent: what they are about, and
// a form that works without a script, or says what does; knows no answer.
import type { Settings } from '../../settings.ts';
import { html, type Markup } from '../answers/html.ts';
import { requireHtmlAccepted } from '../answers/media-types.ts';
import { type Page, pagesRoot } from '../answers/page.ts';
import { siteAddress } from '../server/addresses.ts';
import type { HttpContext } from '../server/http-context.ts';
import { checkedDocument, type DocumentParts, type DocumentWriter, siteName } from './document.ts';
import { findForm } from './site-frame.ts';

type Needs = { settings: Pick<Settings, 'publicUrl'>; writeDocument: DocumentWriter };

const whatFor =
	'Who cites, uses or supplements a work, over all its identifiers and versions, since when, and who says so.';

/** Creates the pages. */
export function createFrontPages(needs: Needs): Page[] {
	const root = pagesRoot(needs.settings.publicUrl);
	return [
		frontPage(needs, '/', () => ({
			title: siteName,
			description: whatFor,
			content: home(root, needs.writeDocument.isBuilt),
		})),
		frontPage(needs, '/explain', (asked) => ({
			title: 'Why do two identifiers belong together?',
			description:
				'The shortest chain of reported links that makes two identifiers one work, versions of one, or linked.',
			content: explanation(root, asked),
			...(asked.size > 0 && { unlisted: true }),
		})),
		frontPage(needs, '/report', (asked) => ({
			title: 'Report on works',
			description:
				'How many works cite, use or supplement each work of a list, a DOI prefix or a provider, by itself and over all its versions, by year, and who says so.',
			content: report(root, asked, needs.writeDocument.isBuilt),
			...(asked.size > 0 && { unlisted: true }),
		})),
	];
}

function frontPage(
	{ settings, writeDocument }: Needs,
	path: string,
	describe: (asked: URLSearchParams) => DocumentParts,
): Page {
	return {
		paths: [path],
		handle(context: HttpContext) {
			requireHtmlAccepted(context.req.header('accept'));
			const site = siteAddress(context.req.url, settings.publicUrl);
			const parts = describe(new URL(context.req.url).searchParams);
			return checkedDocument(context, writeDocument({ canonical: site + path.slice(1), ...parts }));
		},
	};
}

function home(root: string, isBuilt: boolean): Markup {
	return html`<main id="content" class="home">
<h1>Who cites, uses or supplements a work?</h1>
<p class="lead">Paste any identifier of a paper, a piece of software or a data set – a DOI, an arXiv number, a repository address – or
type words of its title and the names of who made it.</p>
${findForm({ root, words: '', compact: false })}
<p class="note">Many at once: <a href="${root}report">a report on a list of identifiers</a></p>
${!isBuilt && notBuilt}
</main>`;
}

const notBuilt = html`<section class="notice" aria-labelledby="not-built"><h2 id="not-built">The explorer is not built</h2>
<p>The broker works; only what its pages do with a script is missing. Its operator can build it, and then start the broker again; <code>npm ci</code> does so by itself:</p>
<pre>npm run build</pre></section>`;

function explanation(root: string, asked: URLSearchParams): Markup {
	const field = (name: string, label: string) =>
		html`<label>${label} <input name="${name}" type="text" value="${asked.get(name) ?? ''}" required autocomplete="off" spellcheck="false"></label>\n`;
	return html`<main id="content" class="explain">
<h1>Why do two identifiers belong together?</h1>
<p>The shortest chain of what was reported that makes two identifiers one work, versions of one, or linked.</p>
<form action="${root}api/why" method="get">
${field('id', 'One identifier')}${field('other', 'Another')}<input type="hidden" name="prettyprint" value="1">
<button type="submit" class="primary">Explain</button>
</form>
</main>`;
}

function report(root: string, asked: URLSearchParams, isBuilt: boolean): Markup {
	const without = html`<p class="notice">The table needs a script. Without one, <a href="${root}docs">the interface for programs</a> answers it as CSV (<code>POST /api/reports</code>), and so does <code>link-broker objects report</code>.</p>`;
	const other = (name: string, label: string, example: string) =>
		html`<label class="other"><span>${label}</span> <input type="text" name="${name}" value="${asked.get(name) ?? ''}" placeholder="${example}" autocomplete="off" spellcheck="false"></label>\n`;
	return html`<main id="content" class="report">
<h1>Report on works</h1>
<p class="lead">How many works cite, use or supplement each of them, by itself and over all its versions,
since when, and who says so.</p>
<form class="list-form" action="${root}report" method="get">
<label for="ids">Identifiers, one a line</label>
<textarea id="ids" name="ids" rows="10" autocomplete="off" spellcheck="false">
${asked.get('ids') ?? ''}</textarea>
<div class="list-others">
${other('prefix', 'or all with this DOI prefix', '10.5281')}${other('provider', 'or those of a link provider', 'Zenodo')}</div>
<div class="list-acts"><label class="since"><span>New since</span> <input type="date" name="since" value="${asked.get('since') ?? ''}"></label> <button type="submit" class="primary">Report</button></div>
</form>
${isBuilt ? html`<noscript>${without}</noscript>` : without}
</main>`;
}
