// Reads the identifiers that a command is given: as its arguments, or in a file, one a line or a
// column of a CSV.
import { existsSync } from 'node:fs';
import { BrokerError } from '../errors.ts';

/**
 * Reads identifiers: the arguments, where these are some, else the lines of the one file, or a column
 * of it. Fails with `bad-usage` where several arguments are not all identifiers.
 */
export async function* identifiersOf(given: readonly string[], column: string | undefined): AsyncGenerator<string> {
	const others = await notIdentifiersIn(given);
	const [file = ''] = given;
	if (others.length === 0 && column === undefined) {
		yield* given;
		return;
	}
	if (given.length > 1) {
		const which = column === undefined ? `; ${JSON.stringify(others[0])} is no identifier` : ' if you use --column';
		throw new BrokerError('bad-usage', `Give one file or several identifiers${which}.`);
	}
	const { readUnpacked } = await import('../formats/files/open-files.ts');
	const text = decoded(readUnpacked(file));
	if (column === undefined) {
		for await (const line of linesOf(text)) if (line.trim() !== '') yield line.trim();
		return;
	}
	const { readCsv } = await import('../formats/csv/read-csv.ts');
	let place: number | undefined;
	for await (const row of readCsv(text)) {
		if (place === undefined) place = placeOf(column, row);
		else yield row[place] ?? '';
	}
	if (place === undefined) placeOf(column, []);
}

/** Lists the arguments that are no identifiers; a file that is there is meant as one. */
async function notIdentifiersIn(given: readonly string[]): Promise<string[]> {
	const { readText } = await import('../identifiers/index.ts');
	return given.filter((one) => one === '-' || existsSync(one) || readText(one).kind !== 'one');
}

function placeOf(column: string, header: readonly string[]): number {
	const folded = (name: string) => name.trim().toLowerCase();
	const place = header.findIndex((name) => folded(name) === folded(column));
	if (place !== -1) return place;
	const names = header.map((name) => JSON.stringify(name)).join(', ') || 'none';
	throw new BrokerError('bad-file', `The file has no column ${JSON.stringify(column)}. Its columns: ${names}.`);
}

/** Decodes UTF-8, without a byte order mark. */
async function* decoded(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const block of blocks) yield decoder.decode(block, { stream: true });
	yield decoder.decode();
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
	let rest = '';
	for await (const piece of pieces) {
		const lines = (rest + piece).split(/\r\n|\n|\r/);
		rest = lines.pop() ?? '';
		yield* lines;
	}
	yield rest;
}

/** Groups values into arrays of this length. */
export async function* inSteps<T>(all: AsyncIterable<T>, length: number): AsyncGenerator<T[]> {
	let step: T[] = [];
	for await (const one of all) {
		step.push(one);
		if (step.length < length) continue;
		yield step;
		step = [];
	}
	if (step.length > 0) yield step;
}
