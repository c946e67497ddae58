import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Link } from '../../../links/link.ts';
import { anyLink } from '../link.arbitrary.ts';
import { readRecord } from '../read-record.ts';
import { writeLink } from './write-link.ts';

const record = (RelationshipType: object, more: object = {}) => ({
	Source: { Identifier: { ID: '10.1000/a', IDScheme: 'doi' }, Type: { Name: 'dataset' } },
	RelationshipType,
	Target: { Identifier: { ID: '10.1000/b', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	LinkProvider: [{ Name: 'Zenodo' }, { Name: 'Crossref' }],
	LinkPublicationDate: '2018-02',
	...more,
});

function read(record: unknown): Link {
	const reading = readRecord(record, 0);
	assert.ok('link' in reading, JSON.stringify(reading));
	return reading.link;
}

describe('a link that is written again', () => {
	it('begins at the Source of its record', () => {
		const { Source, Target } = writeLink(read(record({ Name: 'IsReferencedBy' }))) as {
			Source: { Identifier: unknown };
			Target: { Identifier: unknown };
		};
		assert.deepEqual(Source.Identifier, [{ ID: '10.1000/a', IDScheme: 'doi' }]);
		assert.deepEqual(Target.Identifier, [{ ID: '10.1000/b', IDScheme: 'doi' }]);
	});

	it('has all providers, its date and its licence', () => {
		const licence = 'https://creativecommons.org/publicdomain/zero/1.0/';
		const written = writeLink(read(record({ Name: 'References' }, { LicenseURL: licence })));
		assert.deepEqual(
			[written.LinkProvider, written.LinkPublicationDate, written.LicenseURL],
			[[{ Name: 'Zenodo' }, { Name: 'Crossref' }], '2018-02', licence],
		);
	});

	for (const [given, expected] of [
		[{ Name: 'Cites' }, { Name: 'References', SubType: 'Cites' }],
		[{ Name: 'IsCitedBy' }, { Name: 'IsReferencedBy', SubType: 'IsCitedBy' }],
		[{ Name: 'isreferencedby' }, { Name: 'IsReferencedBy' }],
		[{ Name: 'issupplementedby' }, { Name: 'IsSupplementedBy' }],
		[{ Name: 'IsRelatedTo' }, { Name: 'IsRelatedTo' }],
		[{ Name: 'IsVersionOf' }, { Name: 'IsRelatedTo', SubType: 'IsVersionOf', SubTypeSchema: 'DataCite' }],
		[{ Name: 'IsIdenticalTo' }, { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' }],
		[
			{ Name: 'IsRelatedTo', SubType: 'IsNewVersionOf', SubTypeSchema: 'DataCite' },
			{ Name: 'IsRelatedTo', SubType: 'IsNewVersionOf', SubTypeSchema: 'DataCite' },
		],
		[
			{ Name: 'HasVersion', SubType: 'release', SubTypeSchema: 'ours' },
			{ Name: 'HasVersion', SubType: 'release', SubTypeSchema: 'ours' },
		],
		[{ Name: 'IsPartOf' }, { Name: 'IsRelatedTo', SubType: 'IsPartOf' }],
	] as const) {
		it(`words ${JSON.stringify(given)} as ${JSON.stringify(expected)}`, () => {
			assert.deepEqual(writeLink(read(record(given))).RelationshipType, expected);
		});
	}

	it('reads back as the same link, whatever it was', () =>
		fc.assert(
			fc.property(anyLink, (any) => {
				const link = read(any);
				const written = writeLink(link);
				const again = read(written);
				assert.equal(again.relation, link.relation);
				assert.deepEqual(statementsOf(again), statementsOf(link));
				assert.deepEqual(writeLink(again), written);
			}),
		));
});

/** Who says a link, when and under which licence. */
function statementsOf({ source, target, provenances }: Link) {
	const stated = provenances.map(({ provider, date, license }) => ({ provider, date, license }));
	return { source: source.identifiers, target: target.identifiers, stated };
}
