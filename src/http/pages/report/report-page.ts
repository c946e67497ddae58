// The page of reports as it is sent, GET /report: a form that keeps the list, and what answers it
// where there is no script; knows no report.
import type { Settings } from '../../../settings.ts';
import { html, type Markup } from '../../answers/html.ts';
import { requireHtmlAccepted } from '../../answers/media-types.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import { siteAddress } from '../../server/addresses.ts';
import { checkedDocument, type DocumentWriter } from '../document.ts';

type Needs = { settings: Pick<Settings, 'publicUrl'>; writeDocument: DocumentWriter };

/** Creates the page. */
export function createReportPage({ settings, writeDocument }: Needs): Page {
	const root = pagesRoot(settings.publicUrl);
	return {
		paths: ['/report'],
		handle(context) {
			requireHtmlAccepted(context.req.header('accept'));
			const asked = new URL(context.req.url).searchParams;
			const text = writeDocument({
				title: 'Report on works',
				description:
					'How many works cite, use or supplement each work of a list, a DOI prefix or a provider, by itself and ' +
					'over all its versions, by year, and who says so.',
				canonical: `${siteAddress(context.req.url, settings.publicUrl)}report`,
				content: content(root, asked, writeDocument.isBuilt),
				...(asked.size > 0 && { unlisted: true }),
			});
			return checkedDocument(context, text);
		},
	};
}

function content(root: string, asked: URLSearchParams, isBuilt: boolean): Markup {
	const plain = html`<button type="submit" class="primary" formaction="${root}report/table">Report</button>`;
	// The first button is what Enter presses: without a script, that which leads somewhere.
	const buttons = isBuilt
		? html`<noscript>${plain}</noscript><button type="submit" class="primary with-script">Report</button>`
		: plain;
	const table = asked.size > 0 && html`<a href="${root}report/table?${asked}">As a plain table</a>.`;
	const without = html`<p class="notice">The plot and sorting need a script. ${table}
As CSV <a href="${root}docs">the interface for programs</a> (<code>POST /api/reports</code>)
and <code>link-broker objects report</code> answer it.</p>`;
	const other = (name: string, label: string, example: string) => html`<label class="other"><span>${label}</span>
<input type="text" name="${name}" value="${asked.get(name) ?? ''}" placeholder="${example}"
autocomplete="off" spellcheck="false"></label>\n`;
	return html`<main id="content" class="report">
<h1>Report on works</h1>
<p class="lead">How many works cite, use or supplement each of them, by itself and over all its versions,
and since when, and who says so.</p>
<form class="list-form" action="${root}report" method="get">
<label for="ids">Identifiers, one a line</label>
<textarea id="ids" name="ids" rows="10" autocomplete="off" spellcheck="false">
${asked.get('ids') ?? ''}</textarea>
<div class="list-others">
${other('prefix', 'or all with this DOI prefix', '10.5281')}${other(
	'provider',
	'or those of a link provider',
	'Zenodo',
)}</div>
<div class="list-acts"><label class="since"><span>New since</span>
<input type="date" name="since" value="${asked.get('since') ?? ''}"></label>
${buttons}</div>
</form>
${isBuilt ? html`<noscript>${without}</noscript>` : without}
</main>`;
}
