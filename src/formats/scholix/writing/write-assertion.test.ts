// Says what another broker reads in the link that is written of one assertion.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { provenanceAsText } from '../../../links/provenance.ts';
import { relationCode, relations } from '../../../links/relation.ts';
import { readLinks } from '../read-links.ts';
import { describeObject } from './object-document.ts';
import { writeEnd } from './write-answers.ts';
import { writeAssertion } from './write-link.ts';

const end = (value: string) => writeEnd({ ...describeObject([{ scheme: 'doi', value }], {}), versions: null });
const ends = { source: end('10.1000/from'), target: end('10.1000/to') };

const words = fc.record(
	{
		subType: fc.constantFrom(
			'Cites',
			'IsCitedBy',
			'isnewversionof',
			'HasVersion',
			'IsPartOf',
			'supports',
			'IsIdenticalTo',
		),
		subTypeSchema: fc.constantFrom('DataCite', 'https://schema.datacite.org/meta/kernel-4', 'CiTO'),
		license: fc.constantFrom('https://creativecommons.org/licenses/by/4.0/'),
	},
	{ requiredKeys: [] },
);

describe('the link of an assertion', () => {
	it('reads back as the same relation in the same direction, in the same words', () => {
		fc.assert(
			fc.property(fc.constantFrom(...relations), words, (relation, given) => {
				const provenance = { provider: 'Zenodo', date: '2018-06', ...given };
				const link = writeAssertion({ ...ends, relation, provenance });
				const { assertions, identifiers, provenances } = readLinks(`[${link}]`, { maxLinks: 1 });
				const [[source = -1, code] = []] = assertions;
				assert.equal(code, relationCode[relation]);
				assert.equal(identifiers[source]?.value, '10.1000/from');
				const [stated = ''] = provenances;
				// Words that say another relation are those of another link.
				const written = JSON.parse(link).RelationshipType.SubType === undefined ? { ...given } : given;
				if (written !== given) for (const word of ['subType', 'subTypeSchema'] as const) delete written[word];
				assert.equal(stated, provenanceAsText({ provider: 'Zenodo', date: '2018-06', ...written }));
			}),
		);
	});

	it('is in the direction of its words', () => {
		const { Source, RelationshipType } = JSON.parse(
			writeAssertion({
				...ends,
				relation: 'Cites',
				provenance: { provider: 'ADS', date: '2017', subType: 'IsCitedBy', subTypeSchema: 'DataCite' },
			}),
		);
		assert.equal(Source.Identifier[0].ID, '10.1000/to');
		assert.deepEqual(RelationshipType, { Name: 'IsReferencedBy', SubType: 'IsCitedBy', SubTypeSchema: 'DataCite' });
	});
});
