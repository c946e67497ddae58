// Says what statements that are read share.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { HistoryItem } from '../../../links/provenance.ts';
import { createStatementReader, createStatementWriter } from './statements.ts';
import { openTables } from './tables.fixture.ts';

describe('the statements read', () => {
	const { connection, remove } = openTables();
	after(remove);
	const said = (provider: string, instant: number, ...subTypes: string[]): HistoryItem => {
		return { provider, date: `1970-01-0${instant + 1}`, instant, subTypes };
	};
	const history = [
		said('A', 3, 'Cites'),
		said('B', 2, 'Cites'),
		said('A', 1, 'Cites'),
		said('A', 0, 'Cites', 'References'),
	];
	const stored = createStatementWriter(connection).store(history) as { history: string };

	it('are what was stored', () => {
		assert.deepEqual(createStatementReader(connection).read(stored.history), history);
	});

	it('share how a provider words a relation: there are many dates, and few of these', () => {
		const [first, ofAnother, alike, more] = createStatementReader(connection).read(stored.history);
		assert.equal(alike?.subTypes, first?.subTypes);
		assert.notEqual(ofAnother?.subTypes, first?.subTypes);
		assert.notEqual(more?.subTypes, first?.subTypes);
	});

	it('are the same list when they are asked for again', () => {
		const reader = createStatementReader(connection);
		assert.equal(reader.read(stored.history), reader.read(stored.history));
	});
});
