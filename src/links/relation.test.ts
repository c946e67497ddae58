import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Relation, readRelation, relationCode, relations } from './relation.ts';

function read(...names: Parameters<typeof readRelation>): string | undefined {
	const reading = readRelation(...names);
	return reading && `${reading.swapped ? 'swapped ' : ''}${reading.relation}`;
}

const otherDataCiteTypes =
	`Collects Compiles Continues Describes Documents HasMetadata HasPart HasTranslation IsCollectedBy IsCompiledBy IsContinuedBy
	IsDerivedFrom IsDescribedBy IsDocumentedBy IsMetadataFor IsObsoletedBy IsOriginalFormOf IsPartOf IsPublishedIn IsRequiredBy
	IsReviewedBy IsSourceOf IsTranslationOf IsVariantFormOf Obsoletes Requires Reviews`.split(/\s+/);

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

	it('is unknown where Name is no relation type of Scholix or DataCite, whatever SubType says', () => {
		assert.equal(read('Likes'), undefined);
		assert.equal(read('Likes', 'Cites', 'DataCite'), undefined);
		assert.equal(read(''), undefined);
	});

	it('is never found in the names that every object has', () => {
		for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) assert.equal(read(name), undefined);
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

describe('the code of a relation', () => {
	it('is its place in the list, from 1', () => {
		for (const relation of Object.keys(relationCode) as Relation[]) {
			assert.equal(relations[relationCode[relation] - 1], relation);
		}
	});
});
