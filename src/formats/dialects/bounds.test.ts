// Asserts the bounds of every reader: each dialect with each form of too much that its syntax has.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Order, openBoundedReader } from './bounded-reader.fixture.ts';
import type { Syntax } from './dialect.ts';
import { dialects } from './dialects.ts';

type Form = Omit<Order, 'from' | 'times'>;

/**
 * What a text of each syntax may have too much of: values, width, repeats, depth, and one token.
 */
const forms: Record<Syntax, Record<string, Form>> = {
	json: {
		values: { begin: '[[', unit: '1,', end: '1]]' },
		width: { begin: '{"a":[', unit: '{},', end: '{}]}' },
		'repeats in an array': { begin: '[', unit: '{},', end: '{}]' },
		'repeats in lines': { begin: '{}\n', unit: '{}\n', end: '' },
		depth: { begin: '', unit: '[', end: '' },
		'one value': { begin: '[{"a":"', unit: 'a', end: '"}]' },
	},
	xml: {
		values: { begin: '<r>', unit: '<a>b</a>', end: '</r>' },
		width: { begin: '<?xml version="1.0"?><r>', unit: '<a/>', end: '</r>' },
		'repeats of documents': { begin: '', unit: '<?xml version="1.0"?><r/>', end: '' },
		depth: { begin: '', unit: '<a>', end: '' },
		'one text': { begin: '<r>', unit: 'a', end: '</r>' },
		references: { begin: '<r>', unit: '&amp;', end: '</r>' },
		'a document type': { begin: '<!DOCTYPE r [', unit: '<!ENTITY a "b">', end: ']><r/>' },
	},
	yaml: {
		values: { begin: 'a: [', unit: '1,', end: '1]' },
		width: { begin: 'cff-version: 1\na:\n', unit: '- x\n', end: '' },
		'repeats of documents': { begin: '', unit: '---\n', end: '' },
		depth: { begin: '', unit: '[', end: '' },
		'depth of blocks': { begin: '', unit: '- ', end: 'x' },
		'one value': { begin: 'a: ', unit: 'a', end: '' },
		'carriage returns': { begin: '', unit: '\r', end: 'a: 1' },
		aliases: { begin: 'a:\n- &a x\n', unit: '- *a\n', end: '' },
	},
	bibtex: {
		values: { begin: '@a{k', unit: ',a=1', end: '}' },
		'repeats of entries': { begin: '', unit: '@a{k}', end: '' },
		depth: { begin: '@a{k,a=', unit: '{', end: '' },
		'one value': { begin: '@a{k,a={', unit: 'a', end: '}}' },
	},
	tagged: {
		values: { begin: 'TY  - JOUR\n', unit: 'AU  - A\n', end: '' },
		'repeats of entries': { begin: '', unit: 'TY  - A\n', end: '' },
		'one value': { begin: 'TY  - A\nTI  - ', unit: 'a', end: '' },
		'lines of one value': { begin: 'PT J\n', unit: '   a\n', end: '' },
	},
	table: {
		'repeats of rows': { begin: 'source,target\n', unit: '1,2\n', end: '' },
		width: { begin: '', unit: ',', end: '\n' },
		'one value': { begin: '"', unit: 'a', end: '"\n' },
		'empty lines': { begin: '', unit: '\n', end: '' },
	},
};

const bytes = 12_000_000;

describe('a body with too much', () => {
	const reader = openBoundedReader();
	after(reader.close);
	for (const { name, syntax } of dialects) {
		for (const [form, { begin, unit, end }] of Object.entries(forms[syntax])) {
			it(`of ${form} is refused as ${name} (${syntax}), within the memory of a thread`, async () => {
				const times = Math.ceil(bytes / unit.length);
				const outcome = await reader.read({ from: name, begin, unit, times, end });
				assert.ok(['invalid-links', 'malformed-json'].includes(outcome.ended), outcome.message);
				assert.ok(outcome.milliseconds < 2_000, `it took ${outcome.milliseconds} ms`);
			});
		}
	}
});
