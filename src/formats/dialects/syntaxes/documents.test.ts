// Says in which encodings the texts of dialects are read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReadingBounds } from '../../reading-bounds.ts';
import type { TableRow, TaggedEntry } from '../dialect.ts';
import { textDocuments } from './documents.ts';
import { readXml } from './read-xml.ts';
import { textOf } from './xml-elements.ts';

/** Answers the text in the root of a document in XML. */
async function textIn(bytes: Uint8Array): Promise<string | undefined> {
	const blocks = (async function* () {
		yield bytes;
	})();
	for await (const placed of textDocuments('xml', 'file', blocks)) {
		if ('document' in placed) return textOf(placed.document as Parameters<typeof textOf>[0]);
	}
	return undefined;
}

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é</a>`;

describe('a text in XML', () => {
	it('is read in the encoding that it declares', async () => {
		assert.equal(await textIn(Buffer.from(declared('ISO-8859-1'), 'latin1')), 'é');
		assert.equal(await textIn(Buffer.from(declared('UTF-8'))), 'é');
	});

	it('is read by its byte order mark, whatever it declares', async () => {
		assert.equal(await textIn(Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')), 'é');
	});

	it('may name its document type, which is not fetched', () => {
		for (const type of ['<!DOCTYPE a>', '<!DOCTYPE a PUBLIC "-//A//DTD B > C//EN" \'https://a.example/a.dtd\'>']) {
			assert.equal([...readXml(`<?xml version="1.0"?>\n${type}\n<a/>`, 'file')].length, 1);
		}
	});

	it('is refused where its document type declares something, with its line', () => {
		for (const type of ['<!doctype a [<!ENTITY b "c">]>', '<!DOCTYPE a SYSTEM "a.dtd" [ ]>', '<!DOCTYPE a']) {
			const message = /^file, line 2: document types .* are refused; remove it/;
			assert.throws(() => [...readXml(`<?xml version="1.0"?>\n${type}<a/>`, 'file')], { code: 'bad-file', message });
		}
		assert.equal([...readXml('<a><!-- <!DOCTYPE a> --></a>', 'file')].length, 1);
	});

	it('is UTF-8 where it declares what cannot be', async () => {
		assert.equal(await textIn(Buffer.from(declared('UTF-16'))), 'é');
		assert.equal(await textIn(Buffer.from(declared('x-unknown'))), 'é');
	});
});

describe('a text that declares no encoding', () => {
	const titles = async (...blocks: Uint8Array[]) => {
		const stream = (async function* () {
			yield* blocks;
		})();
		const entries = await Array.fromAsync(textDocuments('tagged', 'file', stream));
		return entries.flatMap((one) => ('document' in one ? (one.document as TaggedEntry).fields.slice(1) : []));
	};
	const entry = 'TY  - JOUR\nTI  - ';

	it('is UTF-8, or what programs write on Windows, also where that shows far behind its beginning', async () => {
		for (const encoding of ['utf8', 'latin1'] as const) {
			const bytes = Buffer.from(`${entry}Müller\nER  - \n`, encoding);
			assert.deepEqual(await titles(bytes), [['TI', 'Müller']], encoding);
			assert.deepEqual(
				await titles(Buffer.from(`${entry}A\nER  - \n`), bytes),
				[
					['TI', 'A'],
					['TI', 'Müller'],
				],
				encoding,
			);
		}
	});

	it('has 16 bits for each character where one byte of the first one is empty', async () => {
		const little = Buffer.from(`${entry}Müller\nER  - \n`, 'utf16le');
		assert.deepEqual(await titles(little), [['TI', 'Müller']]);
		assert.deepEqual(await titles(Buffer.from(little).swap16()), [['TI', 'Müller']]);
	});

	it('keeps a character that lies in two blocks', async () => {
		const bytes = Buffer.from(`${entry}Müller Ø\nER  - \n`);
		const within = bytes.indexOf(0xc3) + 1;
		assert.deepEqual(await titles(Buffer.from('\n'), bytes.subarray(0, within), bytes.subarray(within)), [
			['TI', 'Müller Ø'],
		]);
	});
});

describe('a set of records in XML', () => {
	it('is handed out one by one, each with its line, and counted alone in a stream', () => {
		const record = `<PubmedArticle><PMID>1</PMID>${' '.repeat(70_000)}</PubmedArticle>\n`;
		const bounds = createReadingBounds('file', { isStream: true, mostParts: 60 });
		const text = `<?xml version="1.0"?>\n<PubmedArticleSet>\n${record.repeat(20)}</PubmedArticleSet>\n`;
		const records = [...readXml(text, 'file', bounds)];
		assert.deepEqual(
			records.map(({ name, line }) => [name, line]),
			Array.from({ length: 20 }, (_, at) => ['PubmedArticle', at + 3]),
		);
	});
});

describe('several texts in XML after one another', () => {
	it('begin with a declaration each, which in CDATA and comments is none', () => {
		const text =
			'<?xml version="1.0"?><a><![CDATA[<?xml version="1.0"?>]]></a>\n<?xml version="1.0"?>\n<b><!-- <?xml ?> --></b>\n';
		const roots = [...readXml(text, 'file')];
		assert.deepEqual(
			roots.map(({ name, line, children }) => [name, line, children]),
			[
				['a', 1, ['<?xml version="1.0"?>']],
				['b', 3, []],
			],
		);
	});
});

describe('a table', () => {
	const cellOf = async (...blocks: Uint8Array[]) => {
		const given = (async function* () {
			yield* blocks;
		})();
		const rows = await Array.fromAsync(textDocuments('table', 'file', given));
		const [row] = rows.flatMap((placed) => ('document' in placed ? [placed.document as TableRow] : []));
		return row?.cells[1];
	};

	it('is UTF-8, also where a block ends within a character, or else what spreadsheets write on Windows', async () => {
		const table = 'DOI,Title\n10.1234/a,Café – thé\n';
		const bytes = Buffer.from(table);
		const cut = bytes.indexOf('é') + 1;
		assert.equal(await cellOf(bytes), 'Café – thé');
		assert.equal(await cellOf(bytes.subarray(0, cut), bytes.subarray(cut)), 'Café – thé');
		assert.equal(await cellOf(Buffer.from(table.replace('–', '\x96'), 'latin1')), 'Café – thé');
	});
});
