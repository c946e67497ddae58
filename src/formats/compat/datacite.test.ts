// Tests how much DataCite's events of one relationship are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerItem } from '../scholix/writing/write-answers.ts';
import { createEventBytes, describeDataciteEvents } from './datacite.ts';

const work = (ID: string) => ({
	...{ identifiers: JSON.stringify([{ ID, IDScheme: 'doi' }]), fields: '"Type":{"Name":"unknown"}', versions: '' },
});
const itemOf = (providers: number, end: string): AnswerItem => ({
	...{ relation: 'isCitedBy', group: 2, historyTotal: providers, object: work(end) },
	history: Array.from({ length: providers }, (_, at) => ({
		...{ provider: `Provider ${at}`, date: '2024-05-01', instant: 1_714_521_600, end: 1_714_607_999, subTypes: [] },
	})),
});

describe('the events of a relationship', () => {
	const own = '10.1234/own';
	const events = (item: AnswerItem, sources: string[] = []) =>
		describeDataciteEvents([item], {
			...{
				work: work(own),
				named: { scheme: 'doi', key: own, value: own },
				asked: 'either',
				sources,
				words: undefined,
			},
		});

	it('are at most 100, or those of the wanted providers', () => {
		assert.equal(events(itemOf(3, '10.1234/b')).length, 3);
		assert.equal(events(itemOf(5_000, '10.1234/b')).length, 100);
		assert.deepEqual(
			events(itemOf(5_000, '10.1234/b'), ['provider 4999']).map(({ attributes }) => attributes['source-id']),
			['Provider 4999'],
		);
	});

	it('have no more bytes than are counted of them, so that a page of them is bounded', () => {
		for (const end of ['10.1234/b', `10.1234/${'b'.repeat(4_000)}`, `10.1234/${'é"'.repeat(1_000)}`]) {
			const item = itemOf(5_000, end);
			const counted = createEventBytes()(item, work(own));
			const written = Buffer.byteLength(JSON.stringify(events(item)));
			assert.ok(written <= counted && counted < 3 * written, `${written} of ${counted}`);
		}
	});
});
