// Tests of the checksum of a previewed table.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sealOf } from './chosen-table.ts';

const defaults = { provider: 'A Library', relation: '', date: '', source: '' };
const reading = { defaults, from: '', columns: undefined } as const;
const text = 'source,target\n10.1234/a,10.1234/b\n';

describe('the seal of a table', () => {
	it('is the same however browsers end lines, and without line breaks at the beginning', () => {
		const sent = [text, text.replaceAll('\n', '\r\n'), `\n${text}`, `\r\n\r\n${text}`];
		assert.equal(new Set(sent.map((each) => sealOf({ text: each }, reading))).size, 1);
	});

	it('is another one where a letter, a default value of the table, or a column is', () => {
		const seals = [
			sealOf({ text }, reading),
			sealOf({ text: text.replace('b', 'c') }, reading),
			sealOf({ text }, { ...reading, defaults: { ...defaults, provider: 'B Library' } }),
			sealOf({ text }, { ...reading, from: 'table' }),
			sealOf({ text }, { ...reading, columns: ['target', 'source'] }),
			sealOf({ text }, { ...reading, columns: ['source', 'target'] }),
		];
		assert.equal(new Set(seals).size, seals.length);
	});
});
