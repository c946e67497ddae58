// Says what another broker has of a relationship once it has read the links that were written of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type HistoryItem, linkHistory, provenanceFromText } from '../../links/provenance.ts';
import { relationCode, searchRelationMeaning, searchRelations } from '../../links/relation.ts';
import { describeObject } from './object-document.ts';
import { readLinks } from './read-links.ts';
import type { AnswerObject } from './write-answers.ts';
import { writeHistoryLinks } from './write-history.ts';

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
		const links = writeHistoryLinks(asked, { relation: 'cites', object: other, history }).map((line) =>
			JSON.parse(line),
		);
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
	const provenance = fc
		.tuple(fc.constantFrom('Zenodo', 'ADS', 'É'), fc.constantFrom('2018', '2018-01-01', '2017-05'), subType)
		.map(([provider, date, subType]) => ({ provider, date, ...(subType !== undefined && { subType }) }));
	const anyHistory = fc.array(provenance, { minLength: 1, maxLength: 6 }).map(linkHistory);

	it('give another broker the same relation, in the same direction, with the same history', () => {
		fc.assert(
			fc.property(anyHistory, fc.constantFrom(...searchRelations), (history, relation) => {
				const links = writeHistoryLinks(asked, { relation, object: other, history });
				const batch = readLinks(`[${links.join(',')}]`, { maxLinks: links.length });
				const meaning = searchRelationMeaning[relation];
				const [from, to] = meaning.asked === 'target' ? ['other', 'asked'] : ['asked', 'other'];
				const told = batch.assertions.map(([source, code, target, provenance]) => {
					assert.equal(code, relationCode[meaning.relation]);
					assert.equal(batch.identifiers[source]?.value, `10.1000/${from}`);
					assert.equal(batch.identifiers[target]?.value, `10.1000/${to}`);
					return provenanceFromText(batch.provenances[provenance] ?? assert.fail());
				});
				// IsRelatedTo comes without SubTypes, whose direction is not known.
				const kept = (item: HistoryItem) => (relation === 'isRelatedTo' ? { ...item, subTypes: [] } : item);
				assert.deepEqual(linkHistory(told), history.map(kept));
			}),
		);
	});
});
