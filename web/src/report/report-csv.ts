// A report as CSV, with the columns that POST /reports answers; knows no page.
import type { ReportedWork } from '../../../clients/typescript/src/schemas.ts';
import { csvLine } from '../../../src/formats/csv/csv.ts';
import { searchRelations } from '../../../src/links/relation.ts';
import { levels, yearsOf } from './report-rows.ts';

/** Writes a row for each identifier of the list, in its order. */
export function reportCsv(reported: readonly ReportedWork[]): string {
	const counted = levels.flatMap((level) => searchRelations.map((relation) => ({ level, relation })));
	const cited = levels.flatMap((level) => {
		const years = new Set(reported.flatMap((one) => yearsOf(one, level).map(([year]) => year)));
		return [...years].sort((one, other) => one - other).map((year) => ({ level, year }));
	});
	const since = reported.some(({ cited_since }) => cited_since) ? levels : [];
	const header = [
		...['input', 'input_scheme', 'id', 'scheme', 'known', 'problem', 'self'],
		...counted.map(({ level, relation }) => `${level}_${relation}`),
		...['title', 'type', 'published', 'family', 'family_scheme', 'versions_total'],
		...since.map((level) => `${level}_cited_since`),
		'providers',
		...cited.map(({ level, year }) => `${level}_cited_in_${year}`),
	];
	const rows = reported.map((one) => {
		const { understood_as, known, problem = '', self = '', counts } = one;
		const given = typeof one.input === 'string' ? { ID: one.input, IDScheme: '' } : one.input;
		const years = { identity: new Map(yearsOf(one, 'identity')), version: new Map(yearsOf(one, 'version')) };
		return csvLine([
			...[
				given.ID,
				given.IDScheme,
				understood_as?.ID ?? '',
				understood_as?.IDScheme ?? '',
				String(known),
				problem,
				self,
			],
			...counted.map(({ level, relation }) => (counts ? String(counts[level][relation]) : '')),
			...[one.Title ?? '', one.Type?.Name ?? '', one.PublicationDate ?? ''],
			...[one.family?.ID ?? '', one.family?.IDScheme ?? '', String(one.versions_total ?? '')],
			...since.map((level) => String(one.cited_since?.[level] ?? '')),
			(one.providers ?? []).map(({ name, links }) => `${name} (${links})`).join('; '),
			...cited.map(({ level, year }) => (one.cited_in ? String(years[level].get(year) ?? 0) : '')),
		]);
	});
	return csvLine(header) + rows.join('');
}
