import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import type { ChunkLimits, RecordChunk } from './chunk-builder.ts';
import { createRecordSplitter } from './split-records.ts';

const large: ChunkLimits = { maxLinks: 10_000, maxBytes: 1_000_000 };

function split(text: string, limits: ChunkLimits = large, blockBytes = 1_000_000): RecordChunk[] {
	const bytes = Buffer.from(text);
	const splitter = createRecordSplitter('links.json', limits);
	const chunks: RecordChunk[] = [];
	for (let at = 0; at < bytes.length; at += blockBytes)
		chunks.push(...splitter.push(bytes.subarray(at, at + blockBytes)));
	return [...chunks, ...splitter.finish()];
}

function payloads(chunks: readonly RecordChunk[]): string[] {
	return chunks.map(({ payload }) => Buffer.from(payload).toString());
}

function failureOf(text: string, limits = large): string {
	try {
		split(text, limits, 3);
	} catch (error) {
		assert.ok(error instanceof BrokerError, String(error));
		return `${error.code}: ${error.message}`;
	}
	return assert.fail('the text is taken');
}

describe('a file of records', () => {
	it('is a JSON array where it begins with a bracket', () => {
		assert.deepEqual(payloads(split(' \n[ {"a": 1} ,\n\n{"b": [2]}\n]\n')), ['[{"a": 1},{"b": [2]}]']);
	});

	it('may be arrays after one another, one in a line or not', () => {
		const lines = '[{"a": 1},{"b": [2]}]\n[]\n[\n{"c": 3}] [{"d": 4}]\n';
		for (const block of [undefined, 1])
			assert.deepEqual(payloads(split(lines, large, block)), ['[{"a": 1},{"b": [2]},{"c": 3},{"d": 4}]']);
	});

	it('is JSON Lines where it begins with a brace; blank lines do not count', () => {
		assert.deepEqual(payloads(split('\n{"a": 1}\r\n\n  {"b": [2]} \n\t\n{"c": 3}')), [
			'[{"a": 1},{"b": [2]},{"c": 3}]',
		]);
	});

	it('may begin with a byte order mark', () => {
		assert.deepEqual(payloads(split('\ufeff{"a": 1}\n')), ['[{"a": 1}]']);
		assert.deepEqual(payloads(split('\ufeff[{"a": 1}]\n', large, 1)), ['[{"a": 1}]']);
	});

	it('is nothing else', () => {
		assert.match(
			failureOf('\n<xml/>'),
			/^bad-file: links\.json holds neither a JSON array nor JSON Lines .* it begins with `<`/,
		);
		assert.match(failureOf('"text"'), /begins with `"`/);
		const splitter = createRecordSplitter('links.json', large);
		assert.throws(() => splitter.push(Buffer.from('\ufeff[]', 'utf16le')), /begins with byte 0xff/);
	});

	it('without records makes no chunk', () => {
		for (const text of ['', ' \n ', '[]', '[ \n ]', '\ufeff']) assert.deepEqual(split(text, large, 1), []);
	});

	it('distinguishes brackets, commas and braces within strings from those around records', () => {
		const records = ['{"a":"],}[{\\"\\\\"}', '{"b":"\\\\"}', '"x,y]"', '[[],{}]', '1', 'null'];
		assert.deepEqual(payloads(split(`[${records.join(' , ')}]`, large, 1)), [`[${records.join(',')}]`]);
	});

	it('keeps the bytes of each record', () => {
		const record = '{ "a":\t1.50e+01, "a": "é\\u00e9 😀" }';
		assert.deepEqual(payloads(split(`[${record}]`)), [`[${record}]`]);
		assert.deepEqual(payloads(split(`${record}\n`)), [`[${record}]`]);
	});
});

describe('chunks of a file', () => {
	it('hold as many records as allowed', () => {
		const text = Array.from({ length: 7 }, (_, n) => `{"n":${n}}`);
		const chunks = split(text.join('\n'), { ...large, maxLinks: 3 });
		assert.deepEqual(
			chunks.map(({ links }) => links),
			[3, 3, 1],
		);
		assert.deepEqual(
			payloads(chunks).flatMap((payload) => JSON.parse(payload)),
			text.map((record) => JSON.parse(record)),
		);
	});

	it('hold as many bytes as allowed, brackets and commas included', () => {
		const records = '{"n":1}\n{"n":2}\n{"n":3}\n';
		assert.deepEqual(payloads(split(records, { maxLinks: 10, maxBytes: 17 })), ['[{"n":1},{"n":2}]', '[{"n":3}]']);
		assert.equal(split(records, { maxLinks: 10, maxBytes: 16 }).length, 3);
	});

	it('do not count white space around records', () => {
		const records = `{"n":1}${' '.repeat(50)}\n{"n":2}${' '.repeat(50)}\n`;
		assert.deepEqual(payloads(split(records, { maxLinks: 10, maxBytes: 17 }, 7)), ['[{"n":1},{"n":2}]']);
	});

	it('know the line and the number of each record', () => {
		const lines = split('{"n":1}\n\n{"n":2}\n{"n":3}\n', { ...large, maxLinks: 2 });
		assert.deepEqual(
			lines.map(({ records }) => records.map(({ line }) => line)),
			[[1, 3], [4]],
		);
		assert.deepEqual(
			lines.map(({ records }) => records.map(({ number }) => number)),
			[[1, 2], [3]],
		);
		const array = split('\n[\n{"n":\n1}, {"n":"\\n"},\n\n{"n":3}]', large, 1);
		assert.deepEqual(
			array.map(({ records }) => records.map(({ line }) => line)),
			[[3, 4, 6]],
		);
	});

	it('know the bytes of each record', () => {
		const [chunk] = split('[ {"n":1} , {"n":22}]', large, 4);
		const records = chunk?.records.map(({ bytes }) => Buffer.from(bytes).toString());
		assert.deepEqual(records, ['{"n":1}', '{"n":22}']);
	});

	it('are the same however the file arrives', () => {
		const record = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }).map((value) => ({ value }));
		const space = fc.constantFrom('', ' ', '\n', '\r\n', '\t \n');
		fc.assert(
			fc.property(
				fc.array(fc.tuple(record, space, space), { maxLength: 8 }),
				fc.boolean(),
				fc.integer({ min: 1, max: 40 }),
				fc.integer({ min: 1, max: 3 }),
				fc.integer({ min: 200, max: 400 }),
				(records, asLines, blockBytes, maxLinks, maxBytes) => {
					const fitting = records.filter(([value]) => Buffer.byteLength(JSON.stringify(value)) + 2 <= maxBytes);
					const pieces = fitting.map(([value, before, after]) => [before, JSON.stringify(value), after].join(''));
					const text = asLines ? pieces.join('\n') : `[${pieces.join(',')}]`;
					const limits = { maxLinks, maxBytes };
					const chunks = split(text, limits, blockBytes);
					assert.deepEqual(chunks, split(text, limits));
					assert.deepEqual(
						payloads(chunks).flatMap((payload) => JSON.parse(payload)),
						fitting.map(([value]) => JSON.parse(JSON.stringify(value))),
					);
					for (const { payload, links } of chunks) assert.ok(links <= maxLinks && payload.length <= maxBytes);
				},
			),
		);
	});
});

describe('a file of objects after one another', () => {
	const each = (text: string, blockBytes = 3) =>
		split(text, large, blockBytes).flatMap(({ records }) =>
			records.map(({ bytes, line }) => `${line} ${Buffer.from(bytes).toString()}`),
		);

	it('is split at their last brackets, whatever lines they stand in', () => {
		assert.deepEqual(each('{\n "n": 1\n}\n'), ['1 {\n "n": 1\n}']);
		assert.deepEqual(each('\n{\n "n": "}"\n}\n\n{ "n":\n2 }'), ['2 {\n "n": "}"\n}', '6 { "n":\n2 }']);
		assert.deepEqual(each('{"n":1}{"n":2} {"n":3}\n{"n":4}'), ['1 {"n":1}', '1 {"n":2}', '1 {"n":3}', '2 {"n":4}']);
	});

	it('is one line a record where the first line is', () => {
		assert.deepEqual(each('{"n":1} \r\n{"n":\n{"n":3}\n'), ['1 {"n":1}', '2 {"n":', '3 {"n":3}']);
		assert.deepEqual(each('{"n":1}\n{"n":2}{"n":3}'), ['1 {"n":1}', '2 {"n":2}{"n":3}']);
	});

	it('hands on what is no object as a record of its line, so that reading reports what is wrong', () => {
		assert.deepEqual(each('{\n}, {}\n{}\nno\n'), ['1 {\n}', '2 , {}', '3 {}', '4 no']);
	});
});

describe('a page of an API', () => {
	const each = (text: string) =>
		split(text, large, 7).flatMap(({ records }) =>
			records.map(({ bytes, line, number }) => `${number} in line ${line}: ${Buffer.from(bytes).toString()}`),
		);

	it('stands for the records in its member', () => {
		const page = '{\n "currentPage": 0, "x": {"result": [7]},\n "result" : [{"n":1},\n{"n":"]"}],\n "total": 2}';
		assert.deepEqual(each(page), ['1 in line 3: {"n":1}', '2 in line 4: {"n":"]"}']);
		assert.deepEqual(each('{"hits":{"total":1,"hits":[{"n":1}]},"links":{}}'), ['1 in line 1: {"n":1}']);
		assert.deepEqual(each('{"status":"ok","message":{"link-packages":[{"n":1}]}}'), ['1 in line 1: {"n":1}']);
		assert.deepEqual(each('{"result":[]}'), []);
	});

	it('may follow others, one a line or not', () => {
		assert.deepEqual(each('{"result":[{"n":1}]}\n{"result":[{"n":2}]}\n'), [
			'1 in line 1: {"n":1}',
			'2 in line 2: {"n":2}',
		]);
		assert.deepEqual(each('{\n"result":[{"n":1}]}{"result":[{"n":2}]}'), [
			'1 in line 2: {"n":1}',
			'2 in line 2: {"n":2}',
		]);
	});

	it('is none where the member is not an array, stands elsewhere, or is not JSON', () => {
		for (const text of [
			'{"result":{"n":1}}',
			'{"a":{"result":[]}}',
			'{"n":"\\"result\\""}',
			'{"result":[}',
			'["result"]',
		]) {
			const records = split(text.startsWith('[') ? `[${text}]` : text).flatMap(({ records }) => records);
			assert.deepEqual(
				records.map(({ bytes }) => Buffer.from(bytes).toString()),
				[text],
			);
		}
	});

	it('is found whatever else it holds', () => {
		const result = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }));
		const others = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
		fc.assert(
			fc.property(others, result, others, fc.constantFrom(undefined, 1), (before, result, after, indent) => {
				const text = JSON.stringify({ ...before, result, ...after }, undefined, indent);
				const expected = (JSON.parse(text) as { result: unknown }).result;
				const found = split(text, large, 5).flatMap(({ payload }) => JSON.parse(Buffer.from(payload).toString()));
				assert.deepEqual(found, expected);
			}),
		);
	});
});

describe('a file that breaks the rules of its kind', () => {
	it('fails with its line where an array does not end', () => {
		assert.equal(
			failureOf('[{"n":1},\n{"n":2}\n'),
			'malformed-json: links.json, line 3: the file ends before its array does.',
		);
		assert.equal(
			failureOf('[{"n":1},\n{"n":2\n'),
			'malformed-json: links.json, line 3: the file ends before its array does.',
		);
	});

	it('fails with the line of a string that has no end, not with the last one', () => {
		assert.equal(
			failureOf('[{"n":1},\n{"n":"2},\n{"n":3},\n{"n":4}]\n'),
			'malformed-json: links.json, line 2: a string holds a line break, which must be written as an escape.',
		);
		assert.equal(
			failureOf(`[{"n":"2},\n${'{"n":3},'.repeat(1_000)}]`, { maxLinks: 10, maxBytes: 1_000 }),
			'malformed-json: links.json, line 1: a string holds a line break, which must be written as an escape.',
		);
	});

	it('fails with its line where an array has a comma too many', () => {
		assert.equal(failureOf('[{"n":1},\n]'), 'malformed-json: links.json, line 2: a `,` must not stand before `]`.');
		assert.equal(
			failureOf('[{"n":1},\n,{"n":2}]'),
			'malformed-json: links.json, line 2: expected a link but found `,`.',
		);
		assert.equal(failureOf('[,]'), 'malformed-json: links.json, line 1: expected a link but found `,`.');
	});

	it('fails with its line where links are not separated by a comma', () => {
		assert.equal(
			failureOf('[{"n":1}\n{"n":2}]'),
			'malformed-json: links.json, line 2: expected `,` or `]` between links but found `{`.',
		);
	});

	it('fails with its line where it goes on after its array', () => {
		assert.equal(
			failureOf('[{"n":1}]\n\n{"n":2}'),
			'malformed-json: links.json, line 3: the file continues after the end of its array.',
		);
	});

	it('fails with the line of a record that is larger than a chunk, instead of filling the memory', () => {
		const splitter = createRecordSplitter('links.json', { maxLinks: 10, maxBytes: 1_000 });
		splitter.push(Buffer.from('{"text":"'));
		const block = Buffer.from('x'.repeat(20_000));
		assert.throws(() => {
			for (let blocks = 0; blocks < 10; blocks++) splitter.push(block);
		}, /line 1: this record alone is larger than 1000 bytes/);
		const endless = `{"n":1}\n{"text":"${'x'.repeat(2_000)}`;
		assert.equal(
			failureOf(endless, { maxLinks: 10, maxBytes: 1_000 }),
			'bad-file: links.json, line 2: this record alone is larger than 1000 bytes.',
		);
	});
});
