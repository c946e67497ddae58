// A report as a plain table, GET /report/table: what the page of reports shows, for who has no
// script. It knows no counting.
import type { Broker } from '../../../broker/broker.ts';
import { describeReport } from '../../../broker/objects/report-document.ts';
import type { SelectedWorks } from '../../../broker/objects/select-works.ts';
import { BrokerError, errorCatalogue } from '../../../errors.ts';
import { readDateInstant } from '../../../links/link-date.ts';
import type { Settings } from '../../../settings.ts';
import { html, type Markup } from '../../answers/html.ts';
import { prefersPage, requireHtmlAccepted } from '../../answers/media-types.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import { siteAddress } from '../../server/addresses.ts';
import { clientGone, type HttpContext } from '../../server/http-context.ts';
import { type DocumentWriter, documentAnswer } from '../document.ts';
import { identifierLink } from '../object/work-lines.ts';
import { typeText } from '../object/work-texts.ts';
import { ordered, orderingHead, type ReportOrder, readReportOrder } from './report-order.ts';

type Needs = {
	broker: Broker;
	settings: Pick<Settings, 'publicUrl'>;
	writeDocument: DocumentWriter;
};

type Report = ReturnType<typeof describeReport>;
type Reported = { report: Report; leftOut: number; order: ReportOrder | undefined };
type Outcome = Reported | { failure: BrokerError };

/** So many works one page has; a longer list is for the explorer and for programs. */
const worksOnPage = 100;

/** Creates the page. */
export function createReportTable(needs: Needs): Page {
	const { settings, writeDocument } = needs;
	const root = pagesRoot(settings.publicUrl);
	return {
		paths: ['/report/table'],
		counted: true,
		tellProblem: writeDocument.tellProblem,
		async handle(context) {
			requireHtmlAccepted(context.req.header('accept'));
			const asked = new URL(context.req.url).searchParams;
			const outcome = await report(needs, context, asked);
			const text = writeDocument({
				title: 'Report on works',
				description: 'How many works cite each work of a list, a DOI prefix or a provider, and who says so.',
				canonical: `${siteAddress(context.req.url, settings.publicUrl)}report`,
				content: content(root, asked, outcome),
				...{ still: true, unlisted: true },
			});
			const status = 'failure' in outcome ? errorCatalogue[outcome.failure.code].status : 200;
			return documentAnswer(context, text, { status });
		},
	};
}

async function report(needs: Needs, context: HttpContext, asked: URLSearchParams): Promise<Outcome> {
	const given = (name: string) => asked.get(name)?.trim() || undefined;
	const since = readDateInstant(given('since') ?? '');
	try {
		const order = readReportOrder(asked.get('sort'));
		const { inputs, ...selected } = await select(needs.broker, given);
		const works = inputs.slice(0, worksOnPage);
		const reported = await needs.broker.reportWorks(works, { since, signal: clientGone(context) });
		return { report: describeReport(reported, selected), leftOut: inputs.length - works.length, order };
	} catch (cause) {
		const error = asOfTheQuery(cause);
		const isTold = error instanceof BrokerError && errorCatalogue[error.code].status < 500;
		if (!isTold || !prefersPage(context.req.header('accept'))) throw error;
		return { failure: error };
	}
}

/** What is wrong with a prefix on a command line is wrong with the query here. */
function asOfTheQuery(error: unknown): unknown {
	const isUsage = error instanceof BrokerError && error.code === 'bad-usage';
	return isUsage ? new BrokerError('bad-query', error.message, { cause: error }) : error;
}

/** A list goes before a prefix, a prefix before a provider, as on the page with the form. */
async function select(broker: Needs['broker'], given: (name: string) => string | undefined): Promise<SelectedWorks> {
	const lines = (given('ids') ?? '').split(/[\r\n]/).map((line) => line.trim());
	const ids = [...new Set(lines.filter((line) => line !== ''))];
	const [prefix, provider, cursor] = ['prefix', 'provider', 'cursor'].map(given);
	const step = { size: worksOnPage, cursor };
	if ([...ids, prefix, provider].some((text) => text?.includes('\0'))) {
		throw new BrokerError('bad-query', 'The character NUL (%00) stands in no identifier and no name.');
	}
	if (ids.length > 0) return { inputs: ids, cursor: null };
	if (prefix !== undefined) return broker.selectWorks({ prefix }, step);
	if (provider !== undefined) return broker.selectWorks({ provider }, step);
	throw new BrokerError('bad-query', 'Name identifiers, a DOI prefix or a provider to report on.');
}

function content(root: string, asked: URLSearchParams, outcome: Outcome): Markup {
	const form = new URLSearchParams(asked);
	form.delete('cursor');
	return html`<main id="content" class="report">
<h1>Report on works</h1>
<p><a href="${root}report?${form}">Change what is asked</a></p>
${'failure' in outcome ? html`<p class="notice">${outcome.failure.message}</p>` : whatIsReported(root, asked, outcome)}
</main>`;
}

const number = (count: number) => count.toLocaleString('en');

function whatIsReported(root: string, asked: URLSearchParams, { report, leftOut, order }: Reported): Markup {
	const { works, summary, cursor } = report;
	const isDated = summary.cited_since !== undefined;
	const next = new URLSearchParams(asked);
	if (cursor !== undefined) next.set('cursor', cursor);
	const { identity, version } = summary.cited_by;
	const head = (column: ReportOrder) => orderingHead(`${root}report/table`, asked, column);
	return html`<p>${summary.works === 1 ? 'One known work' : `${number(summary.works)} known works`} on this page:
cited ${number(identity)} times by themselves, ${number(version)} times with all their versions.</p>
<section class="scrolling" tabindex="0" aria-label="Works, as a table"><table>
<thead><tr><th scope="col">Work</th><th scope="col">Type</th>${head('published')}
${head('cited')}${head('versions')}${isDated && head('since')}</tr></thead>
<tbody>
${ordered(works, order).map((work) => row(root, work, isDated))}</tbody>
</table></section>
${leftOut > 0 && html`<p class="note">${number(leftOut)} more of the list are left out here.</p>\n`}
${providersOf(summary)}
${cursor !== undefined && html`<p><a rel="next" href="${root}report/table?${next}">The next ones</a></p>\n`}`;
}

function row(root: string, work: Report['works'][number], isDated: boolean): Markup {
	const { input, understood_as: understood, counts, problem, known } = work;
	if (understood === undefined || counts === undefined) {
		const said = problem ?? (known ? '' : 'Nothing is known of it here.');
		return html`<tr><th scope="row">${typeof input === 'string' ? input : input.ID}</th>
<td colspan="${isDated ? 5 : 4}">${said}</td></tr>\n`;
	}
	const about = 'Type' in work ? work : undefined;
	const since = about?.cited_since?.version;
	return html`<tr><th scope="row">${about?.Title && html`<span class="title" dir="auto">${about.Title}</span> `}
${identifierLink(root, understood)}</th>
<td>${about?.Type && typeText({ Type: about.Type })}</td><td class="day">${about?.PublicationDate?.slice(0, 10)}</td>
<td class="amount">${number(counts.identity.isCitedBy)}</td>
<td class="amount">${number(counts.version.isCitedBy)}</td>
${isDated && html`<td class="amount">${since === undefined ? '' : number(since)}</td>`}</tr>\n`;
}

function providersOf({ providers }: Report['summary']): Markup | undefined {
	if (providers.length === 0) return undefined;
	return html`<section aria-labelledby="who"><h2 id="who">Who says that they are cited</h2>
<section class="scrolling" tabindex="0" aria-label="Providers, as a table"><table>
<thead><tr><th scope="col">Provider</th><th scope="col" class="amount">Links</th>
<th scope="col">First link</th><th scope="col">Last link</th></tr></thead>
<tbody>
${providers.map(
	({ name, links, first_link, last_link }) => html`<tr><th scope="row"><bdi>${name}</bdi></th>
<td class="amount">${number(links)}</td><td class="day">${first_link?.slice(0, 10)}</td>
<td class="day">${last_link?.slice(0, 10)}</td></tr>\n`,
)}</tbody>
</table></section></section>`;
}
