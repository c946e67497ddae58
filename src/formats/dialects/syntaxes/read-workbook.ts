// Reads the first filled sheet of an Excel workbook (.xlsx; ECMA-376, part 1) as CSV.
import { SaxesParser } from 'saxes';
import { BrokerError } from '../../../errors.ts';
import { partsOf, readingLimits } from '../../../links/limits.ts';
import type { Blocks } from '../../files/blocks.ts';
import { workbookPath, type ZipPart, zipParts } from '../../files/zip-parts.ts';
import type { ReadingBounds } from '../../reading-bounds.ts';
import type { XmlElement } from '../dialect.ts';
import { dateShownBy, excelDate, type ShownDate } from './excel-dates.ts';
import { readXml } from './read-xml.ts';
import { children, descendants } from './xml-elements.ts';

type Needs = {
	/** What messages call it. */
	file: string;
	bounds: ReadingBounds;
	/** Receives the names of further sheets that hold something, which are not read. */
	onUnread(sheets: readonly string[]): void;
};

/**
 * Reads the rows of the first sheet that holds something and is not hidden, as CSV with commas: a
 * line each, empty ones too, so that the number of a line is that of its row. Dates are written as
 * ISO 8601 does, and formulas as their values. Cells count towards the bounds before the gaps
 * between them are filled. Fails with `bad-file` where it is no workbook, or damaged.
 */
export async function* readWorkbook(blocks: Blocks, needs: Needs): Blocks {
	const { file } = needs;
	const bytes = await wholeOf(file, blocks);
	if (bytes[0] === 0xd0) {
		throw refused(file, 'is a workbook of Excel 97 (.xls), or has a password. Save it as .xlsx without one, or as CSV');
	}
	try {
		const parts = openParts(file, bytes);
		const book = await readBook(parts, needs);
		const [first, ...others] = await filledSheets(parts, book, needs);
		needs.onUnread(others.map(({ name }) => name));
		if (first === undefined) throw refused(file, 'is a workbook whose sheets are all empty or hidden');
		yield* rowsOf(parts, first, book, needs);
	} catch (cause) {
		if (cause instanceof BrokerError) throw cause;
		throw new BrokerError('bad-file', `${file} is damaged: ${(cause as Error).message}.`, { cause });
	}
}

function refused(file: string, problem: string): BrokerError {
	return new BrokerError('bad-file', `${file} ${problem}.`);
}

async function wholeOf(file: string, blocks: Blocks): Promise<Uint8Array<ArrayBuffer>> {
	const held: Uint8Array[] = [];
	let length = 0;
	for await (const block of blocks) {
		held.push(block);
		length += block.length;
		if (length > readingLimits.documentLength) throw tooLarge(file);
	}
	const whole = new Uint8Array(length);
	let at = 0;
	for (const block of held) {
		whole.set(block, at);
		at += block.length;
	}
	return whole;
}

function tooLarge(file: string): BrokerError {
	return refused(file, `is a workbook of more than ${readingLimits.documentLength} bytes. Save its sheet as CSV`);
}

/** The files within a workbook, by their paths. */
type Parts = ReadonlyMap<string, ZipPart>;

function openParts(file: string, bytes: Uint8Array<ArrayBuffer>): Parts {
	const parts = new Map(zipParts(bytes).map((part) => [part.name, part]));
	if (parts.has(workbookPath)) return parts;
	const problem = parts.has('content.xml')
		? 'is an OpenDocument file. Save it as .xlsx or CSV'
		: 'is a zip archive, not an Excel workbook. Send the files in it, or load it with `link-broker events load`';
	throw refused(file, problem);
}

/** Inflates a part within the bound; nothing where it is missing. */
async function* inflated(parts: Parts, path: string, file: string): AsyncGenerator<Uint8Array> {
	let length = 0;
	for await (const block of parts.get(path)?.blocks() ?? []) {
		length += block.length;
		if (length > readingLimits.documentLength) throw tooLarge(file);
		yield block;
	}
}

type Sheet = { name: string; path: string };
type Book = { sheets: readonly Sheet[]; from1904: boolean; dates: readonly ShownDate[]; texts: readonly string[] };

async function readBook(parts: Parts, needs: Needs): Promise<Book> {
	const root = async (path: string): Promise<XmlElement | undefined> => {
		const decoder = new TextDecoder();
		let text = '';
		for await (const block of inflated(parts, path, needs.file)) text += decoder.decode(block, { stream: true });
		return text === '' ? undefined : readXml(text, needs.file, needs.bounds).next().value;
	};
	const workbook = await root(workbookPath);
	const relations = children(await root('xl/_rels/workbook.xml.rels'));
	const targets = new Map(relations.map(({ attributes: { Id = '', Target = '' } }) => [Id, Target]));
	const named = workbook === undefined ? [] : descendants(workbook, 'sheet');
	const properties = children(workbook, 'workbookPr')[0]?.attributes;
	return {
		sheets: named
			.filter(({ attributes: { state = 'visible' } }) => state === 'visible')
			.map(({ attributes: { name = '', id = '' } }) => ({ name, path: pathOf(targets.get(id) ?? '') })),
		from1904: properties?.date1904 === '1' || properties?.date1904 === 'true',
		dates: datesOf(await root('xl/styles.xml')),
		texts: await sharedTexts(parts, needs),
	};
}

/** Targets are relative to the workbook, or begin with a stroke. */
function pathOf(target: string): string {
	return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Returns what of a date each style of a cell shows, in the order of the styles. */
function datesOf(styles: XmlElement | undefined): ShownDate[] {
	const formats = children(children(styles, 'numFmts')[0], 'numFmt');
	const codes = new Map(formats.map(({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode]));
	const cells = children(children(styles, 'cellXfs')[0], 'xf');
	return cells.map(({ attributes: { numFmtId } }) => dateShownBy(Number(numFmtId), codes.get(Number(numFmtId))));
}

/** Reads the texts that cells share by their number. */
async function sharedTexts(parts: Parts, needs: Needs): Promise<string[]> {
	const texts: string[] = [];
	let text = '';
	await read(parts, 'xl/sharedStrings.xml', needs, {
		open: ({ name }) => {
			if (name === 'si') text = '';
		},
		text: (piece, within) => {
			if (isOfText(within)) text += piece;
		},
		close: (name) => {
			if (name === 'si') texts.push(text);
		},
	});
	return texts;
}

/** A text of a cell stands in `t`, in pieces where it has several fonts; how it is spoken, in `rPh`. */
function isOfText(within: readonly string[]): boolean {
	return within.at(-1) === 't' && !within.includes('rPh');
}

type Handlers = {
	open(tag: { name: string; attributes: Readonly<Record<string, string>> }): void;
	/** `within`: the names of the elements around it, the innermost last. */
	text(piece: string, within: readonly string[]): void;
	close(name: string): void;
};

/** Reads a part as it is inflated, if it is there. Returns at the end, or as soon as `isEnough`. */
async function read(
	parts: Parts,
	path: string,
	{ file, bounds }: Pick<Needs, 'file' | 'bounds'>,
	{ open, text, close }: Handlers,
	isEnough = () => false,
): Promise<void> {
	if (!parts.has(path)) return;
	const reader = createPartReader(file, bounds, { open, text, close });
	for await (const block of inflated(parts, path, file)) {
		reader.write(block);
		if (isEnough()) return;
	}
	reader.end();
}

function createPartReader(file: string, bounds: ReadingBounds, { open, text, close }: Handlers) {
	const parser = new SaxesParser();
	const decoder = new TextDecoder();
	const within: string[] = [];
	parser.on('error', (error) => {
		const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
		throw new BrokerError('bad-file', `${file} is damaged: ${reason}.`, { cause: error });
	});
	parser.on('doctype', () => {
		throw refused(file, 'is damaged: a part of it has a document type');
	});
	parser.on('opentag', ({ name, attributes }) => {
		bounds.add(partsOf.element, 1);
		const local = localName(name);
		bounds.checkDepth(within.push(local), 1);
		open({ name: local, attributes });
	});
	parser.on('text', (piece) => {
		bounds.checkToken(piece.length, 1);
		text(piece, within);
	});
	parser.on('closetag', ({ name }) => {
		within.pop();
		close(localName(name));
	});
	return {
		write: (block: Uint8Array) => parser.write(decoder.decode(block, { stream: true })),
		end: () => parser.close(),
	};
}

/** Some programs write a prefix before every name. */
function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}

/** Lists the sheets that hold a cell with something in it. */
async function filledSheets(parts: Parts, book: Book, needs: Needs): Promise<Sheet[]> {
	const filled: Sheet[] = [];
	for (const sheet of book.sheets) {
		let isFilled = false;
		const handlers: Handlers = {
			open: () => undefined,
			text: (_, within) => {
				if (within.at(-1) === 'v' || isOfText(within)) isFilled = true;
			},
			close: () => undefined,
		};
		await read(parts, sheet.path, needs, handlers, () => isFilled);
		if (isFilled) filled.push(sheet);
	}
	return filled;
}

/** Lines are handed out after so much of a sheet. */
const pieceBytes = 2 ** 18;

/** Writes the rows of a sheet as they are inflated. */
async function* rowsOf(parts: Parts, { path }: Sheet, book: Book, { file, bounds }: Needs): Blocks {
	const lines = createLines(book, bounds);
	const reader = createPartReader(file, bounds, lines.handlers);
	for await (const block of inflated(parts, path, file)) {
		for (let at = 0; at < block.length; at += pieceBytes) {
			reader.write(block.subarray(at, at + pieceBytes));
			const written = lines.taken();
			if (written !== '') yield new TextEncoder().encode(written);
		}
	}
	reader.end();
	const written = lines.taken();
	if (written !== '') yield new TextEncoder().encode(written);
}

/** Excel has no more rows and columns. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

type Cell = { at: number; type: string; style: number; text: string };

/** Makes lines of the cells of a sheet, whose rows and columns may be left out where they are empty. */
function createLines(book: Book, bounds: ReadingBounds) {
	let lines = '';
	let row = 0;
	let cells: string[] = [];
	let column = 0;
	let cell: Cell | undefined;
	const handlers: Handlers = {
		open({ name, attributes }) {
			if (name === 'row') {
				bounds.nextDocument();
				const number = Math.min(Number(attributes.r) || row + 1, lastRow);
				// An empty line stands for each row that is left out.
				for (row++; row < number; row++) lines += '\n';
				cells = [];
				column = 0;
			}
			if (name === 'c') {
				column = columnOf(attributes.r) ?? column + 1;
				cell = { at: column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), text: '' };
			}
		},
		text(piece, within) {
			if (cell !== undefined && (within.at(-1) === 'v' || isOfText(within))) cell.text += piece;
		},
		close(name) {
			if (name === 'row') lines += `${cells.join(',')}\n`;
			if (name !== 'c' || cell === undefined) return;
			if (cell.text !== '' && cell.at > cells.length) {
				bounds.add(cell.at - cells.length, row);
				while (cells.length < cell.at - 1) cells.push('');
				cells.push(quoted(writtenValue(cell, book)));
			}
			cell = undefined;
		},
	};
	return {
		handlers,
		/** Returns the lines that are written so far, each once. */
		taken(): string {
			const written = lines;
			lines = '';
			return written;
		},
	};
}

/** Reads the column of a cell from 1: that of `AB12` is 28; undefined where it is not given. */
function columnOf(reference: string | undefined): number | undefined {
	const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
	if (letters === undefined) return undefined;
	let column = 0;
	for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
	return Math.min(column, lastColumn);
}

function writtenValue({ type, style, text }: Cell, { texts, dates, from1904 }: Book): string {
	if (type === 's') return unescaped(texts[Number(text)] ?? '');
	if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
	if (type === 'e') return '';
	if (type !== 'n') return unescaped(text);
	const number = Number(text);
	if (!Number.isFinite(number)) return text;
	return excelDate(number, dates[style], { from1904 }) ?? String(Number(number.toPrecision(shownDigits)));
}

/** Excel calculates with more digits than it shows: 12345678.000000001 is 12345678. */
const shownDigits = 15;

/** Characters that XML cannot hold, and what looks like them, are escaped: `_x000D_`, `_x005F_`. */
function unescaped(text: string): string {
	return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Line breaks within a cell become blanks, so that each row is one line. */
function quoted(text: string): string {
	const line = text.replaceAll(/[\r\n]+/g, ' ');
	return /[",;\t]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
