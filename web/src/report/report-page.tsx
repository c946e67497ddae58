// The page of a report: its form, and the works with sums and counts by relation and year.

import { useEffect, useRef, useState } from 'preact/hooks';
import { countingOf, type Reportable, reportableOf } from '../../../src/http/pages/report/report-query.ts';
import { countText, worksText } from '../../../src/links/words.ts';
import { followReport } from '../address/feeds.ts';
import { isNamed, type ReportLevel, type ReportView, reportView, writeReportView } from '../address/report-view.ts';
import type { Failure } from '../asking/failure.ts';
import { type Posted, usePosted } from '../posting/posted.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FollowMenu } from '../shell/follow-menu.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { sitePath } from '../site/site.ts';
import { CitedPlot } from './cited-plot.tsx';
import { ListForm } from './list-form.tsx';
import { ReportActions } from './report-actions.tsx';
import { Bounds, NotCounted } from './report-bounds.tsx';
import { rowsOf, yearsOfAll } from './report-rows.ts';
import { Summary } from './summary.tsx';
import { type Report, useReport } from './use-report.ts';
import { WorksTable } from './works-table.tsx';

const description =
	'Counts the works that cite, use or supplement each work of a list, a DOI prefix or a provider, for that version ' +
	'and for all its versions, by year and provider.';

const mostCitedFirst = { key: 'version_isCitedBy', descending: true } as const;

/** Renders the page. */
export function ReportPage({ view }: { view: ReportView }) {
	const posted = usePosted();
	const long = useLongList(view, posted);
	const asked = long
		? { ...view, ids: long.ids, since: long.since, ...countingOf(long), prefix: '', provider: '' }
		: view;
	const about = isNamed(asked) ? reportableOf(asked) : undefined;
	const refusal = about && 'problem' in about ? about.problem : undefined;
	const reportable = about && 'problem' in about ? undefined : about;
	const report = useReport(reportable, asked);
	return (
		<main id="content" class="report">
			<PageHeading
				title="Report on works"
				description={description}
				canonical={sitePath('/report')}
				listed={about === undefined}
				feed={reportable && !report.failure && !long ? followReport(view)?.feed : undefined}
				status={refusal === undefined ? undefined : 400}
				failure={report.failure && asQueryFailure(report.failure)}
			/>
			<p class="lead">
				Counts the works that cite, use or supplement each work of a list, for that version and for all its versions, by
				year and provider.
			</p>
			<ListForm view={asked} posted={posted} problem={posted?.refusal?.message ?? refusal} />
			{reportable && <Reported about={reportable} asked={asked} isInAddress={!long} report={report} />}
		</main>
	);
}

/** Returns a list too long for an address, from the form; the script keeps it. */
function useLongList(view: ReportView, posted: Posted | undefined): ReportView | undefined {
	const kept = useRef<ReportView>(undefined);
	if (posted?.answer || isNamed(view)) kept.current = posted?.answer as ReportView | undefined;
	return kept.current;
}

/** Turns an invalid body of the API request into an invalid query of the page. */
function asQueryFailure(failure: Failure): Failure {
	return failure.status === 422 ? { ...failure, status: 400 } : failure;
}

type Props = { about: Reportable; asked: ReportView; isInAddress: boolean; report: Report };

function Reported({ about, asked, isInAddress, report }: Props) {
	const { reported, failure, goOn, isAwaited, isComing } = report;
	const { level, order = 'identifiers' in about ? undefined : mostCitedFirst } = asked;
	const [isTakenOver, takeOver] = useState(false);
	useEffect(() => takeOver(true), []);
	// The script keeps a list that is too long for an address.
	const kept = isTakenOver ? reportView({ level, order: asked.order, ...countingOf(asked) }) : undefined;
	const view = isInAddress ? asked : kept;
	const isBusy = isAwaited || isComing;
	const isComplete = !isBusy && !failure;
	const rows = rowsOf(reported);
	useEffect(() => {
		if (isComplete) announce(`The report is complete: ${worksText(rows.length)}.`);
	}, [isBusy]);
	return (
		<div aria-busy={isBusy}>
			{failure && <FailureNotice failure={failure} />}
			{goOn && (
				<button type="button" onClick={goOn}>
					Load the next works
				</button>
			)}
			{isBusy && <p class="waiting">{progressOf(about, reported.length)}</p>}
			{isComplete && <Bounds about={about} view={view} report={report} />}
			{view && (rows.length > 0 || isComplete) && (
				<div class="list-head">
					<LevelChoice view={view} />
					<Follow view={view} />
				</div>
			)}
			{rows.length > 0 && (
				<>
					<Summary rows={rows} view={asked} />
					<section aria-labelledby="cited">
						<h2 id="cited">Citing works by year of publication</h2>
						<CitedPlot years={yearsOfAll(rows, level)} />
						<p class="note">A work that cites several of these works counts once for each of them.</p>
					</section>
					<section aria-labelledby="works">
						<div class="report-head">
							<h2 id="works">{headingOf(about, rows.length)}</h2>
							{!isBusy && view && <ReportActions view={view} report={report} />}
						</div>
						<WorksTable
							key={JSON.stringify(about)}
							{...{ rows, level, since: asked.since, order }}
							addressOf={(order) => view && writeReportView({ ...view, order })}
						/>
					</section>
				</>
			)}
			<NotCounted reported={reported} />
		</div>
	);
}

function progressOf(about: Reportable, done: number): string {
	if ('identifiers' in about) return `${countText(done)} of ${countText(about.identifiers.length)} identifiers …`;
	return `${countText(done)} works so far …`;
}

function headingOf(about: Reportable, works: number): string {
	const known = works === 1 ? 'One work' : `${countText(works)} works`;
	if ('prefix' in about) return `${known} with DOIs that begin with ${about.prefix}`;
	if ('provider' in about) return `${known} linked by ${about.provider}`;
	const { length } = about.identifiers;
	return `${known} for ${countText(length)} ${length === 1 ? 'identifier' : 'identifiers'}`;
}

function Follow({ view }: { view: ReportView }) {
	const followed = followReport(view);
	return followed === undefined ? null : <FollowMenu followed={followed} what={followedText(view)} />;
}

function followedText({ prefix, provider }: ReportView): string {
	if (prefix !== '') return `works with DOIs that begin with ${prefix}`;
	return provider === '' ? 'the works of this list' : `any work, stated by ${provider}`;
}

function LevelChoice({ view }: { view: ReportView }) {
	const option = (level: ReportLevel, title: string) => (
		<a href={writeReportView({ ...view, level })} aria-current={view.level === level ? 'page' : undefined}>
			{title}
		</a>
	);
	return (
		<nav class="switch level-choice" aria-label="Which versions count">
			{option('version', 'All versions')}
			{option('identity', 'This version')}
		</nav>
	);
}
