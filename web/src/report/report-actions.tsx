// The actions of a report: save as CSV, print, copy the link.
import { countedIn, reportCsv } from '../../../src/formats/csv/report-csv.ts';
import { isNamed, type ReportView, reportCsvPath, writeReportView } from '../address/report-view.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { saveFile } from '../shell/picture.ts';
import { wholeAddress } from '../site/site.ts';
import type { Report } from './use-report.ts';

type Props = { view: ReportView; report: Report };

/** Renders the actions. The script saves the shown works; the server alone writes up to 1,000. */
export function ReportActions({ view, report: { reported } }: Props) {
	const save = (event: Event) => {
		event.preventDefault();
		saveFile(new Blob([reportCsv(reported, countedIn(reported))], { type: 'text/csv;charset=utf-8' }), 'report.csv');
	};
	return (
		<div class="report-acts">
			<a class="button" href={reportCsvPath(view)} download="report.csv" onClick={save}>
				Save as CSV
			</a>
			<button type="button" class="with-script" onClick={() => print()}>
				Print
			</button>
			{isNamed(view) ? (
				<span class="with-script">
					Link to this report <CopyButton text={wholeAddress(writeReportView(view))} what="the link to this report" />
				</span>
			) : (
				<p class="note">The list is too long for a link. Share the CSV or the list instead.</p>
			)}
		</div>
	);
}
