// Prepares the works of a report for its table and plot: each once, sorted, and summed by year.
import type { AnsweredIdentifier, ReportedWork } from '../../../clients/typescript/src/schemas.ts';
import { firstOfFamilies } from '../../../src/broker/objects/report-sums.ts';
import { type CountedName, levels, type ReportLevel, type RowOrder, type SortKey } from '../address/report-view.ts';
import { relationNames, type SearchRelation } from '../relations.ts';

/** A work with all inputs of the list that name it. */
export type ReportRow = {
	work: Required<Pick<ReportedWork, 'understood_as' | 'counts'>> & ReportedWork;
	inputs: string[];
};

/** Lists the known works in the order of their first input. */
export function rowsOf(reported: readonly ReportedWork[]): ReportRow[] {
	const rows = new Map<string, ReportRow>();
	for (const work of reported) {
		if (work.counts === undefined || work.understood_as === undefined) continue;
		const { counts, understood_as } = work;
		const name = work.self ?? givenText(work);
		const row = rows.get(name);
		const input = givenText(work);
		if (row) row.inputs.push(input);
		else rows.set(name, { work: { ...work, counts, understood_as }, inputs: [input] });
	}
	return [...rows.values()];
}

/** Returns the input that named a work. */
export function givenText({ input }: ReportedWork): string {
	return typeof input === 'string' ? input : input.ID;
}

/** Lists the relations of the works; `isCitedBy` always. */
export function relationsOf(rows: readonly ReportRow[]): SearchRelation[] {
	const has = (relation: SearchRelation) =>
		rows.some(({ work: { counts } }) => levels.some((level) => counts[level][relation] > 0));
	return relationNames.filter((relation) => relation === 'isCitedBy' || has(relation));
}

/** What a row stands for, as it is named. */
export type NamedWork = Pick<ReportedWork, 'Title' | 'TitleMarkup' | 'Type' | 'PublicationDate'> & {
	Identifiers: [AnsweredIdentifier];
};

/** Returns the work of a row, or all its versions together, which have a title of their own. */
export function namedWork({ work }: ReportRow, level: ReportLevel): NamedWork {
	const { understood_as, family } = work;
	if (level === 'identity' || !family) return { ...work, Identifiers: [understood_as] };
	const { ID, IDScheme, ...heading } = family;
	return { ...heading, Identifiers: [{ ID, IDScheme }] };
}

/** Returns a cell of a row: a number, a text, or undefined if unknown. */
function cellOf(row: ReportRow, key: SortKey, named: ReportLevel): string | number | undefined {
	if (key === 'title') return namedWork(row, named).Title;
	if (key === 'type') return namedWork(row, named).Type?.Name;
	if (key === 'published') return namedWork(row, named).PublicationDate;
	const [level, counted] = key.split('_') as [ReportLevel, CountedName];
	return countOf(row, level, counted);
}

/** Returns a count of a row; undefined if unknown. */
export function countOf({ work }: ReportRow, level: ReportLevel, of: CountedName): number | undefined {
	if (of === 'counted') return work.counted?.[level]?.total;
	return of === 'since' ? work.cited_since?.[level] : work.counts[level][of];
}

/**
 * Sorts rows as they are named at a level; unknown values come last in both directions, equal rows keep
 * their order.
 */
export function sortedRows(
	rows: readonly ReportRow[],
	order: RowOrder | undefined,
	level: ReportLevel,
): readonly ReportRow[] {
	if (!order) return rows;
	const direction = order.descending ? -1 : 1;
	return rows.toSorted((one, other) => {
		const [left, right] = [cellOf(one, order.key, level), cellOf(other, order.key, level)];
		if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
		if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
		return direction * collator.compare(String(left), String(right));
	});
}

const collator = new Intl.Collator('en', { numeric: true });

/** Returns the order after a click on a column: numbers descending first, texts ascending. */
export function pressed(order: RowOrder | undefined, key: SortKey): RowOrder {
	if (order?.key === key) return { key, descending: !order.descending };
	return { key, descending: key.includes('_') };
}

/** Returns the key that all versions of a work share. */
export function familyOf({ work: { family, understood_as } }: ReportRow): string {
	const { ID, IDScheme } = family ?? understood_as;
	return `${IDScheme} ${ID}`;
}

/** Lists the number of citing works by year of publication. */
export function yearsOf({ cited_in }: ReportedWork, level: ReportLevel): (readonly [year: number, works: number])[] {
	return cited_in?.[level].map(({ year, works }) => [year, works] as const) ?? [];
}

/**
 * Sums the citing works of all rows by year, ascending; versions of one work count once. A work that
 * cites two of the works counts twice.
 */
export function yearsOfAll(rows: readonly ReportRow[], level: ReportLevel): (readonly [year: number, works: number])[] {
	const sums = new Map<number, number>();
	for (const { work } of level === 'version' ? firstOfFamilies(rows, familyOf) : rows) {
		for (const [year, works] of yearsOf(work, level)) sums.set(year, (sums.get(year) ?? 0) + works);
	}
	return [...sums].sort(([one], [other]) => one - other);
}
