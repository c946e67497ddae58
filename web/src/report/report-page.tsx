// The page of a report: what it is asked by, and the works with sums, counts by relation and year;
// knows nothing of how that is counted.

import { useEffect, useState } from 'preact/hooks';
import type { ReportedWork } from '../../../clients/typescript/src/schemas.ts';
import { fitsAddress, type ReportSubject, type ReportView } from '../address/report-view.ts';
import type { ReportLevel } from '../api/report-api.ts';
import { goTo } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { saveFile } from '../shell/picture.ts';
import { CitedPlot } from './cited-plot.tsx';
import { ListForm } from './list-form.tsx';
import { reportCsv } from './report-csv.ts';
import { givenText, rowsOf, yearsOfAll } from './report-rows.ts';
import { Summary } from './summary.tsx';
import { type Report, useReport } from './use-report.ts';
import { WorksTable } from './works-table.tsx';

/** Renders the page. */
export function ReportPage({ view }: { view: ReportView }) {
	// What no address can hold is held here, and is gone when the page is loaded anew.
	const [long, setLong] = useState<readonly string[]>([]);
	const inAddress = view.about.kind !== 'list' || view.about.ids.length > 0;
	const about: ReportSubject = inAddress ? view.about : { kind: 'list', ids: long };
	const show = (asked: Pick<ReportView, 'about' | 'since'>) => {
		const fits = fitsAddress({ page: 'report', ...asked });
		setLong(fits || asked.about.kind !== 'list' ? [] : asked.about.ids);
		goTo({ page: 'report', since: asked.since, about: fits ? asked.about : { kind: 'list', ids: [] } });
	};
	return (
		<main id="content" class="report">
			<PageHeading title="Report on works" description="Who cites each of many works." />
			<p class="lead">
				How many works cite, use or supplement each of them, by itself and over all its versions, since when, and who
				says so.
			</p>
			<ListForm about={about} since={view.since} show={show} />
			{(inAddress || long.length > 0) && (
				<Reported key={JSON.stringify(about)} about={about} since={view.since} inAddress={inAddress} />
			)}
		</main>
	);
}

function Reported({ about, since, inAddress }: Pick<ReportView, 'about' | 'since'> & { inAddress: boolean }) {
	const report = useReport(about, since);
	const { reported, failure, isWhole } = report;
	const [level, setLevel] = useState<ReportLevel>('version');
	const rows = rowsOf(reported);
	useEffect(() => {
		if (isWhole) announce(`The report is complete: ${rows.length.toLocaleString('en')} works are known.`);
	}, [isWhole]);
	return (
		<div aria-busy={!isWhole && !failure}>
			{failure && <FailureNotice failure={failure} />}
			{!isWhole && !failure && <p class="waiting">{progressOf(about, reported.length)}</p>}
			{isWhole && <Bounds about={about} report={report} />}
			{rows.length > 0 && (
				<>
					<LevelChoice level={level} choose={setLevel} />
					<Summary rows={rows} level={level} since={since} />
					<section aria-labelledby="cited">
						<h2 id="cited">Cited by works, by their year of publication</h2>
						<CitedPlot years={yearsOfAll(rows, level)} />
						<p class="note">A work that cites several of these is counted for each of them.</p>
					</section>
					<section aria-labelledby="works">
						<div class="report-head">
							<h2 id="works">{headingOf(about, rows.length)}</h2>
							{isWhole && <TakeAway reported={reported} inAddress={inAddress} />}
						</div>
						<WorksTable
							rows={rows}
							level={level}
							since={since}
							first={about.kind === 'list' ? 'given' : 'version isCitedBy'}
						/>
					</section>
				</>
			)}
			<NotCounted reported={reported} />
		</div>
	);
}

function progressOf(about: ReportSubject, done: number): string {
	if (about.kind === 'list')
		return `${done.toLocaleString('en')} of ${about.ids.length.toLocaleString('en')} identifiers …`;
	return `${done.toLocaleString('en')} works so far …`;
}

function headingOf(about: ReportSubject, works: number): string {
	const known = works === 1 ? 'One work' : `${works.toLocaleString('en')} works`;
	if (about.kind === 'prefix') return `${known} with DOIs that begin with ${about.prefix}`;
	if (about.kind === 'provider') return `${known} of ${about.provider}`;
	const { length } = about.ids;
	return `${known} of ${length.toLocaleString('en')} ${length === 1 ? 'identifier' : 'identifiers'}`;
}

/** Says where a report of a selection is not about all of it, or about nothing. */
function Bounds({ about, report }: { about: ReportSubject; report: Report }) {
	const { reported, isCut, total = 0, asOf } = report;
	const shown = reported.length.toLocaleString('en');
	if (about.kind === 'prefix') {
		if (isCut) {
			return (
				<p class="notice">
					These are the first {shown} in the order of their DOIs; there are more. Give more of the prefix, such as{' '}
					{about.prefix.includes('/') ? `${about.prefix}1` : `${about.prefix}/a`}, or{' '}
					<a href={`/search?${new URLSearchParams({ q: `identifier:${about.prefix}*`, sort: 'mostcited' })}`}>
						see those that are cited most
					</a>
					.
				</p>
			);
		}
		if (reported.length === 0) return <p class="notice">No work with such a DOI is known here.</p>;
	}
	if (about.kind !== 'provider') return null;
	if (asOf === null) return <p class="notice">The works of this provider are not counted yet. Look again soon.</p>;
	return (
		<p class="note">
			{total > reported.length
				? `The ${shown} that are cited most of ${total.toLocaleString('en')} works of which it speaks`
				: `All ${shown} works of which it speaks`}
			, as counted {asOf?.slice(0, 10)} at {asOf?.slice(11, 16)} UTC.
		</p>
	);
}

function LevelChoice({ level, choose }: { level: ReportLevel; choose(level: ReportLevel): void }) {
	const option = (value: ReportLevel, title: string) => (
		<label>
			<input type="radio" name="level" checked={level === value} onChange={() => choose(value)} />
			{title}
		</label>
	);
	return (
		<fieldset class="level-choice">
			<legend class="visually-hidden">Which versions count</legend>
			{option('version', 'All versions of each')}
			{option('identity', 'Each by itself')}
		</fieldset>
	);
}

function TakeAway({ reported, inAddress }: { reported: readonly ReportedWork[]; inAddress: boolean }) {
	const save = () => saveFile(new Blob([reportCsv(reported)], { type: 'text/csv;charset=utf-8' }), 'report.csv');
	return (
		<div class="report-acts">
			<button type="button" onClick={save}>
				Save as CSV
			</button>
			<button type="button" onClick={() => print()}>
				Print
			</button>
			{inAddress ? (
				<span>
					Link to this report <CopyButton text={location.href} what="the link to this report" />
				</span>
			) : (
				<p class="note">The list is too long for a link; send the CSV, or the list itself.</p>
			)}
		</div>
	);
}

/** Lists what the table leaves out, and why. */
function NotCounted({ reported }: { reported: readonly ReportedWork[] }) {
	const unclear = reported.filter(({ problem }) => problem !== undefined);
	const unknown = reported.filter(({ known, problem }) => !known && problem === undefined);
	return (
		<>
			{unclear.length > 0 && (
				<section aria-labelledby="unclear">
					<h2 id="unclear">Not understood: {unclear.length.toLocaleString('en')}</h2>
					<ul class="left-out">
						{unclear.map((one) => (
							<li key={givenText(one)}>
								<bdi class="identifier">{givenText(one)}</bdi> <span class="note">{one.problem}</span>
							</li>
						))}
					</ul>
				</section>
			)}
			{unknown.length > 0 && (
				<section aria-labelledby="unknown">
					<h2 id="unknown">Nothing is known of: {unknown.length.toLocaleString('en')}</h2>
					<ul class="left-out">
						{unknown.map((one) => (
							<li key={givenText(one)}>
								<bdi class="identifier">{givenText(one)}</bdi>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}
