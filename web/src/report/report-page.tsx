// The page of a report: what it is asked by, and the works with sums, counts by relation and year.
import { useEffect, useState } from 'preact/hooks';
import { type Reportable, reportableOf } from '../../../src/http/pages/report/report-query.ts';
import { fitsAddress, isNamed, type ReportLevel, type ReportView, writeReportView } from '../address/report-view.ts';
import type { Failure } from '../asking/failure.ts';
import { goTo } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { sitePath } from '../site/site.ts';
import { CitedPlot } from './cited-plot.tsx';
import { ListForm } from './list-form.tsx';
import { Bounds, NotCounted } from './report-bounds.tsx';
import { rowsOf, yearsOfAll } from './report-rows.ts';
import { Summary } from './summary.tsx';
import { TakeAway } from './take-away.tsx';
import { type Report, useReport } from './use-report.ts';
import { WorksTable } from './works-table.tsx';

const description =
	'How many works cite, use or supplement each work of a list, a DOI prefix or a provider, by itself and over all ' +
	'its versions, by year, and who says so.';

/** Renders the page. */
export function ReportPage({ view }: { view: ReportView }) {
	// What no address can hold is held here, and is gone when the page is loaded anew.
	const [long, setLong] = useState<readonly string[]>([]);
	const asked = isNamed(view) ? view : { ...view, ids: long };
	const isAsked = isNamed(asked) || view.isEmpty;
	const about = reportableOf(asked);
	const problem = isAsked && 'problem' in about ? about.problem : undefined;
	const reportable = 'problem' in about ? undefined : about;
	const report = useReport(reportable, view);
	const show = (wanted: ReportView) => {
		const fits = fitsAddress(wanted);
		setLong(fits ? [] : wanted.ids);
		goTo(fits ? wanted : { ...wanted, ids: [] });
	};
	return (
		<main id="content" class="report">
			<PageHeading
				title="Report on works"
				description={description}
				canonical={sitePath('/report')}
				listed={!isAsked}
				status={problem === undefined ? undefined : 400}
				failure={report.failure && asOfTheQuery(report.failure)}
			/>
			<p class="lead">
				How many works cite, use or supplement each of them, by itself and over all its versions, since when, and who
				says so.
			</p>
			<ListForm view={asked} problem={problem} show={show} />
			{reportable && <Reported about={reportable} view={view} report={report} />}
		</main>
	);
}

/** What is wrong with what is sent to the interface is wrong with the query here. */
function asOfTheQuery(failure: Failure): Failure {
	return failure.status === 422 ? { ...failure, status: 400 } : failure;
}

type Props = { about: Reportable; view: ReportView; report: Report };

function Reported({ about, view, report }: Props) {
	const { reported, failure, isAwaited, isComing } = report;
	const isBusy = isAwaited || isComing;
	const rows = rowsOf(reported);
	useEffect(() => {
		if (!isBusy && !failure) announce(`The report is complete: ${rows.length.toLocaleString('en')} works are known.`);
	}, [isBusy]);
	const mostCitedFirst = { key: 'version_isCitedBy', descending: true } as const;
	const order = view.order ?? ('identifiers' in about ? undefined : mostCitedFirst);
	return (
		<div aria-busy={isBusy}>
			{failure && <FailureNotice failure={failure} />}
			{isBusy && <p class="waiting">{progressOf(about, reported.length)}</p>}
			{!isBusy && !failure && <Bounds about={about} view={view} report={report} />}
			{rows.length > 0 && (
				<>
					<LevelChoice view={view} />
					<Summary rows={rows} level={view.level} since={view.since} />
					<section aria-labelledby="cited">
						<h2 id="cited">Cited by works, by their year of publication</h2>
						<CitedPlot years={yearsOfAll(rows, view.level)} />
						<p class="note">A work that cites several of these is counted for each of them.</p>
					</section>
					<section aria-labelledby="works">
						<div class="report-head">
							<h2 id="works">{headingOf(about, rows.length)}</h2>
							{!isBusy && <TakeAway view={view} report={report} />}
						</div>
						<WorksTable key={JSON.stringify(about)} rows={rows} view={view} order={order} />
					</section>
				</>
			)}
			<NotCounted reported={reported} />
		</div>
	);
}

function progressOf(about: Reportable, done: number): string {
	if ('identifiers' in about)
		return `${done.toLocaleString('en')} of ${about.identifiers.length.toLocaleString('en')} identifiers …`;
	return `${done.toLocaleString('en')} works so far …`;
}

function headingOf(about: Reportable, works: number): string {
	const known = works === 1 ? 'One work' : `${works.toLocaleString('en')} works`;
	if ('prefix' in about) return `${known} with DOIs that begin with ${about.prefix}`;
	if ('provider' in about) return `${known} of ${about.provider}`;
	const { length } = about.identifiers;
	return `${known} of ${length.toLocaleString('en')} ${length === 1 ? 'identifier' : 'identifiers'}`;
}

function LevelChoice({ view }: { view: ReportView }) {
	const option = (level: ReportLevel, title: string) => (
		<a href={writeReportView({ ...view, level })} aria-current={view.level === level ? 'page' : undefined}>
			{title}
		</a>
	);
	return (
		<nav class="switch level-choice" aria-label="Which versions count">
			{option('version', 'All versions of each')}
			{option('identity', 'Each by itself')}
		</nav>
	);
}
