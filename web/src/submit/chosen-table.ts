// Reads the table of a form, a file or pasted rows, and seals it.
import { BrokerError } from '../../../src/errors.ts';
import { encodingOf, mayBeWorkbook } from '../../../src/formats/dialects/syntaxes/encoding.ts';
import { createReadingBounds } from '../../../src/formats/reading-bounds.ts';
import type { FormFields } from '../posting/form-fields.ts';
import { FormRefusal } from '../posting/take-form.ts';
import type { Reading } from './table-reading.ts';

/** A table as text. */
export type ChosenTable = {
	/** The name of the file, or `pastedRows`. */
	name: string;
	text: string;
	/** The encoding of the chosen file; undefined for pasted rows. */
	encoding: string | undefined;
	/** The names of further sheets of a workbook, which are not read. */
	furtherSheets: readonly string[];
};

/** The name of a table that is no file. */
export const pastedRows = 'pasted rows';

/** The highest limit that a broker can set for a request. */
const mostBytes = 500_000_000;

/**
 * Reads the table; a new file replaces previewed rows. Fails with FormRefusal if there is no table,
 * more than one, or no text.
 */
export async function chosenTable(fields: FormFields): Promise<ChosenTable> {
	const file = fields.file('file');
	const pasted = fields.exact('text');
	const previewed = fields.exact('name');
	if (!file) {
		if (pasted.trim() === '') throw new FormRefusal('Choose a file, or paste rows.');
		return { name: previewed || pastedRows, text: pasted, encoding: undefined, furtherSheets: [] };
	}
	if (pasted.trim() !== '' && previewed === '')
		throw new FormRefusal('There are both a file and pasted rows: remove one of them.');
	if (file.size > mostBytes) {
		throw new FormRefusal(
			'The file is larger than 500 MB, the limit of a request. Load it on the command line instead.',
		);
	}
	const content = await file.arrayBuffer().catch(() => {
		throw new FormRefusal('The file cannot be read; it may have been removed. Choose it again.');
	});
	const bytes = new Uint8Array(content);
	if (mayBeWorkbook(bytes)) return { ...(await sheetOf(file.name, bytes)), name: file.name, encoding: 'utf-8' };
	const encoding = encodingOf(bytes);
	return { name: file.name, text: textOf(bytes, encoding), encoding, furtherSheets: [] };
}

/** Reads the first sheet of a workbook as CSV. What reads it is loaded where a file needs it. */
async function sheetOf(
	file: string,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Pick<ChosenTable, 'text' | 'furtherSheets'>> {
	const { readWorkbook } = await import('../../../src/formats/dialects/syntaxes/read-workbook.ts');
	let furtherSheets: readonly string[] = [];
	const needs = {
		...{ file, bounds: createReadingBounds(file) },
		onUnread: (sheets: readonly string[]) => {
			furtherSheets = sheets;
		},
	};
	const decoder = new TextDecoder();
	let text = '';
	try {
		const blocks = new Blob([bytes]).stream() as unknown as AsyncIterable<Uint8Array>;
		for await (const block of readWorkbook(blocks, needs)) text += decoder.decode(block);
	} catch (error) {
		throw error instanceof BrokerError ? new FormRefusal(error.message) : error;
	}
	if (text.trim() === '') throw new FormRefusal('The workbook is empty.');
	return { text, furtherSheets };
}

function textOf(bytes: Uint8Array<ArrayBuffer>, encoding: string): string {
	const text = new TextDecoder(encoding).decode(bytes);
	if (text.includes('\0')) {
		throw new FormRefusal(
			'This file is not readable text. Save it as CSV in UTF-8 (in Excel: “CSV UTF-8”) and choose that file.',
		);
	}
	if (text.trim() === '') throw new FormRefusal('The table is empty.');
	return text;
}

/** Encodes a table as UTF-8 with a byte order mark, which overrides an encoding named in the text. */
export function bytesOf({ text }: Pick<ChosenTable, 'text'>): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(`\uFEFF${text}`);
}

/**
 * Returns a checksum of a table and its reading that detects changes of either. It is not secure:
 * browsers have no digests on pages without TLS. Line breaks are normalised as browsers send them,
 * without leading ones.
 */
export function sealOf({ text }: Pick<ChosenTable, 'text'>, reading: Reading): string {
	const lines = text.replaceAll(/\r\n?/g, '\n').replace(/^\n+/, '');
	const sealed = `${JSON.stringify(reading)}\n${lines}`;
	// FNV-1a (draft-eastlake-fnv), once more with the multiplier of MurmurHash.
	let [first, second] = [0x811c9dc5, 0x811c9dc5];
	for (let at = 0; at < sealed.length; at++) {
		const unit = sealed.charCodeAt(at);
		first = Math.imul(first ^ unit, 0x01000193);
		second = Math.imul(second ^ unit, 0x5bd1e995);
	}
	return `${sealed.length}-${first >>> 0}-${second >>> 0}`;
}
