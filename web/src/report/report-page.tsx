// The page of a report: a box for identifiers, and the works that they name with counts by relation
// and year; knows nothing of how that is counted.
import { useEffect, useState } from 'preact/hooks';
import { fitsAddress, type ReportView } from '../address/report-view.ts';
import type { ReportLevel, WireReported } from '../api/report-api.ts';
import { goTo } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { saveFile } from '../shell/picture.ts';
import { CitedPlot } from './cited-plot.tsx';
import { ListForm } from './list-form.tsx';
import { reportCsv } from './report-csv.ts';
import { rowsOf, yearsOfAll } from './report-rows.ts';
import { useReport } from './use-report.ts';
import { WorksTable } from './works-table.tsx';

/** Renders the page. */
export function ReportPage({ view }: { view: ReportView }) {
	// What no address can hold is held here, and is gone when the page is loaded anew.
	const [long, setLong] = useState<readonly string[]>([]);
	const ids = view.ids.length > 0 ? view.ids : long;
	const show = (asked: Pick<ReportView, 'ids' | 'since'>) => {
		const fits = fitsAddress({ page: 'report', ...asked });
		setLong(fits ? [] : asked.ids);
		goTo({ page: 'report', since: asked.since, ids: fits ? asked.ids : [] });
	};
	return (
		<main id="content" class="report">
			<PageHeading title="Report on a list of works" />
			<p class="lead">
				How many works cite, use or supplement each of them, by itself and over all its versions, and since when.
			</p>
			<ListForm ids={ids} since={view.since} show={show} />
			{ids.length > 0 && <Reported ids={ids} since={view.since} inAddress={view.ids.length > 0} />}
		</main>
	);
}

function Reported({ ids, since, inAddress }: Pick<ReportView, 'ids' | 'since'> & { inAddress: boolean }) {
	const { reported, failure, retry } = useReport(ids, since);
	const [level, setLevel] = useState<ReportLevel>('version');
	const isWhole = reported.length === ids.length;
	const rows = rowsOf(reported);
	const asked = ids.length.toLocaleString('en');
	useEffect(() => {
		if (isWhole) announce(`The report is complete: ${rows.length.toLocaleString('en')} works are known.`);
	}, [isWhole]);
	return (
		<div aria-busy={!isWhole && !failure}>
			{failure && <FailureNotice failure={failure} retry={retry} />}
			{!isWhole && !failure && (
				<p class="waiting">
					{reported.length.toLocaleString('en')} of {asked} identifiers …
				</p>
			)}
			{rows.length > 0 && (
				<>
					<section aria-labelledby="cited">
						<div class="report-head">
							<h2 id="cited">Cited by works, by their year of publication</h2>
							<LevelChoice level={level} choose={setLevel} />
						</div>
						<CitedPlot years={yearsOfAll(rows, level)} />
						<p class="note">A work that cites several of the list is counted for each of them.</p>
					</section>
					<section aria-labelledby="works">
						<div class="report-head">
							<h2 id="works">
								{rows.length === 1 ? 'One work' : `${rows.length.toLocaleString('en')} works`} of {asked}{' '}
								{ids.length === 1 ? 'identifier' : 'identifiers'}
							</h2>
							{isWhole && <TakeAway reported={reported} inAddress={inAddress} />}
						</div>
						<WorksTable rows={rows} level={level} since={since} />
					</section>
				</>
			)}
			<NotCounted reported={reported} />
		</div>
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

function TakeAway({ reported, inAddress }: { reported: readonly WireReported[]; inAddress: boolean }) {
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
function NotCounted({ reported }: { reported: readonly WireReported[] }) {
	const unclear = reported.filter(({ problem }) => problem !== undefined);
	const unknown = reported.filter(({ known, problem }) => !known && problem === undefined);
	return (
		<>
			{unclear.length > 0 && (
				<section aria-labelledby="unclear">
					<h2 id="unclear">Not understood: {unclear.length.toLocaleString('en')}</h2>
					<ul class="left-out">
						{unclear.map(({ input, problem }) => (
							<li key={input}>
								<bdi class="identifier">{input}</bdi> <span class="note">{problem}</span>
							</li>
						))}
					</ul>
				</section>
			)}
			{unknown.length > 0 && (
				<section aria-labelledby="unknown">
					<h2 id="unknown">Nothing is known of: {unknown.length.toLocaleString('en')}</h2>
					<ul class="left-out">
						{unknown.map(({ input }) => (
							<li key={input}>
								<bdi class="identifier">{input}</bdi>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}
