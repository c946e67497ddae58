// Arbitrary Scholix links for property tests, right ones and ones with a flaw.

import fc from 'fast-check';
import { filledFields, noticeKinds } from '../../links/description.ts';
import { wrongProvider } from '../../links/names.ts';

/** JSON as JSON.parse builds it. */
export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => /[\p{L}\p{N}]/u.test(text));
const anyText = fc.oneof(word, fc.constantFrom('', ' ', 'é', '😀 two words', 'a\\b"c'));

const date = fc.constantFrom(
	'2018',
	'2018-02',
	'2016-02-29',
	'2018-01-01T12:00',
	'2018-01-01T12:00:00.5+02:00',
	'0001-01-01',
	'9999-12-31T24:00:00Z',
);

const scheme = fc.constantFrom('doi', 'DOI', 'arxiv', 'ads', 'url', 'swh', 'isbn', 'pmid', 'my scheme', ' doi ');

const id = fc.oneof(
	word,
	fc.constantFrom(
		'10.5281/zenodo.591491',
		'https://doi.org/10.5281/ZENODO.591491',
		'arXiv:1207.4464v1',
		'2017ascl.soft02002F',
		'978-3-16-148410-0',
		'https://example.org/A?b=%41#c',
		'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
	),
);

/** Makes an object in which each of the optional fields is there, null, or left out. */
function object(required: Record<string, fc.Arbitrary<unknown>>, optional: Record<string, fc.Arbitrary<unknown>>) {
	const nullable = Object.entries(optional).map(([field, value]) => [field, fc.option(value, { freq: 4 })] as const);
	return fc.record(
		{ ...required, ...Object.fromEntries(nullable) },
		{ requiredKeys: Object.keys(required), noNullPrototype: true },
	) as fc.Arbitrary<{ [field: string]: Json }>;
}

const identifier = object({ ID: id, IDScheme: scheme }, { IDURL: anyText });
const agent = object({ Name: anyText }, { Identifier: fc.oneof(identifier, fc.array(identifier, { maxLength: 2 })) });
const provider = object({ Name: word.filter((name) => wrongProvider(name) === undefined) }, { Identifier: identifier });
const agents = fc.array(agent, { maxLength: 3 });
const keyword = fc.oneof(anyText, object({ Name: anyText }, {}));
const issns = fc.array(fc.constantFrom('1234-5679', '12345679', 'ISSN 0000-006X'), { maxLength: 3 });
const typeName = fc.constantFrom('software', 'Literature', 'DATASET', 'unknown');
const type = object({ Name: typeName }, { SubType: anyText, SubTypeSchema: anyText });

const notice = object({ Kind: fc.constantFrom(...noticeKinds) }, { Date: date, Identifier: identifier });

const linkedObject = object(
	{ Identifier: fc.oneof(identifier, fc.array(identifier, { minLength: 1, maxLength: 3 })), Type: type },
	{
		Title: anyText,
		Creator: agents,
		PublicationDate: date,
		Publisher: agents,
		Keywords: fc.array(keyword, { maxLength: 3 }),
		Container: object({}, { Title: anyText, ISSN: issns, Volume: anyText, Issue: anyText, Pages: anyText }),
		Edition: anyText,
		PublisherPlace: anyText,
		Notice: fc.array(notice, { maxLength: 2 }),
		Filled: fc.oneof(fc.boolean(), fc.subarray([...filledFields])),
	},
);

const relationName = fc.constantFrom(
	...['References', 'IsReferencedBy', 'IsSupplementTo', 'isSupplementedBy', 'IsRelatedTo', 'hasVersion', 'IsPartOf'],
	...['IsVersionOf', 'IsIdenticalTo'],
);

const relationshipType = object(
	{ Name: relationName },
	{
		SubType: fc.oneof(relationName, anyText),
		SubTypeSchema: fc.oneof(fc.constantFrom('DataCite', 'https://schema.datacite.org/meta/kernel-4', 'CiTO'), anyText),
	},
);

/** Makes links that are right, with and without everything optional. */
export const anyLink: fc.Arbitrary<{ [field: string]: Json }> = object(
	{
		Source: linkedObject,
		Target: linkedObject,
		RelationshipType: relationshipType,
		LinkProvider: fc.array(provider, { minLength: 1, maxLength: 3 }),
		LinkPublicationDate: date,
	},
	{ LicenseURL: anyText },
);

/** Makes any JSON, with the names and values that are meant to hurt. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
	fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) as fc.Arbitrary<Json>,
	fc.constantFrom<Json>('\0', '\ud800', [], {}, -0),
	fc.constant('{"__proto__": {"Name": "x"}, "constructor": 1}').map((text) => JSON.parse(text) as Json),
	fc.constant(Array.from({ length: 10_001 }, () => 'k')),
);

/** Makes texts that are wrong in one place or another. */
const anyBadText = fc.constantFrom(
	...['', ' ', '\u200b', '\0', 'a\0b', '\ud800', 'b\udc00', '%00', 'https://doi.org/10.1000/a%00b', 'Likes', 'article'],
	...['2018-02-30', '18.1.2018', 'x'.repeat(65), 'x'.repeat(1_025), 'x'.repeat(4_097), 'x'.repeat(65_537)],
);

const fieldName = fc.oneof(
	fc.constantFrom('Sorce', 'Identifiers', 'Name', 'ID', 'Title', 'Keywords', '__proto__', 'constructor', 'a/b~c', ''),
	fc.string(),
);

/** Makes links with a flaw or two somewhere; now and then they are right all the same. */
export const anyFlawedLink: fc.Arbitrary<Json> = fc
	.tuple(
		anyLink,
		fc.array(fc.tuple(fc.nat(), fc.nat(4), fieldName, anyJson, anyBadText), { minLength: 1, maxLength: 2 }),
	)
	.map(([link, flaws]) => {
		const copy: Json = structuredClone(link);
		for (const [where, kind, name, value, text] of flaws) {
			const places = placesIn(copy);
			const place = places[where % places.length];
			if (place === undefined) continue;
			const [holder, field] = place;
			if (typeof holder[field] === 'string' && kind <= 2) set(holder, field, text);
			else if (kind <= 2) set(holder, field, structuredClone(value));
			else if (kind === 3) delete holder[field];
			else set(holder, name, structuredClone(value));
		}
		// As parsed: an array that lost an item has a null there, and -0 and __proto__ are what JSON
		// makes of them.
		return JSON.parse(JSON.stringify(copy)) as Json;
	});

type Holder = { [field: string]: Json };

function placesIn(value: Json): [holder: Holder, field: string][] {
	if (typeof value !== 'object' || value === null) return [];
	const holder = value as Holder;
	return Object.keys(holder).flatMap((field) => [
		[holder, field] as [Holder, string],
		...placesIn(holder[field] as Json),
	]);
}

function set(holder: Holder, field: string, value: Json): void {
	if (Array.isArray(holder)) holder.push(value);
	else Object.defineProperty(holder, field, { value, enumerable: true, configurable: true, writable: true });
}
