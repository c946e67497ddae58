// What a report leaves out, and why: later works, and identifiers that match no work.

import type { ReportedWork } from '../../../clients/typescript/src/schemas.ts';
import { mostReported, type Reportable } from '../../../src/http/pages/report/report-query.ts';
import { countText } from '../../../src/links/words.ts';
import type { ReportView } from '../address/report-view.ts';
import { searchView, writeSearchView } from '../address/search-view.ts';
import { Pager } from '../shell/pager.tsx';
import { sitePath } from '../site/site.ts';
import { givenText } from './report-rows.ts';
import type { Report } from './use-report.ts';

/** Without `view`, the report does not fit into an address. */
type Props = { about: Reportable; view: ReportView | undefined; report: Report };

/** Renders a note where a report covers only a part of its subject, or nothing. */
export function Bounds({ about, view, report }: Props) {
	const { reported, next, asOf } = report;
	const shown = countText(reported.length);
	const isCut = next !== undefined && reported.length >= mostReported;
	if (asOf === null) return <p class="notice">The works of this provider are not counted yet. Try again soon.</p>;
	if ('prefix' in about && isCut) return <TooMany prefix={about.prefix} shown={reported.length} />;
	if ('prefix' in about && reported.length === 0 && view?.cursor === undefined)
		return <p class="notice">No known work has a DOI with this prefix.</p>;
	return (
		<>
			{asOf !== undefined && <AsCounted asOf={asOf} isFirst={view?.cursor === undefined} report={report} />}
			{view ? (
				<Pager
					first={view.cursor === undefined ? undefined : { ...view, cursor: undefined }}
					next={next === undefined ? undefined : { ...view, cursor: next }}
					place={`Only these ${shown} works are summed and listed.`}
					words={{ first: 'First works', next: 'Next works' }}
				/>
			) : (
				<p class="notice">
					The list is too long for a link: only its first {shown} identifiers are summed and listed. Split the list, or
					use <a href={sitePath('/docs')}>the API</a>.
				</p>
			)}
		</>
	);
}

function TooMany({ prefix, shown }: { prefix: string; shown: number }) {
	const more = prefix.includes('/') ? `${prefix}1` : `${prefix}/a`;
	const mostCited = writeSearchView(searchView(`identifier:${prefix}*`, { sort: 'mostcited' }));
	return (
		<p class="notice">
			These are the first {countText(shown)} works in the order of their DOIs; there are more. Enter a longer prefix,
			such as {more}, or <a href={mostCited}>see the most cited works</a>.
		</p>
	);
}

type AsCountedProps = { asOf: string; isFirst: boolean; report: Report };

function AsCounted({ asOf, isFirst, report: { reported, total = 0 } }: AsCountedProps) {
	const shown = countText(reported.length);
	const all = countText(total);
	const these = isFirst ? `The ${shown} most cited` : `${shown}`;
	return (
		<p class="note">
			{total > reported.length
				? `${these} of the ${all} works that the provider links`
				: `All ${shown} works that the provider links`}
			, as of {asOf.slice(0, 10)} {asOf.slice(11, 16)} UTC.
		</p>
	);
}

/** Lists the identifiers that the table leaves out, with their problems. */
export function NotCounted({ reported }: { reported: readonly ReportedWork[] }) {
	const unclear = reported.filter(({ problem }) => problem !== undefined);
	const unknown = reported.filter(({ known, problem }) => !known && problem === undefined);
	return (
		<>
			<LeftOut id="unclear" title="Not recognised" works={unclear} />
			<LeftOut id="unknown" title="Unknown identifiers" works={unknown} />
		</>
	);
}

function LeftOut({ id, title, works }: { id: string; title: string; works: readonly ReportedWork[] }) {
	if (works.length === 0) return null;
	return (
		<section aria-labelledby={id}>
			<h2 id={id}>
				{title}: {countText(works.length)}
			</h2>
			<ul class="left-out">
				{works.map((one) => (
					<li key={givenText(one)}>
						<bdi class="identifier">{givenText(one)}</bdi> {one.problem && <span class="note">{one.problem}</span>}
					</li>
				))}
			</ul>
		</section>
	);
}
