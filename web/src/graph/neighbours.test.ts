import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Relationship } from '../../../clients/typescript/src/schemas.ts';
import type { SearchRelation } from '../relations.ts';
import { chooseNeighbours, crossLinks, mainRelation } from './neighbours.ts';

const link = (id: string, ...dates: string[]): Relationship => ({
	Target: { Identifiers: [{ ID: id, IDScheme: 'own' }], Type: { Name: 'unknown' } },
	LinkHistory: dates.map((LinkPublicationDate) => ({ LinkPublicationDate, LinkProvider: { Name: 'P' } })),
});
const pages = (entries: Partial<Record<SearchRelation, Relationship[]>>) =>
	new Map(Object.entries(entries) as [SearchRelation, Relationship[]][]);

describe('the works around one', () => {
	it('are the most often reported of each relation, none crowded out', () => {
		const many = Array.from({ length: 50 }, (_, at) => link(`c${at}`, ...Array(at + 1).fill('2016-01-01')));
		const chosen = chooseNeighbours(pages({ isCitedBy: many, isRelatedTo: [link('r', '2016-01-01')] }), 10);
		assert.equal(chosen.length, 10);
		assert.deepEqual(
			chosen.slice(0, 2).map(({ key }) => key),
			['own:c49', 'own:c48'],
		);
		assert.ok(chosen.some(({ key }) => key === 'own:r'));
	});

	it('come once each, with all that ties them to it', () => {
		const [only, ...others] = chooseNeighbours(
			pages({ cites: [link('a', '2017-01-01', '2016-01-01')], isRelatedTo: [link('a', '2015-01-01')] }),
			10,
		);
		assert.deepEqual(others, []);
		assert.deepEqual(only?.ties, [
			{ relation: 'cites', reports: 2, newest: '2017-01-01', ends: [] },
			{ relation: 'isRelatedTo', reports: 1, newest: '2015-01-01', ends: [] },
		]);
	});

	it('are tied from version to version, if the answer lists versions', () => {
		const version = (ID: string) => ({ Identifiers: [{ ID, IDScheme: 'own' }] });
		const Via = [{ Source: version('v2'), Target: version('a1'), LinkHistory: [] }];
		const [only] = chooseNeighbours(pages({ isCitedBy: [{ ...link('a', '2017-01-01'), Via }] }), 10);
		assert.deepEqual(only?.ties[0]?.ends, [{ asked: 'own:v2', other: 'own:a1' }]);
	});

	it('are in the order of their relations', () => {
		const chosen = chooseNeighbours(
			pages({ isRelatedTo: [link('r', 'x')], isCitedBy: [link('c', 'x')], isSupplementTo: [link('s', 'x')] }),
			10,
		);
		assert.deepEqual(chosen.map(mainRelation), ['isCitedBy', 'isSupplementTo', 'isRelatedTo']);
	});

	it('are joined by citations that lie among them, and by no others', () => {
		const chosen = chooseNeighbours(pages({ isCitedBy: [link('a', 'x'), link('b', 'x')] }), 10);
		const cited = new Map([['own:a', [link('b', 'x'), link('elsewhere', 'x'), link('a', 'x')]]]);
		assert.deepEqual(crossLinks(chosen, cited), [{ source: 'own:a', target: 'own:b' }]);
	});
});
