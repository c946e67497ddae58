// Says what another broker has of a relationship once it has read the links that were written of
// it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linkHistory, provenanceFromText } from '../../../links/provenance.ts';
import { relationCode, searchRelationMeaning, searchRelations } from '../../../links/relation.ts';
import { readLinks } from '../read-links.ts';
import { describeObject } from './object-document.ts';
import type { AnswerObject } from './write-answers.ts';
import { writeHistoryLinks } from './write-link.ts';

const objectOf = (value: string): AnswerObject => ({
	...describeObject([{ scheme: 'doi', value }], { Title: `About ${value}` }),
	versions: null,
});
const [asked, other] = [objectOf('10.1000/asked'), objectOf('10.1000/other')];

describe('the links of a history', () => {
	it('are one for each provider and date, in the words of its record', () => {
		const history = linkHistory([
			{ provider: 'Zenodo', date: '2018-01-01' },
			{ provider: 'ADS', date: '2017-05', subType: 'IsCitedBy' },
			{ provider: 'ADS', date: '2017-05', subType: 'References' },
			{ provider: 'Zenodo', date: '2016', subType: 'supports' },
		]);
		const lines = [...writeHistoryLinks(asked, { relation: 'cites', object: other, history })];
		const links = lines.map((line) => JSON.parse(line));
		assert.deepEqual(
			links.map((link) => [
				link.Source.Identifier[0].ID,
				...Object.values(link.RelationshipType),
				link.LinkProvider,
				link.LinkPublicationDate,
			]),
			[
				['10.1000/asked', 'References', [{ Name: 'Zenodo' }], '2018-01-01'],
				['10.1000/other', 'IsReferencedBy', 'IsCitedBy', 'DataCite', [{ Name: 'ADS' }], '2017-05'],
				['10.1000/asked', 'References', 'References', 'DataCite', [{ Name: 'ADS' }], '2017-05'],
				['10.1000/asked', 'References', 'supports', 'other', [{ Name: 'Zenodo' }], '2016'],
			],
		);
	});

	const subType = fc.option(
		fc.constantFrom(
			'Cites',
			'IsCitedBy',
			'iscitedby',
			'IsSupplementedBy',
			'IsPartOf',
			'HasVersion',
			'supports',
			'own words 1',
		),
		{ nil: undefined },
	);
	it('have the versions that their provider linked on their date', () => {
		const history = linkHistory([
			{ provider: 'Zenodo', date: '2018' },
			{ provider: 'ADS', date: '2017' },
		]);
		const via = {
			total: 2,
			links: [
				{ source: '[{"ID":"v2","IDScheme":"doi"}]', target: other.identifiers, history },
				{ source: '[{"ID":"v1","IDScheme":"doi"}]', target: other.identifiers, history: history.slice(1) },
			],
		};
		const links = [...writeHistoryLinks(asked, { relation: 'cites', object: other, history, via })];
		const shown = links.map((line) =>
			JSON.parse(line).Via.map((one: { Source: { Identifiers: { ID: string }[] }; LinkHistory: object[] }) => [
				one.Source.Identifiers[0]?.ID,
				one.LinkHistory.length,
			]),
		);
		assert.deepEqual(shown, [
			[['v2', 1]],
			[
				['v2', 1],
				['v1', 1],
			],
		]);
	});

	const stated = fc
		.tuple(
			fc.constantFrom('Zenodo', 'ADS', 'É'),
			fc.constantFrom('2018', '2018-01-01', '2017-05'),
			subType,
			fc.boolean(),
		)
		.map(([provider, date, subType, reversed]) => ({
			provider,
			date,
			reversed,
			...(subType !== undefined && { subType }),
		}));

	it('give another broker the same relation, in the same direction, with the same history', () => {
		fc.assert(
			fc.property(
				fc.array(stated, { minLength: 1, maxLength: 6 }),
				fc.constantFrom(...searchRelations),
				(all, relation) => {
					const meaning = searchRelationMeaning[relation];
					// Only a symmetric relation may be asserted from its other end.
					const isSymmetric = meaning.asked === 'either';
					const history = linkHistory(all.map((one) => ({ ...one, reversed: isSymmetric && one.reversed })));
					const links = [...writeHistoryLinks(asked, { relation, object: other, history })];
					const batch = readLinks(`[${links.join(',')}]`, { maxLinks: links.length });
					const from = meaning.asked === 'target' ? '10.1000/other' : '10.1000/asked';
					const shown = batch.assertions.map(([source, code, , provenance]) => {
						assert.equal(code, relationCode[meaning.relation]);
						const reversed = batch.identifiers[source]?.value !== from;
						assert.ok(isSymmetric || !reversed);
						return { ...provenanceFromText(batch.provenances[provenance] ?? assert.fail()), reversed };
					});
					assert.deepEqual(linkHistory(shown), history);
				},
			),
		);
	});
});
