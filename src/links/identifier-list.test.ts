// Tests how lists of identifiers are read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readList } from './identifier-list.ts';

describe('a list of identifiers', () => {
	it('has one a line, whatever ends the lines, and no empty ones', () => {
		assert.deepEqual(readList('\uFEFF10.1/a\r\n\r\n  10.1/b \n10.1/c\r'), ['10.1/a', '10.1/b', '10.1/c']);
		assert.deepEqual(readList(' \n'), []);
	});

	it('may have several in a line, as spreadsheets and people write them', () => {
		assert.deepEqual(readList('10.1/a\t10.1/b'), ['10.1/a', '10.1/b']);
		assert.deepEqual(readList('10.1/a, 10.1/b; 10.1/c,'), ['10.1/a', '10.1/b', '10.1/c']);
		assert.deepEqual(readList('"10.1/a"\n\'10.1/b\''), ['10.1/a', '10.1/b']);
	});

	it('leaves commas, semicolons and spaces within an identifier alone', () => {
		const sici = '10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2';
		assert.deepEqual(readList(`${sici}\n10.1/a,b\nADS 2014`), [sici, '10.1/a,b', 'ADS 2014']);
	});

	it('has each once', () => {
		assert.deepEqual(readList('10.1/a\n10.1/b\n10.1/a\n10.1/a'), ['10.1/a', '10.1/b']);
	});
});
