import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { malformedJson, parseJson } from './json-text.ts';

function readValue(body: Uint8Array | string): unknown {
	const parsed = parseJson(body);
	return 'value' in parsed ? parsed.value : assert.fail(parsed.error.message);
}

function readError(body: Uint8Array | string): string {
	const parsed = parseJson(body);
	return 'error' in parsed ? malformedJson(parsed.error).message : assert.fail('it is JSON');
}

describe('JSON text', () => {
	it('is read from bytes and from a string alike', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				assert.deepEqual(readValue(Buffer.from(text)), JSON.parse(text));
				assert.deepEqual(readValue(text), JSON.parse(text));
			}),
		);
	});

	it('may begin with a byte order mark', () => {
		assert.deepEqual(readValue(Buffer.from('\ufeff[1]')), [1]);
		assert.deepEqual(readValue('\ufeff[1]'), [1]);
	});

	it('that is none is reported with line, column and reason', () => {
		assert.equal(
			readError('[\n{,}]'),
			'The text is not JSON: line 2, column 2: expected a name in double quotes but found `,`.',
		);
	});

	it('that is not UTF-8 is reported with line, column and byte', () => {
		assert.equal(
			readError(Buffer.from('["a",\n"caf\u00e9 �"]', 'latin1')),
			'The text is not JSON: line 2, column 5: the byte 0xE9 is not UTF-8 there.',
		);
		assert.match(readError(Buffer.from([0x5b, 0xef, 0xbf])), /line 1, column \d+: the text ends within a character/);
		assert.match(readError(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), /column 2: the byte 0xED is not UTF-8/);
	});

	it('that is nested deep is reported like any other', () => {
		assert.match(readError('['.repeat(60)), /found the end of the text/);
	});
});
