import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownLimits } from '../links/limits.ts';
import { linksOfPayload } from './list-event-links.ts';

const record = {
	Source: { Identifier: { ID: '10.1000/a', IDScheme: 'doi' }, Type: { Name: 'dataset' } },
	RelationshipType: { Name: 'Cites' },
	Target: { Identifier: { ID: '10.1000/b', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	LinkProvider: [{ Name: 'Zenodo' }],
	LinkPublicationDate: '2018',
};

const listed = (payload: unknown, after = 0, limit = 10) =>
	linksOfPayload(Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)), { after, limit });

describe('the links of an event', () => {
	it('are shown in one form, in whatever dialect they came', () => {
		const { Source, Target, ...rest } = record;
		const [one] = listed([record]);
		const [other] = listed([{ source: Source, TARGET: Target, ...rest, HarvestDate: '2020' }]);
		assert.deepEqual(other, one);
	});

	it('come as they were submitted where they are not valid any more', () => {
		const wrong = { ...record, LinkPublicationDate: 'yesterday' };
		assert.deepEqual(listed([record, wrong])[1], wrong);
	});

	it('are none where the event has none, or what it holds is not an array of links', () => {
		for (const payload of [[], '[{', '{}', 'null']) assert.deepEqual(listed(payload), []);
	});

	it('end before what is too much for a page', () => {
		const Title = '中'.repeat(65_536);
		const long = { ...record, Source: { ...record.Source, Title }, Target: { ...record.Target, Title } };
		const links = listed(Array(60).fill(long), 0, 60);
		assert.ok(links.length > 1 && links.length < 60, `${links.length} links`);
		assert.ok(Buffer.byteLength(JSON.stringify(links)) < shownLimits.pageBytes * 1.1);
	});

	it('are read from where the reader left off', () => {
		const ids = listed(
			['a', 'b', 'c', 'd'].map((name) => ({ ...record, LinkPublicationDate: '2018', LinkProvider: [{ Name: name }] })),
			1,
			2,
		).map((link) => (link as typeof record).LinkProvider[0]?.Name);
		assert.deepEqual(ids, ['b', 'c']);
	});
});
