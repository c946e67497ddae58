// Tests how statements are read, with and without a cache.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { HistoryItem } from '../../../../links/provenance.ts';
import { openTables } from '../tables.fixture.ts';
import { createStatementWriter } from '../writing/statement-writer.ts';
import { createHistoryReader } from './histories.ts';

describe('a history', () => {
	const { connection, remove } = openTables();
	after(remove);
	const item = (provider: string, instant: number, ...subTypes: string[]): HistoryItem => {
		return { provider, date: `1970-01-0${instant + 1}`, instant, end: instant + 0.999, subTypes };
	};
	const histories = [
		[item('A', 3, 'Cites')],
		[item('B', 2, 'Cites'), item('A', 1, 'Cites'), item('A', 0, 'Cites', 'References')],
	];

	for (const cached of [0, 1, 100]) {
		it(`is read as it was stored, with ${cached} statements cached`, () => {
			const { store } = createStatementWriter(connection);
			const read = createHistoryReader(connection, cached);
			for (const _ of ['first', 'again']) {
				for (const history of histories) assert.deepEqual(read(store(history)?.history as number | string), history);
			}
		});
	}
});
