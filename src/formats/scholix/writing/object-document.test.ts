import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeObject, describeVersions } from './object-document.ts';

const doi = (value: string) => ({ scheme: 'doi', value });

describe('the pieces of an object', () => {
	it('are its identifiers and its fields in their order', () => {
		const pieces = describeObject([doi('10.1000/"A"')], {
			Keywords: ['k'],
			Container: { Title: 'J' },
			Publisher: [{ Name: 'P' }],
			PublicationDate: '2015',
			Creator: [{ Name: 'C', Identifier: { ID: '1', IDScheme: 'orcid' } }],
			Type: { Name: 'dataset', SubType: 'Image' },
			Title: 'T',
		});
		assert.deepEqual(pieces, {
			identifiers: '[{"ID":"10.1000/\\"A\\"","IDScheme":"doi"}]',
			fields:
				'"Title":"T","Type":{"Name":"dataset","SubType":"Image"},' +
				'"Creator":[{"Name":"C","Identifier":{"ID":"1","IDScheme":"orcid"}}],' +
				'"PublicationDate":"2015","Container":{"Title":"J"},"Publisher":[{"Name":"P"}],"Keywords":["k"]',
		});
	});

	it('always have a type, and leave out whatever else is not known', () => {
		assert.equal(describeObject([doi('10.1000/a')], {}).fields, '"Type":{"Name":"unknown"}');
	});

	it('have the kind of what is of no known type', () => {
		const Kind = { SubType: 'image', SubTypeSchema: 'DataCite' };
		assert.equal(
			describeObject([doi('10.1000/a')], { Kind }).fields,
			`"Type":${JSON.stringify({ Name: 'unknown', ...Kind })}`,
		);
		const { fields } = describeObject([doi('10.1000/a')], { Kind, Type: { Name: 'dataset' } });
		assert.equal(fields, '"Type":{"Name":"dataset"}');
	});

	it('have texts as what they say, and a title with its markup where that holds more', () => {
		const { fields } = describeObject([doi('10.1000/a')], {
			Title: 'VO<sub>2</sub> &amp; <em>more</em>',
			Creator: [{ Name: 'M&uuml;ller, <b>A.</b>', Identifier: { ID: '1', IDScheme: 'orcid' } }],
			Publisher: [{ Name: 'Smith &amp; Sons' }, { Name: 'Smith & Sons' }],
			Keywords: ['<i>Pinus</i>', 'Pinus'],
			Container: { Title: 'Cells &amp; <i>Tissues</i>' },
		});
		assert.deepEqual(JSON.parse(`{${fields}}`), {
			Title: 'VO2 & more',
			TitleMarkup: 'VO<sub>2</sub> &amp; <i>more</i>',
			Type: { Name: 'unknown' },
			Creator: [{ Name: 'Müller, A.', Identifier: { ID: '1', IDScheme: 'orcid' } }],
			Publisher: [{ Name: 'Smith & Sons' }],
			Keywords: ['Pinus'],
			Container: { Title: 'Cells & Tissues' },
		});
		assert.equal(describeObject([], { Container: { Title: '<i></i>' } }).fields, '"Type":{"Name":"unknown"}');
	});

	it('show the first of long lists and how many there are', () => {
		const names = Array.from({ length: 5_000 }, (_, at) => `Author ${String(at).padStart(4, '0')}`);
		const agents = names.map((Name) => ({ Name }));
		const { fields } = describeObject([doi('10.1000/a')], { Creator: agents, Publisher: agents, Keywords: names });
		const shown = JSON.parse(`{${fields}}`);
		assert.deepEqual(shown.Creator, agents.slice(0, 100));
		assert.deepEqual(shown.Publisher, agents.slice(0, 100));
		assert.deepEqual(shown.Keywords, names.slice(0, 100));
		// Publishers and keywords are gathered up to a thousand.
		assert.deepEqual([shown.CreatorTotal, shown.PublisherTotal, shown.KeywordsTotal], [5_000, 1_000, 1_000]);
		assert.ok(!('CreatorTotal' in JSON.parse(`{${describeObject([], { Creator: agents.slice(0, 100) }).fields}}`)));
	});

	it('are bounded in length whatever was stated of the work', () => {
		const Name = '\u0001'.repeat(1_024);
		const Identifier = Array(100).fill({ ID: 'x'.repeat(4_096), IDScheme: 'orcid' });
		const agents = Array.from({ length: 1_000 }, (_, at) => ({ Name: `${at}${Name}`, Identifier }));
		const Keywords = agents.map(({ Name }) => Name);
		const { fields } = describeObject([doi('10.1000/a')], { Creator: agents, Publisher: agents, Keywords });
		assert.ok(fields.length < 60_000, String(fields.length));
		assert.ok(JSON.parse(`{${fields}}`).Creator.length > 0);
	});

	it('have no title where that says nothing, and no markup that another broker would refuse', () => {
		const titleOf = (Title: string) => JSON.parse(`{${describeObject([doi('10.1000/a')], { Title }).fields}}`);
		assert.deepEqual(titleOf('<i></i>'), { Type: { Name: 'unknown' } });
		assert.equal(titleOf(`<i>a</i>${'<'.repeat(60_000)}`).TitleMarkup, undefined);
	});

	it('have versions by their identifiers', () => {
		assert.deepEqual(JSON.parse(describeVersions([[doi('a'), doi('b')], [doi('c')]])), [
			{
				Identifiers: [
					{ ID: 'a', IDScheme: 'doi' },
					{ ID: 'b', IDScheme: 'doi' },
				],
			},
			{ Identifiers: [{ ID: 'c', IDScheme: 'doi' }] },
		]);
	});
});
