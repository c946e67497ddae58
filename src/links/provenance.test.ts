import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Provenance } from './link.ts';
import { linkHistory, provenanceAsText, provenanceFromText, respell } from './provenance.ts';

const anyProvenance: fc.Arbitrary<Provenance> = fc.record(
	{
		provider: fc.string({ minLength: 1, maxLength: 3 }),
		date: fc.constantFrom(
			'2018',
			'2018-01',
			'2018-01-01',
			'2019-05-05',
			'2019-05-05T10:00:00+02:00',
			'2019-05-05T08:00:00Z',
		),
		subType: fc.constantFrom('Cites', 'References', 'IsCitedBy'),
		subTypeSchema: fc.string({ minLength: 1 }),
		license: fc.webUrl(),
	},
	{ requiredKeys: ['provider', 'date'] },
);

describe('the text of a provenance', () => {
	it('is a JSON array without the absent parts at its end', () => {
		const provenance = { provider: 'Zenodo', date: '2018-01-01' };
		assert.equal(provenanceAsText(provenance), '["Zenodo","2018-01-01"]');
		assert.equal(provenanceAsText({ ...provenance, subType: 'Cites' }), '["Zenodo","2018-01-01","Cites"]');
		assert.equal(
			provenanceAsText({
				...provenance,
				subType: 'Cites',
				subTypeSchema: 'DataCite',
			}),
			'["Zenodo","2018-01-01","Cites","DataCite"]',
		);
		assert.equal(
			provenanceAsText({ ...provenance, license: 'https://l.example' }),
			'["Zenodo","2018-01-01",null,null,"https://l.example"]',
		);
	});

	it('is read back as what was written', () => {
		fc.assert(
			fc.property(anyProvenance, (provenance) => {
				assert.deepEqual(provenanceFromText(provenanceAsText(provenance)), {
					...provenance,
				});
			}),
		);
	});
});

describe('a provenance that is spelled anew', () => {
	it('keeps all but the name of its provider', () => {
		fc.assert(
			fc.property(anyProvenance, (provenance) => {
				const text = respell(provenanceAsText(provenance), (name) => `${name}!`);
				assert.deepEqual(provenanceFromText(text), { ...provenance, provider: `${provenance.provider}!` });
			}),
		);
	});
});

describe('a LinkHistory', () => {
	it('has one item for each distinct provider and date, with the SubTypes given there', () => {
		const history = linkHistory([
			{ provider: 'Zenodo', date: '2018-01-01', subType: 'References' },
			{
				provider: 'Zenodo',
				date: '2018-01-01',
				subType: 'Cites',
				license: 'https://l.example',
			},
			{ provider: 'Zenodo', date: '2018-01-01', subType: 'Cites' },
			{ provider: 'Crossref', date: '2018-01-01' },
		]);
		const [instant, next] = [1, 2].map((day) => Date.UTC(2018, 0, day) / 1000) as [number, number];
		const end = next - 0.001;
		assert.deepEqual(history, [
			{ provider: 'Crossref', date: '2018-01-01', instant, end, subTypes: [] },
			{
				provider: 'Zenodo',
				date: '2018-01-01',
				instant,
				end,
				subTypes: ['Cites', 'References'],
			},
		]);
	});

	it('has from the source what was asserted from the target, in the inverse word where there is one', () => {
		const history = linkHistory([
			{ provider: 'Zenodo', date: '2018-01-01', subType: 'isReviewedBy', reversed: true },
			{ provider: 'Zenodo', date: '2018-01-01', subType: 'HasPart' },
			{ provider: 'Zenodo', date: '2018-01-01', subType: 'Discusses', reversed: true },
			{ provider: 'Zenodo', date: '2018-01-01', reversed: true },
		]);
		assert.deepEqual(
			history.map(({ subTypes, reversed }) => ({ subTypes, reversed })),
			[{ subTypes: ['HasPart', 'Reviews'], reversed: ['Discusses'] }],
		);
	});

	it('is ordered newest first, then by provider, then by the date as written', () => {
		const history = linkHistory([
			{ provider: 'B', date: '2018' },
			{ provider: 'A', date: '2018-01-01' },
			{ provider: 'A', date: '2018' },
			{ provider: 'C', date: '2018-01-01T01:00:00+02:00' },
			{ provider: 'C', date: '2019-07' },
		]);
		assert.deepEqual(
			history.map(({ provider, date }) => `${provider} ${date}`),
			['C 2019-07', 'A 2018', 'A 2018-01-01', 'B 2018', 'C 2018-01-01T01:00:00+02:00'],
		);
	});

	it('does not depend on the order in which the links came, nor on how often', () => {
		fc.assert(
			fc.property(fc.array(anyProvenance), (provenances) => {
				const again = [...provenances].reverse().concat(provenances);
				assert.deepEqual(linkHistory(again), linkHistory(provenances));
			}),
		);
	});
});
