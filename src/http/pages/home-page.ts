// The first page as it is sent: the field to find works with, examples, and what the broker holds.
// The explorer takes its place, and looks the same. It knows no counting.

import { BrokerError } from '../../errors.ts';
import { mainIdentifier, titleOf } from '../../links/words.ts';
import { html, type Markup } from '../answers/html.ts';
import { requireHtmlAccepted } from '../answers/media-types.ts';
import { type Page, pagesRoot } from '../answers/page.ts';
import { workPath } from '../routes/work-path.ts';
import { siteAddress } from '../server/addresses.ts';
import { checkedDocument, type DocumentWriter, siteName } from './document.ts';
import { typeText } from './object/work-texts.ts';
import { offers } from './offers.ts';
import { findForm } from './site-frame.ts';
import { asOf, held, howToFill } from './sources/held.ts';
import { isBeingCounted, type SourcesNeeds, type ToldSources, tellSourcesTo } from './sources/told-sources.ts';

type Needs = SourcesNeeds & { writeDocument: DocumentWriter };

/** As many as the explorer asks for. */
const providersShown = 5;
const examplesOfType = 2;

/** Creates the page. */
export function createHomePage(needs: Needs): Page {
	const { settings, writeDocument } = needs;
	const root = pagesRoot(settings.publicUrl);
	return {
		paths: ['/'],
		counted: true,
		tellProblem: writeDocument.tellProblem,
		async handle(context) {
			requireHtmlAccepted(context.req.header('accept'));
			const told = await tellSourcesTo(needs, context, { size: providersShown }).catch(unlessAway);
			const text = writeDocument({
				title: siteName,
				description:
					'Who cites, uses or supplements a work, over all its identifiers and versions, since when, and who says so.',
				canonical: siteAddress(context.req.url, settings.publicUrl),
				hasField: true,
				content: content(root, told?.sources, writeDocument.isBuilt),
				...(told && { held: [told.held] }),
			});
			return checkedDocument(context, text);
		},
	};
}

/** The field is there whatever else is not: the rest is left out while it cannot be told. */
function unlessAway(error: unknown): undefined {
	if (!(error instanceof BrokerError) || error.code !== 'unavailable') throw error;
}

function content(root: string, sources: ToldSources | undefined, isBuilt: boolean): Markup {
	return html`<main id="content" class="home">
<h1>Who cites, uses or supplements a work?</h1>
<p class="lead">Paste any identifier of a paper, a piece of software or a data set – a DOI, an arXiv number,
a repository address – or type words of its title and the names of who made it.</p>
${findForm({ root, words: '', compact: false })}
<p class="note">Many at once: <a href="${root}report">a report on a list of identifiers</a></p>
${sources && (sources.empty ? howToFill(root) : whatIsHere(sources, root))}
${!isBuilt && notBuilt}
<section aria-labelledby="offers"><h2 id="offers" class="visually-hidden">What you will see</h2>
<dl class="offers">
${offers.map(({ title, text }) => html`<div><dt>${title}</dt><dd>${text}</dd></div>\n`)}</dl></section>
</main>`;
}

const notBuilt = html`<section class="notice" aria-labelledby="not-built">
<h2 id="not-built">The explorer is not built</h2>
<p>The broker works; only what its pages do with a script is missing. Its operator can build it, and then start
the broker again; <code>npm ci</code> does so by itself:</p>
<pre>npm run build</pre></section>`;

function whatIsHere(sources: ToldSources, root: string): Markup {
	if (isBeingCounted(sources)) return html`<p class="note">What this broker holds is being counted.</p>`;
	const { providers, providers_total: total } = sources;
	const items = providers.map(
		({ name, links }) => html`<li><bdi>${name}</bdi>
<span class="count">${links.toLocaleString('en')} links</span></li>\n`,
	);
	return html`${examples(sources, root)}<section aria-labelledby="held">
<h2 id="held">What this broker holds</h2>
${held(sources, root)}</section>
<section aria-labelledby="from">
<h2 id="from">From ${total === 1 ? 'one provider' : `${total.toLocaleString('en')} providers`}</h2>
<ol class="top-providers">
${items}</ol>
<p class="all-sources"><a href="${root}providers">All sources, and how they grew</a></p>
${asOf(sources)}</section>`;
}

/** Writes the most cited works of each type. */
function examples({ examples: all }: ToldSources, root: string): Markup | undefined {
	const linked = all.filter((work) => linksOf(work) > 0);
	const shown = [...Map.groupBy(linked, ({ Type }) => Type.Name).values()].flatMap((ofType) =>
		ofType.slice(0, examplesOfType),
	);
	if (shown.length === 0) return undefined;
	const items = shown.map((work) => {
		const address = `${root}objects/${workPath(mainIdentifier(work.Identifiers))}`;
		return html`<li><a href="${address}"><span class="kind"><span>${typeText(work)}</span>
<span>${linksText(work)}</span></span>
<bdi class="${work.Title ? 'title' : 'title identifier'}">${titleOf(work)}</bdi></a></li>\n`;
	});
	return html`<section aria-labelledby="examples">
<h2 id="examples">For example, the most cited here</h2>
<ul class="examples">
${items}</ul>
</section>
`;
}

type Example = ToldSources['examples'][number];

function linksOf({ counts }: Example): number {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function linksText(work: Example): string {
	const cited = work.counts.isCitedBy;
	if (cited > 0) return `cited by ${cited.toLocaleString('en')}`;
	const links = linksOf(work);
	return links === 1 ? 'one link' : `${links.toLocaleString('en')} links`;
}
