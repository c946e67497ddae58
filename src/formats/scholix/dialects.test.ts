// Tests that links are read as the services of the field write them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Link } from '../../links/link.ts';
import type { Json } from './link.arbitrary.ts';
import { readRecord } from './read-record.ts';

type Fields = { [field: string]: Json };

function read(record: Json): Link {
	const read = readRecord(record, 0);
	return 'link' in read ? read.link : assert.fail(JSON.stringify(read.problems));
}

function problemsOf(record: Json): string[] {
	const read = readRecord(record, 0);
	assert.ok('problems' in read, 'the record is taken');
	return read.problems.map(({ pointer, message }) => `${pointer} ${message}`);
}

const plain = {
	Source: { Identifier: { ID: '10.1234/a', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	Target: { Identifier: { ID: '10.1234/b', IDScheme: 'doi' }, Type: { Name: 'dataset' } },
	RelationshipType: { Name: 'References' },
	LinkProvider: [{ Name: 'Hub' }],
	LinkPublicationDate: '2020-02-29',
} satisfies Fields;

/** Writes a link in the manner of a hub: some names in lower case, types as texts, empty things. */
const hubLink = {
	LinkProvider: [{ name: 'Hub', identifier: [] }],
	RelationshipType: { Name: 'IsRelatedTo', SubType: 'cites', SubTypeSchema: 'datacite' },
	LinkPublicationDate: '2022-03-04',
	HarvestDate: '2022-05-06',
	LicenseURL: null,
	source: {
		Identifier: [
			{ ID: '10.1234/a', IDScheme: 'doi', IDURL: 'https://doi.org/10.1234/a' },
			{ ID: '50|x::1', IDScheme: 'hubIdentifier', IDURL: null },
		],
		Type: 'publication',
		subType: 'Article',
		Title: 'A',
		Creator: [{ name: 'Doe, Jane', identifier: [{ ID: '0000-0002-1825-0097', IDScheme: 'orcid', IDURL: null }] }],
		PublicationDate: '',
		Publisher: [{ name: 'P' }],
	},
	target: { Identifier: [{ ID: '10.1234/b', IDScheme: 'doi', IDURL: null }], Type: 'other', Creator: [], Title: '' },
} satisfies Fields;

describe('a link in the manner of a hub', () => {
	it('is read whatever the letter case of its fields', () => {
		const { source, target, relation, provenances } = read(hubLink);
		assert.equal(relation, 'Cites');
		assert.deepEqual(source.description, {
			Type: { Name: 'literature', SubType: 'Article' },
			Title: 'A',
			Creator: [{ Name: 'Doe, Jane', Identifier: [{ ID: '0000-0002-1825-0097', IDScheme: 'orcid' }] }],
			Publisher: [{ Name: 'P' }],
		});
		assert.deepEqual(target.description, {});
		assert.equal(source.identifiers.length, 2);
		assert.deepEqual(provenances, [
			{ provider: 'Hub', date: '2022-03-04', subType: 'cites', subTypeSchema: 'datacite' },
		]);
	});

	it('is the same with all names in lower or in upper case', () => {
		const renamed = (value: Json, rename: (name: string) => string): Json => {
			if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
			if (typeof value !== 'object' || value === null) return value;
			return Object.fromEntries(Object.entries(value).map(([name, of]) => [rename(name), renamed(of, rename)]));
		};
		for (const link of [plain, hubLink]) {
			assert.deepEqual(read(renamed(link, (name) => name.toLowerCase())), read(link));
			assert.deepEqual(read(renamed(link, (name) => name.toUpperCase())), read(link));
		}
	});

	it('is refused with the places as they are written', () => {
		const wrong = { ...hubLink, source: { ...hubLink.source, subType: 1, Creator: [{ name: 2 }] } };
		assert.deepEqual(problemsOf(wrong), [
			'/0/source/subType must be a string, not a number',
			'/0/source/Creator/0/name must be a string, not a number',
		]);
		const { source: _, ...rest } = hubLink;
		assert.match(problemsOf(rest).join(), /^\/0 `Source` is missing/);
	});
});

describe('a link in the manner of a registration agency', () => {
	it('is read with its address, and with its own words for types', () => {
		const link = read({
			...plain,
			Url: 'https://api.example.org/links/1',
			LinkPublicationDate: '2018-01-01T00:01:01Z',
			Source: {
				Identifier: { ID: '10.1234/a', IDScheme: 'DOI', IDUrl: 'https://doi.org/10.1234/a' },
				Type: { Name: 'literature', SubType: 'journal-article', SubTypeSchema: 'crossref' },
			},
			Target: { ...plain.Target, Type: { Name: 'other', SubType: 'image', SubTypeSchema: 'datacite' } },
		});
		assert.deepEqual(link.source.description.Type, {
			Name: 'literature',
			SubType: 'journal-article',
			SubTypeSchema: 'crossref',
		});
		assert.deepEqual(link.target.description, { Kind: { SubType: 'image', SubTypeSchema: 'datacite' } });
	});
});

describe('a link in the manner of Scholix 4', () => {
	it('has several identifiers, and its type as a text with SubType beside it', () => {
		const { source } = read({
			...plain,
			Source: {
				Identifier: [
					{ ID: '10.1234/a', IDScheme: 'doi' },
					{ ID: '10.1234/c', IDScheme: 'doi' },
				],
				Type: 'Publication',
				SubType: 'Preprint',
				SubTypeSchema: 'coar',
			},
		});
		assert.deepEqual(source.description.Type, { Name: 'literature', SubType: 'Preprint', SubTypeSchema: 'coar' });
	});
});

describe('what answers of a broker have besides', () => {
	it('is passed over, so that another broker takes them', () => {
		const more = { Via: [{ Source: { Identifiers: [] } }], LinkHistory: [] };
		const Source = { ...plain.Source, Versions: [{ Identifiers: [] }] };
		assert.deepEqual(read({ ...plain, ...more, Source }), read(plain));
	});
});

describe('a field that is given under two names', () => {
	it('is refused, as is one that is given twice', () => {
		assert.deepEqual(problemsOf({ ...plain, source: plain.Source }), [
			'/0/source gives `Source` again; give one of them',
		]);
		const Identifier = { ID: '10.1234/a', id: '10.1234/b', IDScheme: 'doi' };
		assert.deepEqual(problemsOf({ ...plain, Source: { ...plain.Source, Identifier } }), [
			'/0/Source/Identifier/id gives `ID` again; give one of them',
		]);
	});
});

describe('the type of an object', () => {
	const typeOf = (Type: Json, more: Fields = {}) =>
		read({ ...plain, Source: { ...plain.Source, Type, ...more } }).source.description.Type;

	it('keeps a word that says more than the type as its SubType', () => {
		assert.deepEqual(typeOf('article'), { Name: 'literature', SubType: 'article' });
		assert.deepEqual(typeOf({ Name: 'Book' }), { Name: 'literature', SubType: 'Book' });
		assert.deepEqual(typeOf({ Name: 'publication' }), { Name: 'literature' });
	});

	it('has the SubType that is given, within it before beside it', () => {
		assert.deepEqual(typeOf({ Name: 'article', SubType: 'review' }), { Name: 'literature', SubType: 'review' });
		const beside = { SubType: 'b', SubTypeSchema: 's' };
		assert.deepEqual(typeOf({ Name: 'dataset' }, beside), { Name: 'dataset', ...beside });
		assert.deepEqual(typeOf({ Name: 'dataset', SubType: 'a' }, beside), { Name: 'dataset', SubType: 'a' });
	});
});

describe('a relation that is not a relation type', () => {
	const linkBy = (RelationshipType: Fields) => read({ ...plain, RelationshipType });

	it('is kept as IsRelatedTo, as worded, and reported', () => {
		const link = linkBy({ Name: 'Inspires' });
		assert.equal(link.relation, 'IsRelatedTo');
		assert.equal(link.provenances[0]?.subType, 'Inspires');
		assert.deepEqual(link.unknownRelations, ['Inspires']);
		assert.equal(linkBy({ Name: 'IsRelatedTo' }).unknownRelations, undefined);
	});

	it('is kept as worded also where it is one that is kept as IsRelatedTo', () => {
		const link = linkBy({ Name: 'HasPart' });
		assert.deepEqual([link.relation, link.provenances[0]?.subType], ['IsRelatedTo', 'HasPart']);
		assert.equal(link.unknownRelations, undefined);
		assert.equal(linkBy({ Name: 'References' }).provenances[0]?.subType, undefined);
		assert.equal(linkBy({ Name: 'Inspires', SubType: 'IsPartOf' }).provenances[0]?.subType, 'IsPartOf');
	});
});

describe('identifiers of what holds a work', () => {
	it('are left out of its own, and counted', () => {
		const Identifier = [
			{ ID: '10.1234/a', IDScheme: 'doi' },
			{ ID: '978-3-16-148410-0', IDScheme: 'ISBN' },
			{ ID: '2049-3630', IDScheme: 'issn' },
		];
		const link = read({ ...plain, Source: { ...plain.Source, Identifier } });
		assert.deepEqual(
			link.source.identifiers.map(({ scheme }) => scheme),
			['doi'],
		);
		assert.equal(link.containers, 2);
		const book = read({ ...plain, Source: { Identifier, Type: 'book' } });
		assert.deepEqual([book.source.identifiers.length, book.containers], [2, 1]);
		assert.equal(read(plain).containers, undefined);
	});
});
