// Reads OpenCitations Meta, tables and answers of its API: a work each, with its identifiers and
// what is known of it, and no link to others.
import type { Dialect, GivenAgent, GivenIdentifier, GivenRecord } from '../dialect.ts';
import { type Fields, objects, text } from '../values.ts';
import { paddedDate } from './cells.ts';
import { cellAt, columnNamed, hasColumns, oncePerTable } from './columns.ts';
import { readPrefixed } from './opencitations-index.ts';

const shared = {
	name: 'opencitations-meta',
	replacement: 'set',
	provider: 'OpenCitations',
	dateRule: 'when the work was published (pub_date)',
} as const;

/** The dump of Meta, and tables that are given to it. */
export const opencitationsMetaTable: Dialect<'table'> = {
	...shared,
	title: 'OpenCitations Meta: works and their identifiers (CSV)',
	syntax: 'table',
	example:
		'id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\n' +
		'doi:10.1234/a pmid:1234567,A Title,"Doe, Ada",2024-05,,,,,journal article,A Press,\n',
	fits: ({ table }) => hasColumns(table, 'id', 'title', 'pub_date', 'venue'),
	*read(row) {
		const columns = columnsOf(row.table);
		yield readWork((field) => cellAt(row, columns[field]));
	},
};

/** Answers of the API of Meta. */
export const opencitationsMetaApi: Dialect<'json'> = {
	...shared,
	title: 'OpenCitations Meta: answers of its API',
	syntax: 'json',
	example: '{"id": "doi:10.1234/a pmid:1234567", "title": "A Title", "pub_date": "2024-05", "venue": ""}',
	fits: (document) => objects(document).some(isWork),
	*read(document) {
		for (const one of objects(document)) if (isWork(one)) yield readWork((field) => text(one[field]));
	},
};

function isWork({ id, pub_date, venue }: Fields): boolean {
	return typeof id === 'string' && pub_date !== undefined && venue !== undefined;
}

const fieldNames = [
	...(['id', 'title', 'author', 'pub_date', 'venue', 'type', 'publisher'] as const),
	...(['volume', 'issue', 'page'] as const),
] as const;
type Field = (typeof fieldNames)[number];

const columnsOf = oncePerTable(
	(table) => Object.fromEntries(fieldNames.map((name) => [name, columnNamed(table, name)])) as Record<Field, number>,
);

function readWork(value: (field: Field) => string | undefined): GivenRecord {
	const type = value('type');
	const identifiers = readPrefixed(value('id') ?? '').filter((one) => !isOfContainer(one, type));
	if (identifiers.length === 0) return { links: [], leftOut: ['a work without an identifier'] };
	const date = paddedDate(value('pub_date'));
	const publisher = nameIn(value('publisher') ?? '').name;
	return {
		subject: {
			identifiers,
			type: type === undefined ? undefined : (otherTypes.get(type) ?? type),
			title: value('title'),
			creators: (value('author') ?? '')
				.split('; ')
				.map(nameIn)
				.filter(({ name }) => name !== ''),
			publicationDate: date,
			publishers: publisher === '' ? [] : [publisher],
			container: {
				title: nameIn(value('venue') ?? '').name,
				issns: value('venue')?.match(/(?<=issn:)[\dx-]+/gi) ?? [],
				...{ volume: value('volume'), issue: value('issue'), pages: value('page') },
			},
		},
		links: [],
		date,
	};
}

/** The ISBN of a chapter is that of its book. */
function isOfContainer({ scheme }: GivenIdentifier, type: string | undefined): boolean {
	return scheme === 'isbn' && type !== undefined && parts.has(type);
}

const parts: ReadonlySet<string> = new Set([
	'book chapter',
	'book part',
	'book section',
	'book track',
	'proceedings article',
	'reference entry',
]);

/** Kinds of Meta that Scholix has other words for. */
const otherTypes: ReadonlyMap<string, string> = new Map([
	['computer program', 'software'],
	['data file', 'dataset'],
	['data management plan', 'OutputManagementPlan'],
	['web content', 'other'],
]);

/** `Doe, ` has no given name. */
function withoutSignAtEnd(name: string): string {
	const trimmed = name.trim();
	return /[,;]$/.test(trimmed) ? trimmed.slice(0, -1).trimEnd() : trimmed;
}

/** Reads a name with identifiers in brackets behind it: `Doe, Ada [orcid:0000-0002-1825-0097]`. */
function nameIn(agent: string): GivenAgent {
	const bracket = agent.lastIndexOf('[');
	if (bracket === -1) return { name: withoutSignAtEnd(agent) };
	const inBrackets = agent
		.slice(bracket + 1)
		.replace(']', ' ')
		.split(/\s/);
	const orcid = inBrackets.find((one) => one.startsWith('orcid:'))?.slice('orcid:'.length);
	return { name: withoutSignAtEnd(agent.slice(0, bracket)), orcid };
}
