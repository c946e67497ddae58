// What a report leaves out, and why: works that follow, and identifiers that name none.

import type { ReportedWork } from '../../../clients/typescript/src/schemas.ts';
import { mostReported, type Reportable } from '../../../src/http/pages/report/report-query.ts';
import { countText } from '../../../src/links/words.ts';
import type { ReportView } from '../address/report-view.ts';
import { searchView, writeSearchView } from '../address/search-view.ts';
import { Pager } from '../shell/pager.tsx';
import { sitePath } from '../site/site.ts';
import { givenText } from './report-rows.ts';
import type { Report } from './use-report.ts';

/** Without `view` no address holds the report. */
type Props = { about: Reportable; view: ReportView | undefined; report: Report };

/** Says where a report is not about all of its subject, or about nothing. */
export function Bounds({ about, view, report }: Props) {
	const { reported, next, asOf } = report;
	const shown = countText(reported.length);
	const isCut = next !== undefined && reported.length >= mostReported;
	if (asOf === null) return <p class="notice">The works of this provider are not counted yet. Look again soon.</p>;
	if ('prefix' in about && isCut) return <TooMany prefix={about.prefix} shown={reported.length} />;
	if ('prefix' in about && reported.length === 0 && view?.cursor === undefined)
		return <p class="notice">No work with such a DOI is known here.</p>;
	return (
		<>
			{asOf !== undefined && <AsCounted asOf={asOf} isFirst={view?.cursor === undefined} report={report} />}
			{view ? (
				<Pager
					first={view.cursor === undefined ? undefined : { ...view, cursor: undefined }}
					next={next === undefined ? undefined : { ...view, cursor: next }}
					place={`Only these ${shown} are summed and listed.`}
					words={{ first: 'The first ones', next: 'The next ones' }}
				/>
			) : (
				<p class="notice">
					The list is too long for a link: only its first {shown} are summed and listed. Divide it, or ask{' '}
					<a href={sitePath('/docs')}>the interface for programs</a>.
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
			These are the first {countText(shown)} in the order of their DOIs; there are more. Give more of the prefix, such
			as {more}, or <a href={mostCited}>see those that are cited most</a>.
		</p>
	);
}

type AsCountedProps = { asOf: string; isFirst: boolean; report: Report };

function AsCounted({ asOf, isFirst, report: { reported, total = 0 } }: AsCountedProps) {
	const shown = countText(reported.length);
	const all = countText(total);
	const these = isFirst ? `The ${shown} that are cited most` : `These are ${shown}`;
	return (
		<p class="note">
			{total > reported.length
				? `${these} of ${all} works of which it speaks`
				: `All ${shown} works of which it speaks`}
			, as counted {asOf.slice(0, 10)} at {asOf.slice(11, 16)} UTC.
		</p>
	);
}

/** Lists what the table leaves out, and why. */
export function NotCounted({ reported }: { reported: readonly ReportedWork[] }) {
	const unclear = reported.filter(({ problem }) => problem !== undefined);
	const unknown = reported.filter(({ known, problem }) => !known && problem === undefined);
	return (
		<>
			<LeftOut id="unclear" title="Not understood" works={unclear} />
			<LeftOut id="unknown" title="Nothing is known of" works={unknown} />
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
