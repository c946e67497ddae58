// Writes the sums of a report for who reads them in a terminal; knows nothing of how they were
// counted.
import type { ReportSummary } from '../../broker/objects/report-document.ts';
import { renderFields, renderTable } from '../terminal/table.ts';
import { number } from '../wording.ts';

const mostProviders = 20;

/** Writes the sums, the most cited works, and who says that the works are cited. */
export function writeSummary(summary: ReportSummary, width: number | null): string {
	const { works, citedBy, citedSince } = summary;
	const both = ({ identity, version }: ReportSummary['citedBy']) =>
		`${number(identity)} by themselves, ${number(version)} with all versions`;
	const sums = renderFields([
		['Works', number(works)],
		['Cited by', both(citedBy)],
		...(citedSince ? [['New since', both(citedSince)] as const] : []),
	]);
	return [sums, tableOfWorks(summary, width), tableOfProviders(summary, width)]
		.filter((part) => part !== '')
		.join('\n\n');
}

function tableOfWorks({ mostCited }: ReportSummary, width: number | null): string {
	if (mostCited.length === 0) return '';
	return renderTable(
		[
			{ title: 'Most cited', leads: true },
			{ title: 'Identifier', whole: true },
			{ title: 'Cited by', align: 'right', whole: true },
			{ title: 'All versions', align: 'right', whole: true },
		],
		mostCited.map(({ result: { asked, found }, work }) => [
			...[work.object.Title ?? '', asked.value],
			...(['identity', 'version'] as const).map((level) => number(found?.counts[level].isCitedBy ?? 0)),
		]),
		width,
	);
}

function tableOfProviders({ citedByProviders }: ReportSummary, width: number | null): string {
	const { providers, isWhole } = citedByProviders;
	if (providers.length === 0) return '';
	const table = renderTable(
		[
			{ title: 'Says that they are cited', leads: true },
			{ title: 'Links', align: 'right', whole: true },
			...['First', 'Last'].map((title) => ({ title, whole: true })),
		],
		providers
			.slice(0, mostProviders)
			.map(({ name, links, firstLink, lastLink }) => [
				...[name, number(links)],
				...[firstLink, lastLink].map((date) => date.slice(0, 10)),
			]),
		width,
	);
	const more = providers.length - mostProviders;
	const notes = [
		...(more > 0 ? [`and ${number(more)} more`] : []),
		...(isWhole ? [] : ['at least: not all links were looked at']),
	];
	return [table, ...notes].join('\n');
}
