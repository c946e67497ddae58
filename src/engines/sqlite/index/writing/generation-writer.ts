// Changes one generation of the index in a transaction, including its word index.

import type { IndexChanges } from '../../../../ports/search/index-content.ts';
import type { Connection, Value } from '../connection.ts';
import { createLocator, type Locator } from '../reading/locate.ts';
import { objectId } from '../schema.ts';
import { defineRank, placeOfObject, wordColumns, wordValues } from '../word-rows.ts';
import { createLinkWriter } from './link-writer.ts';
import { createObjectWriter } from './object-writer.ts';

/** Writes one generation; `begin` fails as busy (see isBusy) while another connection writes. */
export type GenerationWriter = Pick<Locator, 'locate' | 'members'> & {
	begin(): void;
	readSyncToken(): string;
	writeSyncToken(syncToken: string): void;
	apply(changes: IndexChanges): void;
	commit(): void;
	rollBack(): void;
	close(): void;
};

/** Writes through a connection that nothing else uses. */
export function createGenerationWriter(connection: Connection): GenerationWriter {
	const words = createWordWriter(connection);
	const objects = createObjectWriter(connection, words.touch);
	const links = createLinkWriter(connection, (group) => {
		for (const level of ['identity', 'version'] as const) words.touch(objectId(level, group));
	});
	const { locate, members } = createLocator(connection);
	const grow = connection.prepare(
		'UPDATE summary SET objects = objects + ?, links = links + ?, revision = revision + 1',
	);
	const readSyncToken = connection.prepare('SELECT sync_token FROM summary');
	const writeSyncToken = connection.prepare('UPDATE summary SET sync_token = ?');
	return {
		locate,
		members,
		readSyncToken: () => (readSyncToken.get<[string]>() as [string])[0],
		writeSyncToken: (syncToken) => writeSyncToken.run(syncToken),
		begin: () => connection.execute('BEGIN IMMEDIATE'),
		apply(changes) {
			let newObjects = 0;
			let newLinks = 0;
			for (const { level, group } of changes.removed) {
				const removed = objects.remove(objectId(level, group));
				if (removed && level === 'identity') newObjects -= 1;
				newLinks += links.removeAll(level, group);
			}
			newObjects += objects.put(changes.objects);
			newLinks += links.put(changes.links);
			words.write();
			grow.run(newObjects, newLinks);
		},
		commit: () => connection.execute('COMMIT'),
		rollBack() {
			links.reset();
			words.reset();
			// A failure such as a full disk has ended the transaction already.
			if (connection.isInTransaction()) connection.execute('ROLLBACK');
		},
		close: () => connection.close(),
	};
}

/** Writes rows of `words`, once the rest of a change is written. */
type WordWriter = {
	/** Notes the present words of an object; called before any of them changes. */
	touch(id: number): void;
	/** Updates the rows of the objects touched. */
	write(): void;
	/** Clears what was touched, since the transaction was rolled back. */
	reset(): void;
};

type Row = readonly [place: number, ...words: Value[]];
type Change = { remove?: Row | undefined; add?: Row | undefined };

function createWordWriter(connection: Connection): WordWriter {
	defineRank(connection);
	const find = connection.prepare(
		`SELECT ${placeOfObject}, ${wordValues} FROM object o CROSS JOIN text t ON t.id = o.id WHERE o.id = ?`,
	);
	const rowOf = (id: number) => find.get<[number, ...Value[]]>(id);
	const columns = wordColumns.join(', ');
	const values = wordColumns.map(() => '?').join(', ');
	const remove = connection.prepare(`INSERT INTO words (words, rowid, ${columns}) VALUES ('delete', ?, ${values})`);
	const add = connection.prepare(`INSERT INTO words (rowid, ${columns}) VALUES (?, ${values})`);
	const before = new Map<number, Row | undefined>();
	return {
		touch(id) {
			if (!before.has(id)) before.set(id, rowOf(id));
		},
		write() {
			const changes = new Map<number, Change>();
			for (const [id, old] of before) {
				const now = rowOf(id);
				if (old?.every((value, at) => value === now?.[at])) continue;
				if (old) changes.getOrInsertComputed(old[0], () => ({})).remove = old;
				if (now) changes.getOrInsertComputed(now[0], () => ({})).add = now;
			}
			before.clear();
			// In the order of rows: FTS5 writes its buffer whenever a row comes before the last.
			for (const [, change] of [...changes].sort(([one], [other]) => one - other)) {
				if (change.remove) remove.run(...change.remove);
				if (change.add) add.run(...change.add);
			}
		},
		reset: () => before.clear(),
	};
}
