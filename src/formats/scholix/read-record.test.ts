import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Description, filledFields } from '../../links/description.ts';
import { linkLimits } from '../../links/limits.ts';
import type { Link } from '../../links/link.ts';
import type { Json } from './link.arbitrary.ts';
import { readRecord } from './read-record.ts';

type Fields = { [field: string]: Json };

const source = { Identifier: { ID: '10.1000/A', IDScheme: 'doi' }, Type: { Name: 'software' } };
const target = { Identifier: { ID: '10.1000/B', IDScheme: 'doi' }, Type: { Name: 'literature' } };
const plainLink = {
	Source: source,
	Target: target,
	RelationshipType: { Name: 'References' },
	LinkProvider: [{ Name: 'Zenodo' }],
	LinkPublicationDate: '2018-01-01',
};

function read(record: Json): Link {
	const read = readRecord(record, 3);
	return 'link' in read ? read.link : assert.fail(JSON.stringify(read.problems));
}

function readWith(changes: Fields): Link {
	return read({ ...plainLink, ...changes });
}

function readSource(changes: Fields): Description {
	return readWith({ Source: { ...source, ...changes } }).source.description;
}

/** Returns the problems of a record as `pointer message`; undefined values take a field away. */
function problemsOf(record: Json): string[] {
	const read = readRecord(record, 3);
	assert.ok('problems' in read, 'the record is taken');
	return read.problems.map(({ pointer, message }) => `${pointer} ${message}`);
}

function problemsWith(changes: { [field: string]: Json | undefined }): string[] {
	return problemsOf(JSON.parse(JSON.stringify({ ...plainLink, ...changes })));
}

function problemsInSource(changes: { [field: string]: Json | undefined }): string[] {
	return problemsWith({ Source: JSON.parse(JSON.stringify({ ...source, ...changes })) });
}

describe('a link', () => {
	it('is read into identifiers, relation, description and provenance', () => {
		assert.deepEqual(read(plainLink), {
			source: {
				identifiers: [{ scheme: 'doi', value: '10.1000/A', key: '10.1000/a' }],
				sameByRule: [],
				description: { Type: { Name: 'software' } },
			},
			relation: 'Cites',
			target: {
				identifiers: [{ scheme: 'doi', value: '10.1000/B', key: '10.1000/b' }],
				sameByRule: [],
				description: { Type: { Name: 'literature' } },
			},
			provenances: [{ provider: 'Zenodo', date: '2018-01-01' }],
		});
	});

	it('changes the places of source and target where its relation says so', () => {
		const link = readWith({ RelationshipType: { Name: 'IsReferencedBy' } });
		assert.equal(link.relation, 'Cites');
		assert.equal(link.source.identifiers[0]?.value, '10.1000/B');
		assert.equal(link.target.identifiers[0]?.value, '10.1000/A');
	});

	it('keeps a Name that Scholix does not have as the SubType, if there is no other', () => {
		const subTypeOf = (type: Json) => readWith({ RelationshipType: type }).provenances[0]?.subType;
		for (const name of ['Cites', 'isCitedBy', 'Reviews', 'mentions']) assert.equal(subTypeOf({ Name: name }), name);
		for (const name of ['References', 'isreferencedby', 'IsSupplementTo', 'IsSupplementedBy', 'IsRelatedTo'])
			assert.equal(subTypeOf({ Name: name }), undefined, name);
		assert.equal(subTypeOf({ Name: 'Cites', SubType: 'citesAsEvidence', SubTypeSchema: 'CiTO' }), 'citesAsEvidence');
	});

	it('keeps SubType, its schema and the license with each of its providers', () => {
		const link = readWith({
			RelationshipType: { Name: 'IsRelatedTo', SubType: 'hasVersion', SubTypeSchema: 'DataCite' },
			LinkProvider: [{ Name: 'Zenodo' }, { Name: 'Crossref', Identifier: { ID: 'x', IDScheme: 'ror' } }],
			LicenseURL: 'https://l.example',
		});
		assert.equal(link.relation, 'HasVersion');
		const words = {
			date: '2018-01-01',
			subType: 'hasVersion',
			subTypeSchema: 'DataCite',
			license: 'https://l.example',
		};
		assert.deepEqual(link.provenances, [
			{ provider: 'Zenodo', ...words },
			{ provider: 'Crossref', ...words },
		]);
	});

	it('may name an object by several identifiers', () => {
		const link = readWith({ Source: { ...source, Identifier: [source.Identifier, target.Identifier] } });
		assert.deepEqual(
			link.source.identifiers.map(({ key }) => key),
			['10.1000/a', '10.1000/b'],
		);
	});

	it('may give null for whatever is optional', () => {
		const link = readWith({
			LicenseURL: null,
			RelationshipType: { Name: 'References', SubType: null, SubTypeSchema: null },
			Source: {
				Identifier: { ...source.Identifier, IDURL: null },
				Type: { Name: 'software', SubType: null, SubTypeSchema: null },
				...{ Title: null, Creator: null, PublicationDate: null, Publisher: null, Keywords: null, Container: null },
				...{ Edition: null, PublisherPlace: null, Filled: null },
			},
		});
		assert.deepEqual(link, read(plainLink));
	});

	it('may be of an object to itself', () => {
		assert.equal(readWith({ Target: source }).relation, 'Cites');
	});
});

describe('the description of an object', () => {
	it('may be one that only fills in what no link states, as a whole or in some fields', () => {
		const stated = { Title: 'A title', Type: { Name: 'dataset' }, PublicationDate: '2015' };
		for (const [given, Filled] of [
			[true, ['Title', 'PublicationDate', 'Type']],
			[['Title', 'Keywords'], ['Title']],
		] as [Json, Json][]) {
			assert.deepEqual(readSource({ ...stated, Filled: given }), { ...stated, Filled });
		}
		for (const given of [false, [], ['Keywords']]) assert.deepEqual(readSource({ ...stated, Filled: given }), stated);
	});

	it('holds all that is stated', () => {
		const stated = {
			Title: 'A title',
			Type: { Name: 'dataset', SubType: 'Image', SubTypeSchema: 'DataCite' },
			Creator: [{ Name: 'B' }, { Name: 'A', Identifier: [{ ID: '0000-0002-1825-0097', IDScheme: 'orcid' }] }],
			PublicationDate: '2015-06',
			Publisher: [{ Name: 'P', Identifier: { ID: '02ex6cf31', IDScheme: 'ror', IDURL: 'https://ror.org/02ex6cf31' } }],
			Keywords: ['k'],
			Container: { Title: 'A journal', Volume: '12', Issue: '3', Pages: '101-110', ISSN: ['1234-5679'] },
			...{ Edition: '2nd', PublisherPlace: 'Graz' },
		};
		assert.deepEqual(readSource(stated), stated);
	});

	it('has the title with markup as given, as answers of a broker give it besides', () => {
		assert.equal(readSource({ Title: 'VO<sub>2</sub> &amp; x' }).Title, 'VO<sub>2</sub> &amp; x');
		assert.equal(readSource({ Title: 'VO2', TitleMarkup: 'VO<sub>2</sub>' }).Title, 'VO<sub>2</sub>');
		assert.equal(readSource({ Title: 'VO2', TitleMarkup: null }).Title, 'VO2');
	});

	it('has the type in lower case, whatever the letter case given', () => {
		for (const Name of ['Literature', 'DATASET', 'software']) {
			assert.deepEqual(readSource({ Type: { Name } }).Type, { Name: Name.toLowerCase() });
		}
	});

	it('takes type unknown as not stated, but keeps the kind beside it', () => {
		for (const Name of ['Unknown', '', ' ']) assert.deepEqual(readSource({ Type: { Name } }), {}, `'${Name}'`);
		assert.deepEqual(readSource({ Type: { Name: '', SubType: 'Poster' } }), { Kind: { SubType: 'Poster' } });
		assert.deepEqual(readSource({ Type: { Name: 'misc' } }), { Kind: { SubType: 'misc' } });
		assert.deepEqual(readSource({ Type: { Name: 'other', SubType: 'PhysicalObject' } }), {
			Kind: { SubType: 'PhysicalObject' },
		});
		assert.deepEqual(readSource({ Type: 'Image' }), { Kind: { SubType: 'Image' } });
	});

	it('takes empty texts and lists as not stated', () => {
		const empty = {
			Title: ' ',
			Creator: [],
			Publisher: [{ Name: '' }],
			Keywords: ['', { Name: ' ' }],
			Container: { Title: ' ' },
		};
		assert.deepEqual(readSource({ ...empty, Type: { Name: 'unknown', SubType: '' } }), {});
	});

	it('takes an empty date as not stated', () => {
		for (const PublicationDate of ['', ' ', null, '0000-00-00', '0000'])
			assert.deepEqual(readSource({ ...source, PublicationDate }), readSource({}));
	});

	it('keeps dates as given, without days and months of zeros', () => {
		assert.equal(readSource({ PublicationDate: '2018-06-00' }).PublicationDate, '2018-06');
		const LinkPublicationDate = '2018-04-05 10:11:12.123456';
		assert.equal(readWith({ LinkPublicationDate }).provenances[0]?.date, LinkPublicationDate);
	});

	it('has one blank for any white space within names and titles, and none around them', () => {
		const described = readSource({
			Title: ' Two\n\t lines\u00a0here ',
			Type: { Name: ' software ', SubType: 'Source  code' },
			Creator: [{ Name: 'Doe,  Jane\n' }],
			Publisher: [{ Name: ' P ' }],
			Keywords: ['a  b', { Name: ' c' }],
			Container: { Title: ' A\n journal ' },
		});
		assert.deepEqual(described, {
			Title: 'Two lines here',
			Type: { Name: 'software', SubType: 'Source code' },
			Creator: [{ Name: 'Doe, Jane' }],
			Publisher: [{ Name: 'P' }],
			Keywords: ['a b', 'c'],
			Container: { Title: 'A journal' },
		});
		assert.equal(readWith({ LinkProvider: [{ Name: ' Open\r\nAIRE ' }] }).provenances[0]?.provider, 'Open AIRE');
		assert.equal(readWith({ LinkProvider: [{ Name: 'Ze\u200bnodo' }] }).provenances[0]?.provider, 'Zenodo');
	});

	it('keeps the order of creators, and orders publishers and keywords, each once', () => {
		const described = readSource({
			Creator: [{ Name: 'B' }, { Name: 'A' }, { Name: 'B' }],
			Publisher: [{ Name: 'B' }, { Name: 'A' }, { Name: 'B' }],
			Keywords: ['b', { Name: 'a' }, 'b'],
		});
		assert.deepEqual(described.Creator, [{ Name: 'B' }, { Name: 'A' }, { Name: 'B' }]);
		assert.deepEqual(described.Publisher, [{ Name: 'A' }, { Name: 'B' }]);
		assert.deepEqual(described.Keywords, ['a', 'b']);
	});

	it('keeps a creator that is known by identifier only', () => {
		const creator = { Name: '', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } };
		assert.deepEqual(readSource({ Creator: [creator] }).Creator, [creator]);
	});

	it('takes null or an empty list as no identifier of a creator', () => {
		const creators = [
			{ Name: 'A', Identifier: null },
			{ Name: 'B', Identifier: [] },
		];
		assert.deepEqual(readSource({ Creator: creators }).Creator, [{ Name: 'A' }, { Name: 'B' }]);
	});
});

describe('a link is refused with the place', () => {
	it('where it is no object', () => {
		assert.deepEqual(problemsOf([]), ['/3 a link must be an object, not an array']);
		assert.deepEqual(problemsOf(null), ['/3 a link must be an object, not null']);
	});

	it('where a required field is missing; the place is what lacks it', () => {
		const all = problemsOf({});
		for (const field of Object.keys(plainLink)) {
			const missing = all.find((problem) => problem.startsWith(`/3 \`${field}\` is missing`));
			assert.ok(missing, field);
			assert.deepEqual(problemsWith({ [field]: undefined }), [missing]);
		}
		assert.equal(all.length, Object.keys(plainLink).length);
		assert.match(problemsInSource({ Type: undefined }).join(), /^\/3\/Source `Type` is missing; it must be an object/);
		assert.match(problemsInSource({ Identifier: undefined }).join(), /^\/3\/Source `Identifier` is missing; /);
		assert.deepEqual(problemsInSource({ Type: {} }), ['/3/Source/Type `Name` is missing']);
		assert.deepEqual(problemsInSource({ Identifier: { ID: 'x' } }), ['/3/Source/Identifier `IDScheme` is missing']);
		assert.deepEqual(problemsWith({ RelationshipType: {} }), ['/3/RelationshipType `Name` is missing']);
		assert.deepEqual(problemsWith({ LinkProvider: [{}] }), ['/3/LinkProvider/0 `Name` is missing']);
		assert.deepEqual(problemsInSource({ Creator: [{}] }), ['/3/Source/Creator/0 `Name` is missing']);
	});

	it('where a required field is empty', () => {
		for (const ID of ['', '  ', '\u200b']) {
			assert.deepEqual(problemsInSource({ Identifier: { ID, IDScheme: 'doi' } }), [
				'/3/Source/Identifier/ID must not be empty',
			]);
		}
		assert.deepEqual(problemsInSource({ Identifier: [source.Identifier, { ID: 'x', IDScheme: '' }] }), [
			'/3/Source/Identifier/1/IDScheme must not be empty',
		]);
		assert.deepEqual(problemsInSource({ Identifier: [] }), [
			'/3/Source/Identifier is an empty array; it must hold at least one',
		]);
		assert.deepEqual(problemsWith({ LinkProvider: [] }), [
			'/3/LinkProvider is an empty array; it must hold at least one',
		]);
		assert.deepEqual(problemsWith({ LinkProvider: [{ Name: ' ' }] }), ['/3/LinkProvider/0/Name must not be empty']);
	});

	it('where the letters of a provider pass for others, or nothing of its name can be seen', () => {
		assert.deepEqual(problemsWith({ LinkProvider: [{ Name: 'Zenodo' }, { Name: 'Zen\u043edo' }] }), [
			'/3/LinkProvider/1/Name has letters of several scripts, or of a rare one, in "Zen\u043edo": use letters of one common script',
		]);
		assert.deepEqual(problemsWith({ LinkProvider: [{ Name: '\u200b' }] }), [
			'/3/LinkProvider/0/Name contains only invisible characters',
		]);
	});

	it('where a field is not known, and names the one that may be meant', () => {
		assert.deepEqual(problemsWith({ Sorce: {} }), ['/3/Sorce unknown field `Sorce`; did you mean `Source`?']);
		assert.deepEqual(problemsInSource({ Identifiers: [] }), [
			'/3/Source/Identifiers unknown field `Identifiers`; did you mean `Identifier`?',
		]);
		assert.deepEqual(problemsWith({ 'a/b~': 1 }), [
			'/3/a~1b~0 unknown field `a/b~`; known here are Source, Target, RelationshipType, LinkProvider, ' +
				'LinkPublicationDate, LicenseURL',
		]);
		for (const changes of [
			{ Identifier: { ...source.Identifier, Extra: 1 } },
			{ Type: { Name: 'software', Extra: 1 } },
			{ Creator: [{ Name: 'A', Extra: 1 }] },
			{ Creator: [{ Name: 'A', Identifier: { ID: 'x', IDScheme: 'y', Extra: 1 } }] },
			{ Keywords: [{ Name: 'A', Extra: 1 }] },
			{ Container: { Title: 'A', Extra: 1 } },
		]) {
			assert.match(problemsInSource(changes).join(), /\/Extra unknown field `Extra`; known here are [A-Z]/);
		}
	});

	it('where an unknown field has the name of something every object has', () => {
		const record = JSON.parse(
			JSON.stringify(plainLink).replace('{', '{"__proto__": {"x": 1}, "constructor": 1,'),
		) as Json;
		assert.deepEqual(
			problemsOf(record).map((problem) => problem.split(' ')[0]),
			['/3/__proto__', '/3/constructor'],
		);
	});

	it('where a value has the wrong type', () => {
		for (const [changes, problem] of [
			[{ Source: 'x' }, '/3/Source must be an object with `Identifier` and `Type`, not a string'],
			[{ RelationshipType: 'Cites' }, '/3/RelationshipType must be an object {Name}, not a string'],
			[{ LinkProvider: { Name: 'x' } }, '/3/LinkProvider must be an array of objects {Name}, not an object'],
			[{ LinkProvider: ['x'] }, '/3/LinkProvider/0 must be an object {Name}, not a string'],
			[{ LicenseURL: 1 }, '/3/LicenseURL must be a string, not a number'],
		] as [Fields, string][]) {
			assert.deepEqual(problemsWith(changes), [problem]);
		}
		for (const [changes, problem] of [
			[{ Identifier: 'x' }, 'Identifier must be an object {ID, IDScheme}, or an array of them, not a string'],
			[{ Identifier: { ID: 12, IDScheme: 'pmid' } }, 'Identifier/ID must be a string, not a number'],
			[{ Identifier: { ...source.Identifier, IDURL: true } }, 'Identifier/IDURL must be a string, not a boolean'],
			[{ Type: null }, 'Type must be an object {Name}, or its Name alone, not null'],
			[{ Title: ['x'] }, 'Title must be a string, not an array'],
			[{ Creator: 'A' }, 'Creator must be an array of objects {Name}, not a string'],
			[{ Creator: [{ Name: null }] }, 'Creator/0/Name must be a string, not null'],
			[
				{ Publisher: [{ Name: 'P', Identifier: 'x' }] },
				'Publisher/0/Identifier must be an object {ID, IDScheme}, or an array of them, not a string',
			],
			[{ Keywords: ['a', 1] }, 'Keywords/1 must be a string or an object {Name}, not a number'],
			[{ Container: 'A journal' }, 'Container must be an object {Title}, not a string'],
			[{ Container: [{ Title: 'A journal' }] }, 'Container must be an object {Title}, not an array'],
			[{ Container: { ISSN: '1234-5679' } }, 'Container/ISSN must be an array of ISSNs, not a string'],
			[
				{ Container: { ISSN: ['1234-5679', '1234-5678'] } },
				'Container/ISSN/1 `1234-5678` is not an ISSN; correct or remove it',
			],
			[{ Container: { ISSN: [null] } }, 'Container/ISSN/0 must be an ISSN'],
			[{ Container: { Volume: 12 } }, 'Container/Volume must be a string, not a number'],
			[{ Edition: 2 }, 'Edition must be a string, not a number'],
			[{ Container: { Title: ['A journal'] } }, 'Container/Title must be a string, not an array'],
			[{ Filled: ['Name'] }, `Filled must be true, or an array of ${filledFields.join(', ')}`],
		] as [Fields, string][]) {
			assert.deepEqual(problemsInSource(changes), [`/3/Source/${problem}`]);
		}
	});

	it('where a type of object or relation is not known', () => {
		assert.deepEqual(problemsInSource({ Type: { Name: 'mineral' } }), [
			'/3/Source/Type/Name `mineral` is not an object type; use one of literature, software, dataset, unknown',
		]);
		assert.deepEqual(problemsInSource({ Type: 'sofware' }), [
			'/3/Source/Type `sofware` is not an object type; did you mean `software`?',
		]);
		assert.match(
			problemsWith({ RelationshipType: { Name: 'likes it', SubType: 'Cites' } }).join(),
			/^\/3\/RelationshipType\/Name `likes it` is not a relation type; use References, .* at most 50 letters$/,
		);
	});

	it('where a date is none of the calendar', () => {
		assert.match(
			problemsWith({ LinkPublicationDate: '2018-02-30' }).join(),
			/^\/3\/LinkPublicationDate must be a calendar date: .*, not `2018-02-30`$/,
		);
		assert.match(problemsWith({ LinkPublicationDate: null }).join(), /^\/3\/LinkPublicationDate must be .*, not null$/);
		assert.match(problemsWith({ LinkPublicationDate: '' }).join(), /^\/3\/LinkPublicationDate must be a calendar date/);
		assert.match(problemsInSource({ PublicationDate: 2018 }).join(), /not a number$/);
	});

	it('with the form that a date of another writing may mean', () => {
		for (const [text, advice] of Object.entries({
			'05-06-2018': '`2018-06-05` or `2018-05-06`',
			'5/6/2018': '`2018-06-05` or `2018-05-06`',
			'25.12.2018': '`2018-12-25`',
			'12/25/2018': '`2018-12-25`',
			'2018/6/5': '`2018-06-05`',
			'20180605': '`2018-06-05`',
		})) {
			assert.ok(problemsWith({ LinkPublicationDate: text }).join().endsWith(`not \`${text}\`; write ${advice}`), text);
		}
		for (const text of ['99/99/2018', '2018-13', '201813', '2018-6']) {
			assert.ok(problemsInSource({ PublicationDate: text }).join().endsWith(`not \`${text}\``), text);
		}
	});

	it('where a text cannot be stored on every engine', () => {
		const half = /holds half of a surrogate pair/;
		const nul = /holds the character NUL/;
		assert.match(problemsInSource({ Title: 'a\0b' }).join(), nul);
		assert.match(problemsInSource({ Title: 'a\ud800b' }).join(), half);
		assert.match(problemsInSource({ Keywords: ['\udc00'] }).join(), half);
		assert.match(problemsInSource({ Identifier: { ID: 'a\0b', IDScheme: 'x' } }).join(), nul);
		assert.match(problemsWith({ LinkProvider: [{ Name: 'Zenodo\0' }] }).join(), nul);
		assert.equal(readSource({ Title: '😀' }).Title, '😀');
	});

	it('where a text or list is too long', () => {
		const { idLength, schemeLength, nameLength, titleLength, items } = linkLimits;
		const identified = (ID: string, IDScheme: string) => ({ Identifier: { ID, IDScheme } });
		const longest: [right: Fields, wrong: Fields, place: string][] = [
			[identified('x'.repeat(idLength), 'a'), identified('x'.repeat(idLength + 1), 'a'), 'Identifier/ID'],
			[identified('x', 'a'.repeat(schemeLength)), identified('x', 'a'.repeat(schemeLength + 1)), 'Identifier/IDScheme'],
			[{ Title: 'x'.repeat(titleLength) }, { Title: 'x'.repeat(titleLength + 1) }, 'Title'],
			[{ Keywords: ['x'.repeat(nameLength)] }, { Keywords: ['x'.repeat(nameLength + 1)] }, 'Keywords/0'],
			[
				{ Container: { Title: 'x'.repeat(nameLength) } },
				{ Container: { Title: 'x'.repeat(nameLength + 1) } },
				'Container/Title',
			],
			[{ Creator: Array(items).fill({ Name: 'A' }) }, { Creator: Array(items + 1).fill({ Name: 'A' }) }, 'Creator'],
		];
		for (const [right, wrong, place] of longest) {
			readSource(right);
			assert.match(
				problemsInSource(wrong).join(),
				new RegExp(`^/3/Source/${place} (is|holds) \\d+ .*; \\d+ are allowed$`),
			);
		}
	});

	it('with each of its problems, up to ten', () => {
		assert.deepEqual(
			problemsWith({ Title: 'x', LinkPublicationDate: 'soon', RelationshipType: { Name: '' } }).map(
				(text) => text.split(' ')[0],
			),
			['/3/Title', '/3/RelationshipType/Name', '/3/LinkPublicationDate'],
		);
		const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field${n}`, n]));
		assert.equal(problemsWith(many).length, 10);
	});

	it('and a short message, however long what is wrong is', () => {
		const long = 'y'.repeat(1_000_000);
		for (const problems of [
			problemsWith({ [long]: 1 }),
			problemsInSource({ PublicationDate: long }),
			problemsInSource({ Title: long }),
		]) {
			assert.ok(problems.join().length < 400);
		}
	});
});
