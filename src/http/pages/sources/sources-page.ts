// The page of the sources, GET /providers: what is held, each link provider with its growth, and
// the schemes of identifiers. The explorer takes its place, and looks the same. It knows no
// counting.
import { z } from '@hono/zod-openapi';
import { readParametersBy, wholeNumberOr } from '../../../broker/searching/parameters.ts';
import { schemeTitle } from '../../../identifiers/index.ts';
import { html, type Markup } from '../../answers/html.ts';
import { requireHtmlAccepted } from '../../answers/media-types.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import { readPageParameters } from '../../answers/query-parameters.ts';
import { siteAddress } from '../../server/addresses.ts';
import { checkedDocument, type DocumentWriter } from '../document.ts';
import { barsOf, nameOfBar } from '../embed/year-bars.ts';
import { asOf, held, howToFill } from './held.ts';
import { isBeingCounted, type SourcesNeeds, type ToldSources, tellSourcesTo } from './told-sources.ts';

type Needs = SourcesNeeds & { writeDocument: DocumentWriter };

/** As many as the explorer asks for. */
const mostProviders = 1_000;

const querySchema = z.object({ page: wholeNumberOr(1, 'page', 1, 10_000) });

/** Creates the page. */
export function createSourcesPage(needs: Needs): Page {
	const { settings, writeDocument } = needs;
	const root = pagesRoot(settings.publicUrl);
	return {
		paths: ['/providers'],
		counted: true,
		tellProblem: writeDocument.tellProblem,
		async handle(context) {
			requireHtmlAccepted(context.req.header('accept'));
			const { page } = readParametersBy(querySchema, readPageParameters(context.req.url, ['page']));
			const told = await tellSourcesTo(needs, context, { size: mostProviders, page });
			const text = writeDocument({
				title: 'Sources',
				description: 'Who provides the links of this broker, how many and since when, and what it holds.',
				canonical: `${siteAddress(context.req.url, settings.publicUrl)}providers`,
				content: content(told.sources, { root, page }),
				held: [told.held],
			});
			return checkedDocument(context, text);
		},
	};
}

type Place = { root: string; page: number };

function content(sources: ToldSources, place: Place): Markup {
	return html`<main id="content" class="sources">
<h1>Sources</h1>
${sources.empty ? howToFill(place.root) : isBeingCounted(sources) ? notCounted : whatIsTold(sources, place)}
</main>`;
}

const notCounted = html`<p class="notice">What this broker holds is being counted. Look again soon.</p>`;

const number = (count: number) => count.toLocaleString('en');

function whatIsTold(sources: ToldSources, { root, page }: Place): Markup {
	const { providers, providers_total: total, schemes } = sources;
	return html`${held(sources, root)}${asOf(sources)}<section aria-labelledby="providers">
<h2 id="providers">${total === 1 ? 'One provider says' : `${number(total)} providers say`} these links</h2>
<section class="scrolling tall" tabindex="0" aria-label="Providers, as a table"><table>
<thead><tr><th scope="col">Provider</th><th scope="col" class="amount">Links</th>
<th scope="col" class="amount">Works</th><th scope="col">First link</th><th scope="col">Last link</th>
<th scope="col">Last received</th><th scope="col">Links per year</th></tr></thead>
<tbody>
${providers.map((provider) => row(provider, root))}</tbody>
</table></section>
${pager(sources, { root, page })}</section>
<section class="schemes" aria-labelledby="schemes">
<h2 id="schemes">Identifiers by scheme</h2>
<section class="scrolling" tabindex="0" aria-label="Schemes, as a table"><table>
<thead><tr><th scope="col">Scheme</th><th scope="col" class="amount">Identifiers</th></tr></thead>
<tbody>
${schemes.map(
	({ scheme, identifiers }) => html`<tr><th scope="row">${schemeTitle(scheme)}</th>
<td class="amount">${number(identifiers)}</td></tr>\n`,
)}</tbody>
</table></section>
</section>`;
}

/** Leads to the other pages of providers, those with the most links first. */
function pager({ providers_total: total }: ToldSources, { root, page }: Place): Markup | undefined {
	const pages = Math.ceil(total / mostProviders);
	if (pages <= 1) return undefined;
	const addressOf = (page: number) => `${root}providers${page === 1 ? '' : `?page=${page}`}`;
	return html`<nav class="pager" aria-label="Pages">
${page > 1 && html`<a rel="prev" href="${addressOf(Math.min(page - 1, pages))}">Previous</a>`}
<span>Page ${number(page)} of ${number(pages)}</span>
${page < pages && html`<a rel="next" href="${addressOf(page + 1)}">Next</a>`}</nav>
`;
}

type Provider = ToldSources['providers'][number];

function row(provider: Provider, root: string): Markup {
	const { name, links, works, first_link, last_link, last_received, years } = provider;
	const report = `${root}report?${new URLSearchParams({ provider: name })}`;
	const day = (date: string | null) => html`<td class="day">${date?.slice(0, 10)}</td>`;
	return html`<tr><th scope="row" class="provider">
<a href="${report}"><bdi>${name}</bdi></a></th>
<td class="amount">${number(links)}</td><td class="amount">${number(works)}</td>
${day(first_link)}${day(last_link)}${day(last_received)}
<td>${growth(years.map(({ year, links }) => [year, links] as const))}</td></tr>
`;
}

const [barWidth, gap, height] = [5, 1, 24];

/** Draws the links of each year as one bar, with the same in words. */
function growth(years: readonly (readonly [year: number, links: number])[]): Markup | undefined {
	if (years.length === 0) return undefined;
	const bars = barsOf(years);
	const most = Math.max(...bars.map(({ count }) => count));
	const words = bars.filter(({ count }) => count > 0).map((bar) => `${nameOfBar(bar)}: ${number(bar.count)}`);
	const rects = bars.map(({ count }, at) => {
		const tall = count === 0 ? 0 : Math.max(1.5, (count / most) * height).toFixed(2);
		const y = (height - Number(tall)).toFixed(2);
		return html`<rect class="bar" x="${at * (barWidth + gap)}" y="${y}" width="${barWidth}" height="${tall}"/>`;
	});
	const width = bars.length * (barWidth + gap);
	return html`<svg class="small-bars" role="img" aria-label="${words.join(', ')}"
width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${rects}</svg>`;
}
