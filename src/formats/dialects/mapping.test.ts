// Says where the places of a mapping lead to.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, xml } from './mapping.ts';
import { readXml } from './syntaxes/read-xml.ts';

describe('a place', () => {
	const work = {
		title: ' A Title ',
		titles: ['One', 'Two'],
		year: 2024,
		dates: [
			{ type: 'issued', date: '2024-05' },
			{ type: 'Created', date: '2023' },
		],
		author: { family: 'Doe', given: 'Ada' },
	};

	it('in JSON is a way through names, which goes through a list only where it says so', () => {
		assert.deepEqual(json.textsAt(work, 'title'), ['A Title']);
		assert.deepEqual(json.textsAt(work, 'titles[]'), ['One', 'Two']);
		assert.deepEqual(json.textsAt(work, 'titles'), []);
		assert.deepEqual(json.textsAt(work, 'title.length'), []);
		assert.deepEqual(json.textsAt(work, 'dates[].date'), ['2024-05', '2023']);
		assert.deepEqual(json.textsAt(work, 'dates[type=ISSUED].date'), ['2024-05']);
		assert.deepEqual(json.textsAt('a text', '.'), ['a text']);
	});

	it('in XML leads to elements and attributes', () => {
		const [root] = readXml('<a><b k="1">x</b><b k="2">y</b><c><d>z</d></c></a>', 'file');
		assert.deepEqual(xml.textsAt(root, 'b'), ['x']);
		assert.deepEqual(xml.textsAt(root, 'b[].@k'), ['1', '2']);
		assert.deepEqual(xml.textsAt(root, 'b[@k=2]'), ['y']);
		assert.deepEqual(xml.textsAt(root, 'c.d'), ['z']);
	});

	it('may be a text, the first of several, joined texts, or what a function makes of it', () => {
		assert.equal(json.textAt(work, '=doi'), 'doi');
		assert.equal(json.textAt(work, ['label', 'title', 'titles[]']), 'A Title');
		assert.equal(json.textAt(work, { joined: ['author.family', 'author.middle', 'author.given'] }), 'Doe, Ada');
		assert.equal(json.textAt(work, [{ joined: ['family', 'given'] }, 'year']), '2024');
		assert.equal(json.textAt(work, { at: 'title', as: (title) => title.toUpperCase() }), 'A TITLE');
		assert.equal(
			json.textAt(work, ({ year }) => year),
			'2024',
		);
	});
});
