// Writes the results for many identifiers as CSV: a row for each in the order given, with the
// columns of a look-up and those of a report.
import { type SearchRelation, searchRelations } from '../../links/relation.ts';
import type { CountedMembers } from '../scholix/writing/write-answers.ts';
import { csvLine } from './csv.ts';

type Identifier = { ID: string; IDScheme: string };
type Levels<T> = { identity: T; version: T };
type Counts = Readonly<Record<SearchRelation, number>>;

/** Citations of a work at a level, and by flag those left out, and those kept of which it is unknown. */
export type CitationCount = { total: number } & Required<Pick<CountedMembers, 'excluded' | 'unknown'>>;

/** Those at each level that was asked for and counts; `definition` is its name. */
export type CitationCounts = { definition?: string } & Partial<Levels<CitationCount>>;

/** The levels that are counted, with the flags that are left out there. */
export type CountedColumns = readonly { level: keyof Levels<unknown>; flags: readonly string[] }[];

/** One input as a look-up describes it. */
export type LookedUp = {
	input: string | Identifier;
	understood_as?: Identifier;
	known: boolean;
	problem?: string;
	self?: string;
	counts?: Levels<Counts>;
	counted?: CitationCounts;
};

/** One input as a report describes it. */
export type Reported = LookedUp & {
	Title?: string;
	VersionName?: string;
	Type?: { Name: string };
	PublicationDate?: string;
	family?: Identifier & { Title?: string };
	versions_total?: number;
	cited_since?: Levels<number>;
	providers?: readonly { name: string; links: number }[];
	cited_in?: Levels<readonly { year: number; works: number }[]>;
};

const levels = ['identity', 'version'] as const;
const counted = levels.flatMap((level) => searchRelations.map((relation) => ({ level, relation })));

/** Names the columns of a look-up. */
export const lookUpColumns: readonly string[] = [
	...['input', 'input_scheme', 'id', 'scheme', 'known', 'problem', 'self'],
	...counted.map(({ level, relation }) => `${level}_${relation}`),
];

/** Lists the cells of one input; those of what is not known are empty. */
export function lookUpCells({ input, understood_as, known, problem = '', self = '', counts }: LookedUp): string[] {
	const given = typeof input === 'string' ? { ID: input, IDScheme: '' } : input;
	return [
		...[given.ID, given.IDScheme, understood_as?.ID ?? '', understood_as?.IDScheme ?? ''],
		...[String(known), problem, self],
		...counted.map(({ level, relation }) => (counts ? String(counts[level][relation]) : '')),
	];
}

/** Lists the levels, with their flags, of the first works that are counted. */
export function countedIn(reported: readonly LookedUp[]): CountedColumns {
	const [first] = reported.flatMap(({ counted }) => counted ?? []);
	return levels.flatMap((level) => {
		const { [level]: count } = first ?? {};
		return count ? [{ level, flags: Object.keys(count.excluded) }] : [];
	});
}

/** Names the columns of citations by what counts as one: `identity_counted`, `identity_excluded_machine` … */
export function countedColumns(counted: CountedColumns): string[] {
	return counted.flatMap(({ level, flags }) => [
		`${level}_counted`,
		...flags.flatMap((flag) => [`${level}_excluded_${flag}`, `${level}_unknown_${flag}`]),
	]);
}

/** Lists the cells of one work; those of what is not known are empty. */
export function countedCells(of: CitationCounts | undefined, counted: CountedColumns): string[] {
	return counted.flatMap(({ level, flags }) => {
		const { [level]: count } = of ?? {};
		const cells = [count?.total, ...flags.flatMap((flag) => [count?.excluded[flag], count?.unknown[flag]])];
		return cells.map((cell) => String(cell ?? ''));
	});
}

/** Writes a report: besides what each work is, it has a column for each year and level. */
export function reportCsv(reported: readonly Reported[], counted: CountedColumns = []): string {
	const cited = levels.flatMap((level) => {
		const years = new Set(reported.flatMap(({ cited_in }) => cited_in?.[level].map(({ year }) => year) ?? []));
		return [...years].sort((one, other) => one - other).map((year) => ({ level, year }));
	});
	const since = reported.some(({ cited_since }) => cited_since) ? levels : [];
	const header = [
		...lookUpColumns,
		...['title', 'version_name', 'type', 'published', 'family', 'family_scheme', 'family_title', 'versions_total'],
		...since.map((level) => `${level}_cited_since`),
		...countedColumns(counted),
		'providers',
		...cited.map(({ level, year }) => `${level}_cited_in_${year}`),
	];
	const rows = reported.map((one) => {
		const years = one.cited_in && { identity: worksOf(one.cited_in.identity), version: worksOf(one.cited_in.version) };
		return csvLine([
			...lookUpCells(one),
			...[one.Title ?? '', one.VersionName ?? '', one.Type?.Name ?? '', one.PublicationDate ?? ''],
			...[one.family?.ID ?? '', one.family?.IDScheme ?? '', one.family?.Title ?? ''],
			String(one.versions_total ?? ''),
			...since.map((level) => String(one.cited_since?.[level] ?? '')),
			...countedCells(one.counted, counted),
			// So: `SAO/NASA Astrophysics Data System (102); Zenodo (1)`.
			(one.providers ?? []).map(({ name, links }) => `${name} (${links})`).join('; '),
			...cited.map(({ level, year }) => (years ? String(years[level].get(year) ?? 0) : '')),
		]);
	});
	return csvLine(header) + rows.join('');
}

function worksOf(years: readonly { year: number; works: number }[]): ReadonlyMap<number, number> {
	return new Map(years.map(({ year, works }) => [year, works]));
}
