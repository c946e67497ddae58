// The page of reports, GET /report, their CSV, GET /report.csv, and the former address of their table,
// GET /report/table.
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import type { Answer } from '../../answers/answer.ts';
import { requireHtmlAccepted } from '../../answers/media-types.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { answerForm } from '../answer-form.ts';
import type { CreateAsking } from '../ask-interface.ts';
import type { PageWriter } from '../page-writer.ts';
import { countingOf, questionOf, readReportQuery, reportableOf } from './report-query.ts';

type Needs = { pageWriter: PageWriter; createAsks: CreateAsking; settings: Pick<Settings, 'publicUrl'> };

/** The limit of works in one report of the API. */
const mostInCsv = 1_000;

const mostFormBytes = 6_000_000;
const tooLarge = '. Go back and split the list';

/** The orders of the former table. */
const sortsOfTable: Readonly<Record<string, string>> = {
	published: '-published',
	cited: '-identity_isCitedBy',
	versions: '-version_isCitedBy',
	since: '-version_since',
};

/** Creates the pages; their questions count for the rate limit, not the pages. */
export function createReportPages(needs: Needs): Page[] {
	const { pageWriter, settings } = needs;
	const root = pagesRoot(settings.publicUrl);
	const { showProblem } = pageWriter;
	return [
		{
			paths: ['/report'],
			showProblem,
			handle(context) {
				requireHtmlAccepted(context.req.header('accept'));
				return pageWriter.writePage(context, { isChecked: true });
			},
		},
		{
			paths: ['/report'],
			method: 'post',
			showProblem,
			handle: (context) => answerForm(context, needs, { mostBytes: mostFormBytes, tooLarge }),
		},
		{ paths: ['/report.csv'], showProblem, handle: (context) => writeCsv(needs, context) },
		{
			paths: ['/report/table'],
			handle(context) {
				const { searchParams } = new URL(context.req.url);
				const sort = sortsOfTable[searchParams.get('sort') ?? ''];
				if (sort !== undefined) searchParams.set('sort', sort);
				const query = searchParams.size > 0 ? `?${searchParams}` : '';
				return { status: 308, headers: { Location: `${root}report${query}` }, body: null };
			},
		},
	];
}

/** Answers the CSV of the API, or its problem. */
async function writeCsv({ createAsks, pageWriter }: Needs, context: HttpContext): Promise<Answer> {
	const query = readReportQuery(new URL(context.req.url).searchParams);
	const about = reportableOf(query);
	if ('problem' in about) throw new BrokerError('bad-query', about.problem);
	const { ask } = createAsks(context, {});
	const address = `/api/reports?${new URLSearchParams(countingOf(query))}`;
	const response = await ask(new URL(address, context.req.url), {
		method: 'POST',
		headers: { Accept: 'text/csv', 'Content-Type': 'application/json' },
		body: JSON.stringify(questionOf(about, { ...query, size: mostInCsv })),
	});
	const given = ['Content-Type', 'Retry-After', 'Definition'].map((name) => [name, response.headers.get(name)]);
	const headers = Object.fromEntries(given.filter(([, value]) => value !== null)) as Record<string, string>;
	const { status } = response;
	if (!response.ok) return pageWriter.showProblem(context, { status, headers, body: await response.text() });
	// As bytes: a text would lose its byte order mark.
	const body = new Uint8Array(await response.arrayBuffer());
	return { status, body, headers: { ...headers, 'Content-Disposition': 'attachment; filename="report.csv"' } };
}
