import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { describeAsText } from './description.ts';
import { expand, shorten } from './shorthand.ts';

describe('shorthand', () => {
	it('gives back any JSON text', () => {
		fc.assert(fc.property(fc.json({ maxDepth: 4 }), (json) => assert.equal(expand(shorten(json)), json)));
	});

	it('gives back descriptions of works, with any characters in them', () => {
		const text = fc.string({ unit: 'binary' });
		const agents = fc.array(fc.record({ Name: text }));
		const description = fc.record(
			{
				Title: text,
				Creator: agents,
				Publisher: agents,
				Keywords: fc.array(text),
				PublicationDate: fc.constant('2016'),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(description, (one) => {
				const json = describeAsText(one);
				assert.equal(expand(shorten(json)), json);
				assert.ok(shorten(json).length <= json.length);
			}),
		);
	});

	it('keeps values apart that look like what stands between them', () => {
		for (const value of ['"},{"Name":"', '","', '\u0001', '\\u0001', '"Title":"']) {
			const json = JSON.stringify({ Title: value, Keywords: [value, value] });
			assert.equal(expand(shorten(json)), json);
		}
	});

	it('takes less than two thirds of usual descriptions', () => {
		const json = JSON.stringify({
			Title: 'corner.py',
			Creator: [{ Name: 'Foreman-Mackey, Daniel' }, { Name: 'Vousden, Will' }, { Name: 'Price-Whelan, Adrian' }],
			PublicationDate: '2016-02-03',
			Type: { Name: 'software' },
			Publisher: [{ Name: 'Zenodo' }],
		});
		assert.ok(shorten(json).length < (2 / 3) * json.length);
	});

	// What is stored is read by this: a piece that changes or moves would change what was stored. More
	// may follow.
	it('reads what was written before', () => {
		const written = [
			'"},{"Name":"',
			'{"Title":"',
			'"Title":"',
			'","Creator":[{"Name":"',
			',"Creator":[{"Name":"',
			'"}],"PublicationDate":"',
			',"PublicationDate":"',
			'","PublicationDate":"',
			'","Type":{"Name":"literature"}',
			'","Type":{"Name":"software"}',
			'","Type":{"Name":"dataset"}',
			'","Type":{"Name":"unknown"}',
			'"Type":{"Name":"literature"}',
			'"Type":{"Name":"software"}',
			'"Type":{"Name":"dataset"}',
			'"Type":{"Name":"unknown"}',
			'","Publisher":[{"Name":"',
			',"Publisher":[{"Name":"',
			',"Keywords":["',
			'","',
			'"}]',
			'{"ID":"',
			'","IDScheme":"doi"}',
			'","IDScheme":"arxiv"}',
			'","IDScheme":"ads"}',
			'","IDScheme":"url"}',
			'","IDScheme":"',
			'{"Identifiers":[{"ID":"',
		];
		const codes = written.map((_, at) => String.fromCharCode(at + 1));
		assert.deepEqual(codes.map(expand), written);
		assert.equal(
			expand('{\u0002A\u0004B\u0001C\u00062016é'),
			'{{"Title":"A","Creator":[{"Name":"B"},{"Name":"C"}],"PublicationDate":"2016é',
		);
	});

	it('refuses what only a newer program can have written', () => {
		assert.throws(() => expand('a\u001f'), /newer program/);
	});
});
