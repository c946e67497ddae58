// Reads the table of Retraction Watch: notices of retractions and corrections, and their papers.
import { noticing } from '../../../links/notices.ts';
import type { Dialect, GivenIdentifier, GivenObject, GivenRecord, TableRow } from '../dialect.ts';
import { type NumberOrder, orderOf, readCells, readWrittenDate } from './cells.ts';
import { cellAt, columnNamed, hasColumns, oncePerTable } from './columns.ts';
import { type DescribedColumns, descriptionIn } from './described-columns.ts';

/** The table that Crossref publishes. */
export const retractionWatch: Dialect<'table'> = {
	name: 'retraction-watch',
	title: 'Retraction Watch: retractions, corrections and expressions of concern (CSV)',
	syntax: 'table',
	replacement: 'set',
	provider: 'Retraction Watch',
	dateRule: 'of the notice (RetractionDate)',
	example:
		'Record ID,Title,RetractionDate,RetractionDOI,OriginalPaperDate,OriginalPaperDOI,RetractionNature\n' +
		'1,A Title,6/17/2024 0:00,10.1234/notice,5/1/2020 0:00,10.1234/a,Retraction\n',
	fits: ({ table }) => hasColumns(table, 'RetractionDOI', 'OriginalPaperDOI', 'RetractionNature'),
	*read(row) {
		yield readNotice(row);
	},
};

const columnsOf = oncePerTable((table) => {
	const all = (...names: readonly string[]) => names.map((name) => columnNamed(table, name));
	const described: DescribedColumns = {
		...{ title: all('Title'), journal: all('Journal'), publisher: all('Publisher'), creators: all('Author') },
	};
	const [date = -1, paperDate = -1, nature = -1] = all('RetractionDate', 'OriginalPaperDate', 'RetractionNature');
	const dates = table.sample.flatMap((row) => [dayIn(row[date]) ?? [], dayIn(row[paperDate]) ?? []].flat());
	return {
		notice: all('RetractionDOI', 'RetractionPubMedID'),
		paper: all('OriginalPaperDOI', 'OriginalPaperPubMedID'),
		...{ described, date, paperDate, nature },
		order: orderOf(dates) ?? ('month-first' satisfies NumberOrder),
	};
});

function readNotice(row: TableRow): GivenRecord {
	const columns = columnsOf(row.table);
	const { line } = row;
	const paperIds = identifiersIn(row, columns.paper);
	if (paperIds.length === 0) return { links: [], leftOut: ['a paper without an identifier'], line };
	const dateIn = (at: number) => {
		const day = dayIn(cellAt(row, at));
		return day && readWrittenDate(day, columns.order);
	};
	const paper: GivenObject = {
		...descriptionIn(row, columns.described),
		...{ identifiers: paperIds, type: 'literature' },
		publicationDate: dateIn(columns.paperDate),
	};
	// Some publishers put the notice in the place of the paper, under its identifier.
	const own = new Set(paperIds.map(({ id }) => id.toLowerCase()));
	const given = identifiersIn(row, columns.notice);
	const identifiers = given.filter(({ id }) => !own.has(id.toLowerCase()));
	const date = dateIn(columns.date);
	const subType = cellAt(row, columns.nature)?.toLowerCase().replaceAll(/\s+/g, '_');
	if (identifiers.length === 0) {
		const stated = noticing(subType);
		const noticed = { ...paper, notices: stated && [{ kind: stated.kind, date }] };
		const reason = given.length > 0 ? 'a notice with the identifier of its paper' : 'a notice without an identifier';
		return { links: [], objects: [noticed], leftOut: [reason], line };
	}
	return {
		subject: { identifiers, type: 'literature', publicationDate: date },
		links: [{ relation: 'IsRelatedTo', subType, target: paper }],
		...{ date, line },
	};
}

/** The DOI and the number of PubMed; without one it is `unavailable` and `0`. */
function identifiersIn(row: TableRow, [doi = -1, pmid = -1]: readonly number[]): GivenIdentifier[] {
	return (
		[
			[doi, 'doi'],
			[pmid, 'pmid'],
		] as const
	).flatMap(([at, scheme]) => {
		const [reading] = readCells(cellAt(row, at) ?? '', scheme);
		return reading?.kind === 'identifier' ? [reading.identifier] : [];
	});
}

/** Days have an hour behind them, which is always midnight: `6/17/2024 0:00`. */
function dayIn(cell: string | undefined): string | undefined {
	return cell?.split(' ')[0];
}
