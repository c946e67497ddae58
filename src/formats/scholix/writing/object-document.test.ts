import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownLimits } from '../../../links/limits.ts';
import { describeObject, everything, showingFirst, withAddresses } from './object-document.ts';

const doi = (value: string) => ({ scheme: 'doi', value });

describe('the pieces of an object', () => {
	it('are its identifiers and its fields in their order', () => {
		const pieces = describeObject([doi('10.1000/"A"')], {
			Keywords: ['k'],
			...{ PublisherPlace: 'Graz', Edition: '2nd', Notice: [{ Kind: 'concern', Date: '2016' }] },
			Container: { Pages: '1-2', Issue: '3', Volume: '12', ISSN: ['1234-5679'], Title: 'J' },
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
				'"PublicationDate":"2015","Container":{"Title":"J","ISSN":["1234-5679"],"Volume":"12","Issue":"3",' +
				'"Pages":"1-2"},"Edition":"2nd","Publisher":[{"Name":"P"}],"PublisherPlace":"Graz","Keywords":["k"],' +
				'"Notice":[{"Kind":"concern","Date":"2016"}]',
			versions: '',
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
			Container: { Title: 'Cells &amp; <i>Tissues</i>', Pages: '<b>1</b>' },
		});
		assert.deepEqual(JSON.parse(`{${fields}}`), {
			Title: 'VO2 & more',
			TitleMarkup: 'VO<sub>2</sub> &amp; <i>more</i>',
			Type: { Name: 'unknown' },
			Creator: [{ Name: 'Müller, A.', Identifier: { ID: '1', IDScheme: 'orcid' } }],
			Publisher: [{ Name: 'Smith & Sons' }],
			Keywords: ['Pinus'],
			Container: { Title: 'Cells & Tissues', Pages: '1' },
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

	it('have the ORCID iDs of creators in one form, whatever they were given in, and other identifiers as given', () => {
		const ID = '0000-0002-1825-0097';
		const shownOf = (Identifier: unknown) =>
			JSON.parse(`{${describeObject([doi('10.1000/a')], { Creator: [{ Name: 'A', Identifier }] }).fields}}`).Creator[0]
				.Identifier;
		for (const given of [
			...[
				{ ID, IDScheme: 'orcid' },
				{ ID: `https://orcid.org/${ID}`, IDScheme: 'ORCID' },
			],
			...[
				{ ID: `orcid.org/${ID}`, IDScheme: 'url' },
				{ ID: ID.replaceAll('-', ''), IDScheme: 'https://orcid.org' },
			],
			{ ID, IDScheme: 'ORCID', IDURL: `http://orcid.org/${ID}` },
		]) {
			assert.deepEqual(shownOf(given), { ID, IDScheme: 'orcid' });
			assert.deepEqual(shownOf([given]), [{ ID, IDScheme: 'orcid' }]);
		}
		for (const other of [
			...[
				{ ID: '0000-0002-1825-0098', IDScheme: 'ORCID' },
				{ ID, IDScheme: 'isni' },
			],
			...[
				{ ID: 'https://ror.org/02mhbdp94', IDScheme: 'ROR' },
				{ ID: 'orcid.org/', IDScheme: 'url' },
			],
		])
			assert.deepEqual(shownOf(other), other);
	});

	it('have versions by their identifiers', () => {
		assert.deepEqual(
			JSON.parse(describeObject([doi('a')], {}, { versions: [[doi('a'), doi('b')], [doi('c')]] }).versions),
			[
				{
					Identifiers: [
						{ ID: 'a', IDScheme: 'doi' },
						{ ID: 'b', IDScheme: 'doi' },
					],
				},
				{ Identifiers: [{ ID: 'c', IDScheme: 'doi' }] },
			],
		);
	});

	const many = (count: number) => Array.from({ length: count }, (_, at) => doi(`10.1000/${at}`));

	it('show the first identifiers and versions, their total, and the address of all', () => {
		const versions = many(shownLimits.items + 1).map((one) => [one]);
		const written = describeObject(many(shownLimits.items + 1), {}, { group: 7, versions });
		assert.deepEqual(JSON.parse(`{${withAddresses(written, 'https://links.example/api').fields}}`), {
			Type: { Name: 'unknown' },
			IdentifierTotal: shownLimits.items + 1,
			AllIdentifiers: 'https://links.example/api/objects/7/identifiers',
			VersionsTotal: shownLimits.items + 1,
			AllVersions: 'https://links.example/api/objects/7/versions',
		});
		assert.equal(JSON.parse(written.identifiers).length, shownLimits.items);
		assert.equal(JSON.parse(written.versions).length, shownLimits.items);
	});

	it('count the identifiers of a version, too', () => {
		const [version] = JSON.parse(describeObject([doi('a')], {}, { versions: [many(150)] }).versions);
		assert.deepEqual([version.Identifiers.length, version.IdentifierTotal], [shownLimits.items, 150]);
	});

	it('bound the characters of a list, and have one identifier at least', () => {
		const long = Array.from({ length: 50 }, (_, at) => doi(`${at}`.padEnd(4_000, 'x')));
		const { identifiers } = describeObject(long, {});
		assert.ok(identifiers.length <= shownLimits.listLength + 2, `${identifiers.length} characters`);
		const control = describeObject([doi('\u0001'.repeat(4_000))], {});
		assert.equal(JSON.parse(control.identifiers).length, 1);
	});

	it('have all of everything where they are stored again', () => {
		const { identifiers, fields } = describeObject(many(1_000), { Keywords: ['k'] }, { bounds: everything });
		assert.equal(JSON.parse(identifiers).length, 1_000);
		assert.equal(fields.includes('Total'), false);
	});

	it('have the identifier that was asked for first where the shown ones lack it', () => {
		const all = describeObject(many(150), {});
		const [first, ...others] = JSON.parse(showingFirst(doi('10.1000/149'), all).identifiers);
		assert.deepEqual([first.ID, others.length], ['10.1000/149', shownLimits.items - 1]);
		assert.equal(showingFirst(doi('10.1000/3'), all).identifiers, all.identifiers);
	});
});
