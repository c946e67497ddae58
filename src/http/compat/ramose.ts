// What the interfaces of OpenCitations have in common, which RAMOSE serves: the parameters of rows, the
// forms of an answer, and problems as plain text.
import { z } from '@hono/zod-openapi';
import { createPace } from '../../broker/in-steps.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { csvLine } from '../../formats/csv/csv.ts';
import {
	type ColumnTypes,
	type Row,
	type RowQuery,
	readRowQuery,
	restructuring,
	rowLimits,
	rowTest,
	sortRows,
} from '../../formats/opencitations/rows.ts';
import { shownLimits } from '../../links/limits.ts';
import type { Answer } from '../answers/answer.ts';
import { streamOf } from '../answers/export-answer.ts';
import { chooseOffered, jsonMediaType } from '../answers/media-types.ts';
import type { RequestLog } from '../operations/observer.ts';
import type { HttpContext } from '../server/http-context.ts';
import { type ForeignParameters, readForeignParameters } from './foreign.ts';

/** The most rows that are kept in memory, to sort them and to count those left out. */
export const mostKeptRows = 10_000;
/** Of their texts, where a text that is the same as in the row before counts once. */
const mostKeptCharacters = 8_000_000;

const repeated = (description: string) =>
	z.array(z.string().max(rowLimits.length)).max(rowLimits.repeated).optional().openapi({ description });

/** Describes the parameters of rows. */
export const rowParameters = {
	format: z.enum(['json', 'csv']).optional().openapi({ description: 'By default, Accept decides, otherwise JSON.' }),
	require: repeated('Leaves out rows where this column is empty.'),
	exclude: repeated('Does the same as require.'),
	filter: repeated(
		'Only rows with a fitting value: column:pattern (a regular expression of RE2, in any letter case), column:=value, ' +
			'column:<value or column:>value.',
	),
	sort: repeated(`asc(column) or desc(column). At most ${mostKeptRows} rows are sorted.`),
	json: repeated('Splits a column: array("separator",column) or dict("separator",column,name,…).'),
};

/** What a request asks for. */
export type RamoseQuery = { parameters: ForeignParameters; rows: RowQuery };

/** Reads the query of an address; fails like readRowQuery. */
export function readRamoseQuery(url: string): RamoseQuery {
	return { parameters: readForeignParameters(url), rows: readRowQuery(new URL(url)) };
}

type RowFormat = 'json' | 'csv';
const csvMediaType = 'text/csv';

/** Reads the format of an answer; an Accept header that allows neither form means JSON, as there. */
export function rowFormat(parameters: ForeignParameters, accept: string | undefined): RowFormat {
	const format = parameters.first('format');
	if (format === 'json' || format === 'csv') return format;
	if (format !== undefined) {
		throw wrongParameter('format', 'format must be json or csv.');
	}
	try {
		return chooseOffered(accept, [jsonMediaType, csvMediaType]) === csvMediaType ? 'csv' : 'json';
	} catch {
		return 'json';
	}
}

/** Rows on their way to an answer, in batches; `undefined` stands for one that is left out. */
type FoundRows = {
	columns: readonly string[];
	types: ColumnTypes;
	/** How many there are, with those left out. */
	total: number;
	batches: Batches;
};
type Batches = AsyncIterable<readonly (Row | undefined)[]> | Iterable<readonly (Row | undefined)[]>;

/**
 * Answers rows as the request asks for them: `require`, `filter`, `sort` and `json`, in this order. Up
 * to mostKeptRows are kept in memory; more, and very long ones, are sent as they are read, and not
 * sorted. A failure after the answer has begun is logged.
 */
export async function rowsAnswer(
	{ columns, types, total, batches }: FoundRows,
	asked: { context: HttpContext; query: RowQuery; format: RowFormat; headers: Answer['headers']; log: RequestLog },
): Promise<Answer> {
	const { context, query, format, log } = asked;
	const mediaType = format === 'csv' ? `${csvMediaType}; charset=utf-8` : jsonMediaType;
	const headers = { ...asked.headers, 'Content-Type': mediaType };
	const onFailure = (err: unknown) => log.warn({ err }, 'An answer to a client of OpenCitations was interrupted');
	const bodyOf = (rows: Rows) => {
		if (context.req.method === 'HEAD') return null;
		const pieces = format === 'csv' ? csvPieces(rows, columns, types) : jsonPieces(rows, query.json);
		return streamOf(pieces, context, onFailure);
	};
	const leftOut = { rows: 0 };
	const found = fittingRows(batches, rowTest(query, types), leftOut);
	if (total > mostKeptRows) return { status: 200, headers, body: bodyOf(found) };
	const { kept, isWhole } = await keepRows(found);
	if (!isWhole && query.sort.length > 0) {
		throw new BrokerError('answer-too-large', 'The rows are too long to be sorted. Ask without sort.');
	}
	if (!isWhole) return { status: 200, headers, body: bodyOf(continued(kept, found)) };
	const body = bodyOf(inBatches(sortRows(kept, query.sort, types)));
	return { status: 200, headers: { ...headers, 'X-Left-Out': String(leftOut.rows) }, body };
}

type Rows = AsyncGenerator<readonly Row[], void, undefined>;

/** Passes on the rows that fit, while others have their turn, and counts those left out. */
async function* fittingRows(batches: Batches, fits: (row: Row) => boolean, leftOut: { rows: number }): Rows {
	const pace = createPace();
	for await (const batch of batches) {
		const rows: Row[] = [];
		for (const row of batch) {
			await pace();
			if (row === undefined) leftOut.rows += 1;
			else if (fits(row)) rows.push(row);
		}
		yield rows;
	}
}

/** Reads rows into memory, as far as there is space for them. */
async function keepRows(found: Rows): Promise<{ kept: Row[]; isWhole: boolean }> {
	const kept: Row[] = [];
	let characters = 0;
	for (let step = await found.next(); !step.done; step = await found.next()) {
		for (const row of step.value) {
			characters += charactersOf(row, kept.at(-1));
			kept.push(row);
		}
		if (characters > mostKeptCharacters) return { kept, isWhole: false };
	}
	return { kept, isWhole: true };
}

function charactersOf(row: Row, before: Row | undefined): number {
	return Object.entries(row).reduce((sum, [name, text]) => sum + (text === before?.[name] ? 0 : text.length), 0);
}

async function* continued(first: readonly Row[], found: Rows): Rows {
	yield* inBatches(first);
	yield* found;
}

const rowsOfBatch = 1_000;

async function* inBatches(rows: readonly Row[]): Rows {
	for (let at = 0; at < rows.length; at += rowsOfBatch) yield rows.slice(at, at + rowsOfBatch);
}

/** Texts are no formulas of spreadsheets; dates and durations may begin with a minus. */
function csvPieces(rows: Rows, columns: readonly string[], types: ColumnTypes): AsyncGenerator<string> {
	const isPlain = (at: number) => types[columns[at] ?? ''] !== undefined;
	const write = (row: Row) =>
		csvLine(
			columns.map((column) => row[column] ?? ''),
			isPlain,
		);
	return piecesOf(rows, { begin: csvLine(columns), write, between: '', end: '' });
}

function jsonPieces(rows: Rows, json: RowQuery['json']): AsyncGenerator<string> {
	const restructure = restructuring(json);
	const write = (row: Row) => JSON.stringify(restructure(row));
	return piecesOf(rows, { begin: '[', write, between: ',\n', end: ']' });
}

type Written = { begin: string; write(row: Row): string; between: string; end: string };

/** Writes rows in pieces, while others have their turn. */
async function* piecesOf(rows: Rows, { begin, write, between, end }: Written): AsyncGenerator<string> {
	const pace = createPace();
	let piece = begin;
	let before = '';
	for await (const batch of rows) {
		for (const row of batch) {
			await pace();
			piece += before + write(row);
			before = between;
			if (piece.length < shownLimits.pieceLength) continue;
			yield piece;
			piece = '';
		}
	}
	yield piece + end;
}

/** How a route of RAMOSE shows problems. */
export const ramoseRoute = { showProblem: shownAsText, problemsShownAs: 'text/plain' } as const;

/** Shows a problem as RAMOSE does: a line of text with the status. */
function shownAsText(_: HttpContext, problem: Answer): Answer {
	const { message } = JSON.parse(String(problem.body)) as { message: string };
	const headers = { ...problem.headers, 'Content-Type': 'text/plain; charset=utf-8' };
	return { ...problem, headers, body: `HTTP status code ${problem.status}: ${message}` };
}
