// Reads answers of Wikidata's query service in JSON: a table of entities whose columns are the
// variables of the query.
import { chosenRoles } from '../column-roles.ts';
import type { Dialect, GivenRecord, Supplied, Table, TableRow } from '../dialect.ts';
import { type Fields, fields, isFields, objects, text, texts } from '../values.ts';
import { mostOf } from './columns.ts';
import { isEntity, rolesOfVariables } from './entity-columns.ts';
import { spreadsheet } from './spreadsheet.ts';

/** Queries for what works cite (P2860), each citation a row. */
export const wikidata: Dialect<'json'> = {
	name: 'wikidata',
	title: 'Wikidata: answers of its query service, with ?citing and ?cited (SPARQL, JSON)',
	syntax: 'json',
	replacement: 'statement',
	provider: 'Wikidata',
	dateRule: 'when the citing work was published, where the query asks for it',
	example:
		'{"head": {"vars": ["citing", "cited"]}, "results": {"bindings": [{"citing": {"type": "uri", "value": ' +
		'"http://www.wikidata.org/entity/Q1"}, "cited": {"type": "uri", "value": "http://www.wikidata.org/entity/Q2"}}]}}',
	fits(document) {
		const { table } = answerIn(document) ?? noAnswer;
		return table.columns.some((_, at) => mostOf(table, at, isEntity));
	},
	layout(document, supplied) {
		const answer = answerIn(document) ?? noAnswer;
		const { table } = answer;
		const read = withRoles(answer, supplied);
		return 'problem' in read ? read : (spreadsheet.layout?.({ table, cells: [], line: 1 }, read) ?? noAnswer);
	},
	*read(document, supplied) {
		const answer = answerIn(document) ?? noAnswer;
		const { table, rows } = answer;
		const read = withRoles(answer, supplied);
		for (const cells of rows) {
			if ('problem' in read) yield { links: [], leftOut: [read.problem] };
			else for (const record of spreadsheet.read({ table, cells, line: 1 }, read)) yield dated(record);
		}
	},
};

/** A row by itself has those of the variables alone that are bound in it. */
type Answer = { table: Table; rows: readonly TableRow['cells'][]; isWhole: boolean };

const noAnswer: Answer & { problem: string } = {
	table: { columns: [], sample: [] },
	rows: [],
	isWhole: true,
	problem: 'it holds no answer of a query',
};

/** A query of more variables does not ask for citations. */
const mostVariables = 100;
/** So many rows decide what the variables hold. */
const sampleRows = 100;

/**
 * Finds the rows of an answer. Its page in the browser exports each row by itself, with texts in
 * place of what the interface binds to the variables.
 */
function answerIn(document: unknown): Answer | undefined {
	const { head, results } = fields(document);
	const { bindings } = fields(results);
	const isWhole = Array.isArray(bindings) && head !== undefined;
	if (!isWhole && !isRow(document)) return undefined;
	const variables = isWhole ? texts(fields(head).vars) : Object.keys(fields(document));
	if (variables.length > mostVariables) return undefined;
	const rows = (isWhole ? objects(bindings) : [fields(document)]).map((row) =>
		variables.map((name) => (Object.hasOwn(row, name) ? cellOf(row[name]) : '')),
	);
	return { table: { columns: variables.map((name) => `?${name}`), sample: rows.slice(0, sampleRows) }, rows, isWhole };
}

function isRow(document: unknown): document is Fields {
	if (!isFields(document)) return false;
	const values = Object.values(document).slice(0, mostVariables);
	return document.type === undefined && values.every(isBound) && values.some((value) => isEntity(cellOf(value)));
}

function isBound(value: unknown): boolean {
	return (
		typeof value === 'string' || (text(fields(value).type) !== undefined && text(fields(value).value) !== undefined)
	);
}

/** An entity without a label has its number as one. */
function cellOf(bound: unknown): string {
	const { type, value = bound } = fields(bound);
	const cell = text(value) ?? '';
	return type === 'bnode' || /^Q\d+$/.test(cell) ? '' : cell;
}

/** What a list of works is, or somebody chooses, is for the citations that this is about. */
function withRoles({ table, isWhole }: Answer, supplied: Supplied): Supplied | { problem: string } {
	const { columns, relation = 'Cites' } = supplied;
	if (columns === undefined) {
		const found = rolesOfVariables(table);
		if ('problem' in found) return found;
		const read: Supplied = { ...supplied, columns: { kind: 'positions', roles: found.roles } };
		return found.roles.includes('source') ? read : { ...read, relation };
	}
	if (!isWhole && columns.kind === 'positions') return { problem: byNameAlone };
	const alone = chosenRoles(columns, table.columns, nothingOf(table));
	if ('problem' in alone) return alone;
	// What describes the works is found by the ends that are chosen.
	const found = rolesOfVariables(table, alone.roles);
	const chosen = chosenRoles(columns, table.columns, 'problem' in found ? nothingOf(table) : found.roles);
	return 'problem' in chosen ? chosen : { ...supplied, relation, columns: { kind: 'positions', roles: chosen.roles } };
}

function nothingOf({ columns }: Table): '-'[] {
	return columns.map(() => '-');
}

const byNameAlone =
	'its rows have not all variables, so that roles are given by their names (citing=source,cited=target)';

function dated(record: GivenRecord): GivenRecord {
	return { ...record, date: record.date ?? record.subject?.publicationDate, line: undefined };
}
