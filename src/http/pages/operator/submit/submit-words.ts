// What the page says on which a table is submitted, with and without its script: what is asked for,
// what columns may hold, and what a preview comes to; knows no markup.
import type { ColumnRole } from '../../../../formats/dialects/column-roles.ts';

/** Names the steps. */
export const steps = ['Choose a table', 'See what it says', 'Submitted'] as const;

/** Writes the heading of a step, which is counted from 0. */
export function stepTitle(step: number): string {
	return `Step ${step + 1} of ${steps.length}: ${steps[step] ?? ''}`;
}

/** Says what a table is. */
export const tableMeaning =
	'A table has a row for each link, with an identifier (DOI, bibcode, arXiv number, address …) of the work that it ' +
	'starts from and of the one that it leads to. Columns may have any names and order.';

/** Names the fields. */
export const fieldTitle = {
	file: 'File with a table (CSV, or with semicolons or tabs)',
	text: 'or rows, pasted from a spreadsheet',
	provider: 'Who says these links',
	relation: 'How source and target are related',
	date: 'Date of the links (empty: today)',
	source: 'Work that all start from, of a list of one column',
} as const;

/** The files that are offered to choose from. */
export const fileTypes = '.csv,.tsv,.tab,.txt,.json,.jsonl,.xml,.bib,text/csv,text/tab-separated-values,text/plain';

/** Bounds of what is told, in characters, and examples of it. */
export const mostCharacters = { provider: 1_000, source: 2_000 } as const;
export const example = { provider: 'Our library', source: '10.5281/zenodo.11020' } as const;

/** Relation types of DataCite that links of libraries mostly have. */
export const offeredRelations = [
	...['Cites', 'IsCitedBy', 'References', 'IsReferencedBy', 'IsSupplementTo', 'IsSupplementedBy'],
	...['IsRelatedTo', 'IsVersionOf', 'HasVersion', 'IsIdenticalTo'],
];

/** What holds where no relation is chosen. */
export const foundRelation = 'as columns are called, else IsRelatedTo';

/** What is wrong with what was chosen. */
export const problem = {
	nothing: 'Choose a file, or paste rows.',
	both: 'There are a file and pasted rows; keep one of them.',
	empty: 'There is nothing in it.',
	workbook: 'This is a workbook or an archive. Save the sheet as CSV (in Excel: “CSV UTF-8”) and choose that file.',
	noText: 'This is no text that can be read. Save it as CSV in UTF-8 (in Excel: “CSV UTF-8”), and choose that file.',
	changed: 'Something is different from what was looked at last. This is what it says now: submit it if it is right.',
} as const;

/** How pasted rows are called where files have names. */
export const pastedName = 'pasted rows';

/** Tells workbooks, which are ZIP archives or older, by their first bytes. */
export function isWorkbook(bytes: Uint8Array): boolean {
	return signatures.some((signature) => signature.every((byte, at) => bytes[at] === byte));
}

const signatures = [
	[0x50, 0x4b, 0x03, 0x04],
	[0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** Names what a column holds. */
export const roleTitle: Readonly<Record<ColumnRole, string>> = {
	'-': 'not used',
	source: 'source: identifiers',
	target: 'target: identifiers',
	relation: 'relation',
	date: 'date of the link',
	provider: 'provider of the link',
	'source-title': 'title of the source',
	'target-title': 'title of the target',
	'source-type': 'type of the source',
	'target-type': 'type of the target',
	'source-journal': 'journal of the source',
	'target-journal': 'journal of the target',
	'source-scheme': 'scheme of the source’s identifier',
	'target-scheme': 'scheme of the target’s identifier',
};

/** Lists what a column may hold in the order in which it is offered. */
export const offeredRoles = Object.keys(roleTitle) as ColumnRole[];

/** Names a column, by number where the table names none. */
export function columnTitle(name: string, at: number): string {
	return name === '' ? `Column ${at + 1}` : name;
}

export const namesNothing = 'The table names no columns: its first row is one of the rows.';
export const nothingKnown = 'Nothing tells which columns hold identifiers: choose a source and a target above.';

/** Headings of what is told of a table. */
export const heading = {
	untold: 'Where the table does not say it',
	columns: 'What the columns hold',
	problems: 'What is wrong or left out',
	links: 'Links',
	command: 'The same on the command line, for tables of any size',
} as const;

/** What the tables in it are called for those who hear them. */
export const tableLabel = {
	columns: 'First rows of the table',
	problems: 'What is wrong, by line and column',
	links: 'First links',
} as const;

/** Heads of the tables of a preview. */
export const problemHeads = ['Line', 'Column', 'What stands there', 'Problem'] as const;
export const linkHeads = ['Line', 'Source', 'Relation', 'Target', 'Provider', 'Date'] as const;

/**
 * Says what a row or a whole table is left out for, where the broker speaks of its command line.
 */
export function inPageWords(text: string): string {
	return text
		.replaceAll(
			'a row without a source; tell it with --source',
			'a row without a source: choose its column, or go back and name the work that all start from',
		)
		.replace(
			': send fewer records at once, or load them with `link-broker events load`',
			': divide it, or load it with the command below',
		);
}

/** How a body was read, as far as it is told here. */
type ReadBody = {
	dialect: string;
	records: number;
	links: number;
	relations: readonly { name: string; count: number }[];
	left_out: readonly { name: string; count: number }[];
};

/** Says in one line what a table holds; its name stands before it. */
export function summaryText({ dialect, records, links, relations }: ReadBody): string {
	const each = relations.map(({ name, count }) => `${count.toLocaleString('en')} ${name}`);
	const readAs = dialect === 'table' ? '' : `, read as ${dialect}`;
	return `: ${linksText(links)} in ${countedText(records, 'row', 'rows')}${readAs}${
		each.length > 0 ? ` (${each.join(', ')})` : ''
	}.`;
}

/** Lists what is left out beside wrong cells, which are told by their place. */
export function leftOutTexts({ left_out }: Pick<ReadBody, 'left_out'>): string[] {
	return left_out
		.filter(({ name }) => !/ in column \d+ \(/.test(name))
		.map(({ name, count }) => `${count.toLocaleString('en')} × ${inPageWords(name)}`);
}

/** Writes a number of links: `1 link`, `1,203 links`. */
export function linksText(links: number): string {
	return countedText(links, 'link', 'links');
}

function countedText(count: number, one: string, many: string): string {
	return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export const storedText = 'It is stored for good, and is processed in the background. You need not wait for it.';
/** Says whether what is processed can be found; nothing before that. */
export function findableNote({ status, indexed }: { status: string; indexed: boolean | null }): string {
	if (status !== 'Done') return '';
	return indexed === true ? ' All of it can be found.' : ' It cannot be found yet.';
}

export const submitAnother = 'Submit another table';
export const toTheEvent = 'The event, its links, and how to take them back';
