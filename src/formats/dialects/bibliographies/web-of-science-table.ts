// Reads the tables that Web of Science exports: tab-delimited files, whose columns are named by the
// tags of its plain text, and those of Excel, whose columns have names in words.
import type { Dialect, TableRow } from '../dialect.ts';
import { cellAt, columnNamed, hasColumns, oncePerTable } from '../tables/columns.ts';
import { listTags, readWork, webOfScience } from './web-of-science.ts';

/** Full records of Web of Science as a table, with or without their cited references. */
export const webOfScienceTable: Dialect<'table'> = {
	...webOfScience,
	title: 'Web of Science: exports as tables (tab-delimited, Excel), with their cited references',
	syntax: 'table',
	example:
		'PT\tAU\tTI\tSO\tCR\tPY\tDI\tUT\n' +
		'J\tDoe, A\tA Title\tTHINGS\tRoe K, 2020, THINGS, V1, P2, DOI 10.1234/cited\t2024\t10.1234/a\tWOS:1\n',
	fits: ({ table }) =>
		hasColumns(table, 'PT', 'TI', 'SO') || hasColumns(table, 'Publication Type', 'Article Title', 'Source Title'),
	*read(row, supplied) {
		yield readWork(valuesOf(row), supplied);
	},
};

/** The tags, and what the columns of Excel are called. */
const names = {
	...{ PT: 'Publication Type', DT: 'Document Type', DI: 'DOI', PM: 'Pubmed Id', BN: 'ISBN' },
	...{ AU: 'Authors', AF: 'Author Full Names', CA: 'Group Authors', TI: 'Article Title', DE: 'Author Keywords' },
	OI: 'ORCIDs',
	...{ PY: 'Publication Year', PD: 'Publication Date', PU: 'Publisher', PI: 'Publisher City' },
	...{ SO: 'Source Title', SN: 'ISSN', EI: 'eISSN', VL: 'Volume', IS: 'Issue' },
	...{ BP: 'Start Page', EP: 'End Page', AR: 'Article Number', CR: 'Cited References' },
};

const columnsOf = oncePerTable((table) =>
	Object.entries(names).map(([tag, name]) => ({ tag, at: columnNamed(table, tag, name) })),
);

/** Answers the cells of a row by their tags; in lists, semicolons stand between the members. */
function valuesOf(row: TableRow): Record<string, string | string[] | undefined> {
	const values = columnsOf(row.table).map(({ tag, at }) => {
		const cell = cellAt(row, at);
		return [tag, lists.has(tag) ? cell?.split(/;\s/) : cell] as const;
	});
	return Object.fromEntries(values);
}

const lists: ReadonlySet<string> = new Set(listTags);
