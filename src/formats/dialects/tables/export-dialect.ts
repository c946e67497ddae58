// Makes dialects of the tables that databases of literature export, by what their columns hold.
import { alsoListed, identifiersOfWork } from '../bibliographies/listed-works.ts';
import type { DescribingRole } from '../column-roles.ts';
import type { Dialect, GivenIdentifier, GivenObject, Table, TableRow, WrongCell } from '../dialect.ts';
import type { CitedWorks } from '../references.ts';
import { readCells, readWrittenDate, wrongCell } from './cells.ts';
import { cellAt, columnNamed, oncePerTable } from './columns.ts';
import { type DescribedColumns, descriptionIn } from './described-columns.ts';

/** Answers what a row has under a heading. */
type CellOf = (heading: string) => string | undefined;

/** What an export is called, how it is recognised, and what its columns hold. */
type Export = Pick<Dialect, 'name' | 'title' | 'example' | 'provider' | 'dateRule'> & {
	fits(table: Table): boolean;
	/** The columns with identifiers of the work, and their schemes. */
	identifiers: readonly (readonly [heading: string, scheme: string])[];
	/** The columns with addresses of the work, which may hold its identifier. */
	addresses?: readonly string[];
	/** The columns that describe the work; of several that say the same, the first counts. */
	described: Partial<Record<DescribingRole, readonly string[]>>;
	/** What else a row says of the work. */
	more?: (cell: CellOf) => Partial<GivenObject>;
	references?: { heading: string; read: (cell: string) => CitedWorks };
	/** When the row was made; without it, when the work was published. */
	made?: string;
	/** What cells hold in place of nothing. */
	nothing?: string;
};

/** Makes the dialect of an export. */
export function exportDialect(of: Export): Dialect<'table'> {
	const { name, title, example, provider, dateRule } = of;
	const columnsOf = oncePerTable((table) => {
		const known = new Map<string, number>();
		const find = (heading: string) => {
			let at = known.get(heading);
			if (at === undefined) {
				at = columnNamed(table, heading);
				known.set(heading, at);
			}
			return at;
		};
		const described = Object.entries(of.described).map(([role, headings]) => [role, headings.map(find)]);
		return { find, described: Object.fromEntries(described) as DescribedColumns };
	});
	return {
		...{ name, title, example, dateRule, syntax: 'table', replacement: 'statement' },
		...(provider !== undefined && { provider }),
		fits: ({ table }) => of.fits(table),
		*read(given, supplied) {
			const row = of.nothing === undefined ? given : withoutCells(given, of.nothing);
			const { find, described } = columnsOf(row.table);
			const wrongCells: WrongCell[] = [];
			const cell: CellOf = (heading) => cellAt(row, find(heading));
			const identifiers = identifiersOfWork([
				...of.identifiers.flatMap(([heading, scheme]) => identifierIn(row, find(heading), scheme, wrongCells)),
				...(of.addresses ?? []).flatMap((heading) => namedIn(cell(heading))),
			]);
			const { line } = row;
			if (identifiers.length === 0) {
				yield { links: [], leftOut: wrongCells.length > 0 ? [] : ['a row without an identifier'], wrongCells, line };
				return;
			}
			const { type, container, ...description } = descriptionIn(row, described);
			const { container: place = {}, ...more } = of.more?.(cell) ?? {};
			const subject: GivenObject = {
				...{ identifiers, type: 'literature', subType: type, ...description, ...more },
				container: { ...container, ...place },
			};
			const cited = of.references && readReferences(cell(of.references.heading), of.references.read);
			const made = of.made && cell(of.made);
			const date = (made && readWrittenDate(made, undefined)) ?? subject.publicationDate;
			const links = cited?.links ?? [];
			yield alsoListed({ subject, links, leftOut: cited?.leftOut, date, wrongCells, line }, supplied);
		},
	};
}

function withoutCells(row: TableRow, nothing: string): TableRow {
	return { ...row, cells: row.cells.map((cell) => (cell === nothing ? '' : cell)) };
}

function namedIn(address: string | undefined): GivenIdentifier[] {
	return address === undefined ? [] : [{ id: address }];
}

function readReferences(cell: string | undefined, read: (cell: string) => CitedWorks): CitedWorks | undefined {
	return cell === undefined ? undefined : read(cell);
}

/** Reads an identifier of a work; of several, the first. */
function identifierIn(row: TableRow, at: number, scheme: string, wrongCells: WrongCell[]): GivenIdentifier[] {
	const cell = cellAt(row, at);
	if (cell === undefined) return [];
	const [reading] = readCells(cell, scheme);
	if (reading?.kind === 'identifier') return [reading.identifier];
	if (reading?.kind === 'wrong') wrongCells.push(wrongCell(row, at, reading.problem));
	return [];
}
