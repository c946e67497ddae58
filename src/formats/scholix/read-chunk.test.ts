import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { type RecordChunk, withoutRecords } from '../json/chunk-builder.ts';
import { createRecordSplitter } from '../json/split-records.ts';
import { anyFlawedLink, anyLink } from './link.arbitrary.ts';
import { checkChunk, readChunk } from './read-chunk.ts';
import { readLinks } from './read-links.ts';

const link = (source: string) =>
	JSON.stringify({
		Source: { Identifier: { ID: source, IDScheme: 'doi' }, Type: { Name: 'software' } },
		Target: { Identifier: { ID: 'Z', IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: 'References' },
		LinkProvider: [{ Name: 'Zenodo' }],
		LinkPublicationDate: '2018-01-01',
	});

function chunkOf(text: string | Buffer): RecordChunk {
	const splitter = createRecordSplitter('links.jsonl', { maxLinks: 20_000, maxBytes: 10_000_000 });
	const [chunk] = [...splitter.push(Buffer.from(text)), ...splitter.finish()];
	return chunk ?? assert.fail('no records');
}

function failureOf(chunk: RecordChunk): BrokerError {
	try {
		readChunk(chunk);
	} catch (error) {
		assert.ok(error instanceof BrokerError, String(error));
		return error;
	}
	return assert.fail('the chunk is taken');
}

describe('a chunk of records', () => {
	it('is read into the batch of its payload', () => {
		const chunk = chunkOf([link('A'), link('B')].join('\n'));
		assert.deepEqual(readChunk(chunk), readLinks(chunk.payload, { maxLinks: 2 }));
	});

	it('with a line that is not JSON fails with file and line', () => {
		const lines = Array.from({ length: 10_000 }, (_, n) => link(`A${n}`));
		lines[6_999] = '{"Source": }';
		const failure = failureOf(chunkOf(lines.join('\n')));
		assert.equal(failure.code, 'malformed-json');
		assert.equal(failure.message, 'links.jsonl, line 7000 (record 7000) is not JSON: expected a value but found `}`.');
	});

	it('with objects that lack a bracket or have a comma between them fails all the same', () => {
		const broken = `${link('A').slice(0, -1)}\n${link('B').slice(1)}`;
		assert.match(failureOf(chunkOf(broken)).message, /line 2 \(record 1\) is not JSON: expected `,` or `}` but found/);
		const two = `${link('A')}, ${link('B')}`;
		assert.match(failureOf(chunkOf(two)).message, /line 1 \(record 2\) is not JSON: expected a value but found `,`/);
	});

	it('with a record over several lines that is not JSON fails with the line of the fault', () => {
		const records = [link('A'), link('B'), link('C')].map((text) => JSON.stringify(JSON.parse(text), undefined, 1));
		const lines = `[${records.join(',\n')}]`.split('\n');
		const second = (records[0] as string).split('\n').length;
		lines[second + 5] = (lines[second + 5] as string).replace(',', '');
		assert.match(
			failureOf(chunkOf(lines.join('\n'))).message,
			new RegExp(`^links\\.jsonl, line ${second + 7} \\(record 2\\) is not JSON: expected \`,\` or \`\\}\` but found`),
		);
	});

	it('with a name that is given twice fails with its place', () => {
		const twice = link('A').replace('"RelationshipType"', '"Target":{},"RelationshipType"');
		const { code, problems } = failureOf(chunkOf(`${link('B')}\n${twice}`));
		assert.equal(code, 'invalid-links');
		assert.deepEqual(problems[0], {
			pointer: '/1/Target',
			message: 'line 2: is given twice in one object; give it once',
		});
	});

	it('with a byte order mark in its midst, as of two files joined, fails with its line', () => {
		const failure = failureOf(chunkOf(`${link('A')}\n\ufeff${link('B')}`));
		assert.match(failure.message, /line 2 \(record 2\) is not JSON: it begins with a byte order mark/);
		assert.equal(checkChunk(chunkOf(`\ufeff${link('A')}`)).wrong.length, 0);
	});

	it('reads many records, each at its place', () => {
		const lines = Array.from({ length: 250 }, (_, n) => link(`A${n}`));
		const chunk = chunkOf(lines.join('\n'));
		assert.deepEqual(readChunk(chunk), readLinks(chunk.payload, { maxLinks: 250 }));
		lines[149] = '{}';
		lines[249] = 'no';
		const { wrong } = checkChunk(chunkOf(lines.join('\n')));
		assert.deepEqual(
			wrong.map(({ position, line }) => [position, line]),
			[
				[149, 150],
				[249, 250],
			],
		);
	});

	it('with text that is not UTF-8 fails with its line', () => {
		const text = Buffer.from(`${link('A')}\n${link('B')}`);
		text[link('A').length + 31] = 0xe9;
		assert.match(failureOf(chunkOf(text)).message, /line 2 \(record 2\) is not JSON: the byte 0xE9 is not UTF-8/);
	});

	it('with wrong links fails with their lines', () => {
		const failure = failureOf(chunkOf(`\n${link('A')}\n\n{"x": 1}\n${link('')}\n`));
		assert.equal(failure.code, 'invalid-links');
		assert.match(
			failure.message,
			/^2 of 3 links in lines 2 to 5 of links\.jsonl are not valid\. The first problem: links\.jsonl, line 4 \(record 2\): unknown field `x`/,
		);
		assert.deepEqual(failure.problems.at(-1), {
			pointer: '/2/Source/Identifier/ID',
			message: 'line 5: must not be empty',
		});
	});
});

describe('checking a chunk', () => {
	it('reports every wrong record with its line, and makes the batch of the others', () => {
		const { batch, wrong } = checkChunk(chunkOf(`${link('A')}\n{"Source": }\n${link('')}\n${link('B')}\n`));
		assert.deepEqual(wrong, [
			{ position: 1, line: 2, problems: [{ pointer: '/1', message: 'is not JSON: expected a value but found `}`' }] },
			{ position: 2, line: 3, problems: [{ pointer: '/2/Source/Identifier/ID', message: 'must not be empty' }] },
		]);
		assert.deepEqual(
			batch.identifiers.map(({ value }) => value),
			['A', 'B', 'Z'],
		);
	});

	it('reports more wrong records than an answer over HTTP names', () => {
		assert.equal(checkChunk(chunkOf('{}\n'.repeat(250))).wrong.length, 250);
	});
});

describe('a chunk without some records', () => {
	it('holds the others byte for byte, with their lines', () => {
		const chunk = withoutRecords(chunkOf('{"n": 1}\n{"n" :2}\n\n{"n":3 }\n'), [0, 2]);
		assert.equal(Buffer.from(chunk.payload).toString(), '[{"n" :2}]');
		assert.deepEqual(
			chunk.records.map(({ line, number }) => [line, number]),
			[[2, 2]],
		);
		assert.equal(chunk.links, 1);
	});

	it('may be left without any', () => {
		const chunk = withoutRecords(chunkOf('{}\n{}'), [0, 1]);
		assert.equal(Buffer.from(chunk.payload).toString(), '[]');
		assert.equal(chunk.links, 0);
	});

	it('is right as a whole where all wrong ones were taken out, and makes the batch of the check', () => {
		const line = fc.oneof(
			fc.oneof(anyFlawedLink, anyLink).map((value) => JSON.stringify(value)),
			fc.constantFrom('{', '{"a":1},{"b":2}', '{]', '{"Source"}'),
		);
		fc.assert(
			fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
				const chunk = chunkOf(`{}\n${lines.join('\n')}`);
				const { batch, wrong } = checkChunk(chunk);
				const right = withoutRecords(
					chunk,
					wrong.map(({ position }) => position),
				);
				assert.equal(right.links, batch.counts.links);
				if (right.links > 0) assert.deepEqual(readChunk(right), batch);
			}),
			{ numRuns: 200 },
		);
	});
});
