import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
	inverseRelationType,
	type Relation,
	readRelation,
	relationCode,
	relations,
	relationTypeName,
	unknownRelationNames,
} from './relation.ts';

function read(...names: Parameters<typeof readRelation>): string | undefined {
	const reading = readRelation(...names);
	return reading && `${reading.swapped ? 'swapped ' : ''}${reading.relation}`;
}

const otherDataCiteTypes =
	`Collects Compiles Continues Describes Documents HasMetadata HasPart HasTranslation IsCollectedBy IsCompiledBy IsContinuedBy
	IsDerivedFrom IsDescribedBy IsDocumentedBy IsMetadataFor IsObsoletedBy IsOriginalFormOf IsPartOf IsPublishedIn IsRequiredBy
	IsReviewedBy IsSourceOf IsTranslationOf IsVariantFormOf Obsoletes Other Requires Reviews`.split(/\s+/);

const meanings: Record<string, string> = {
	Cites: 'Cites',
	References: 'Cites',
	IsCitedBy: 'swapped Cites',
	IsReferencedBy: 'swapped Cites',
	IsSupplementTo: 'IsSupplementTo',
	IsSupplementedBy: 'swapped IsSupplementTo',
	HasVersion: 'HasVersion',
	IsPreviousVersionOf: 'HasVersion',
	IsVersionOf: 'swapped HasVersion',
	IsNewVersionOf: 'swapped HasVersion',
	IsIdenticalTo: 'IsIdenticalTo',
	IsRelatedTo: 'IsRelatedTo',
	...Object.fromEntries(otherDataCiteTypes.map((name) => [name, 'IsRelatedTo'])),
};

describe('the relation of a link', () => {
	for (const [name, meaning] of Object.entries(meanings)) {
		it(`${name} is kept as ${meaning}, as Name and as SubType`, () => {
			assert.equal(read(name), meaning);
			assert.equal(read('IsRelatedTo', name, 'DataCite'), meaning);
		});
	}

	it('is read without regard to letter case and to white space around a name', () => {
		assert.equal(read('hasVersion'), 'HasVersion');
		assert.equal(read('IsRelatedTo', 'IsIDenticalTo', 'datacite'), 'IsIdenticalTo');
		assert.equal(read(' ISCITEDBY '), 'swapped Cites');
	});

	it('is that of SubType where no schema is named', () => {
		assert.equal(read('IsRelatedTo', 'HasVersion'), 'HasVersion');
		assert.equal(read('IsRelatedTo', 'HasVersion', ''), 'HasVersion');
		assert.equal(read('IsRelatedTo', 'HasVersion', ' '), 'HasVersion');
	});

	it('is that of SubType where the schema is DataCite, by name or address, in any letter case', () => {
		for (const schema of [
			'DataCite',
			'DATACITE',
			'DataCite 4.6',
			'https://schema.datacite.org/meta/kernel-4.6/',
			'HTTP://DataCite.org/schema/kernel-4',
			'schema.datacite.org',
		]) {
			assert.equal(read('References', 'IsSupplementTo', schema), 'IsSupplementTo', schema);
		}
	});

	it('is that of Name where the schema is another', () => {
		for (const schema of ['CiTO', 'https://example.org/datacite', 'dataciteful', 'notdatacite.org']) {
			assert.equal(read('References', 'IsSupplementTo', schema), 'Cites', schema);
		}
	});

	it('is that of Name where SubType is no known relation type, or empty', () => {
		assert.equal(read('IsRelatedTo', 'IsAmongTopNSimilarDocuments', 'DataCite'), 'IsRelatedTo');
		assert.equal(read('IsReferencedBy', 'Discusses'), 'swapped Cites');
		assert.equal(read('IsSupplementTo', ''), 'IsSupplementTo');
	});

	it('is IsRelatedTo where Name is not a relation type but reads as a name, unless SubType is narrower', () => {
		for (const name of ['Likes', 'IsAmongTopNSimilarDocuments', ' inspires ', 'Überarbeitet', 'x'.repeat(50)]) {
			assert.equal(read(name), 'IsRelatedTo', name);
		}
		assert.equal(read('Likes', 'IsCitedBy', 'DataCite'), 'swapped Cites');
		assert.equal(read('Likes', 'IsCitedBy', 'CiTO'), 'IsRelatedTo');
	});

	it('is none where Name is no name at all, whatever SubType says', () => {
		for (const name of ['', ' ', 'is cited by', 'cites!', 'https://example.org/cites', '1', 'x'.repeat(51)]) {
			assert.equal(read(name), undefined, name);
			assert.equal(read(name, 'Cites', 'DataCite'), undefined, name);
		}
	});

	it('is not found in the names that every object has', () => {
		for (const name of ['constructor', 'toString', 'hasOwnProperty']) assert.equal(read(name), 'IsRelatedTo');
		assert.equal(read('__proto__'), undefined);
	});

	it('is read from any text without failing', () => {
		fc.assert(
			fc.property(fc.string(), fc.option(fc.string(), { nil: '' }), fc.string(), (name, subType, schema) => {
				const reading = readRelation(name, subType, schema);
				assert.ok(reading === undefined || relations.includes(reading.relation));
			}),
		);
	});
});

describe('names of relations that are not known', () => {
	it('are those of Name and SubType that are no relation type of Scholix or DataCite, each once', () => {
		assert.deepEqual(unknownRelationNames('Likes', 'Inspires'), ['Likes', 'Inspires']);
		assert.deepEqual(unknownRelationNames(' Likes ', 'Likes', 'DataCite'), ['Likes']);
		assert.deepEqual(unknownRelationNames('IsRelatedTo', 'isamongtopnsimilardocuments', 'datacite'), [
			'isamongtopnsimilardocuments',
		]);
		assert.deepEqual(unknownRelationNames('other', 'HASPART'), []);
	});

	it('are none of another schema, and none of words that are no names', () => {
		assert.deepEqual(unknownRelationNames('References', 'discusses', 'CiTO'), []);
		assert.deepEqual(unknownRelationNames('References', 'one of its own'), []);
	});
});

describe('the inverse of a relation type', () => {
	it('says the same from the other end, whatever the letter case', () => {
		assert.equal(inverseRelationType('IsReviewedBy'), 'Reviews');
		assert.equal(inverseRelationType('haspart'), 'IsPartOf');
		assert.equal(inverseRelationType('IsSourceOf'), 'IsDerivedFrom');
		assert.equal(inverseRelationType('IsIdenticalTo'), 'IsIdenticalTo');
	});

	it('of the inverse is the name itself, and its reading is the same with source and target exchanged', () => {
		for (const name of Object.keys(meanings)) {
			const inverse = inverseRelationType(name);
			if (inverse === undefined) continue;
			assert.equal(inverseRelationType(inverse), name);
			const meaning = meanings[name] as string;
			const reversed = meaning.startsWith('swapped ') ? meaning.slice(8) : `swapped ${meaning}`;
			assert.ok([reversed, 'IsRelatedTo', 'IsIdenticalTo'].includes(meanings[inverse] as string), name);
		}
	});

	it('is missing only where DataCite has none', () => {
		const without = Object.keys(meanings).filter((name) => inverseRelationType(name) === undefined);
		assert.deepEqual(without, ['IsPublishedIn']);
		assert.equal(inverseRelationType('Discusses'), undefined);
		assert.equal(inverseRelationType('constructor'), undefined);
	});
});

describe('the name of a relation type', () => {
	it('is spelled as the vocabulary spells it', () => {
		assert.equal(relationTypeName(' iscitedby '), 'IsCitedBy');
		assert.equal(relationTypeName('Discusses'), undefined);
	});
});

describe('the code of a relation', () => {
	it('is its place in the list, from 1', () => {
		for (const relation of Object.keys(relationCode) as Relation[]) {
			assert.equal(relations[relationCode[relation] - 1], relation);
		}
	});
});
