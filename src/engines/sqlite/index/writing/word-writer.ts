// Keeps the word index in step with objects, texts and citations. It knows nobody who changes them.
import type { Connection, Value } from '../connection.ts';
import { defineStanding, placeOfObject, wordColumns, wordValues } from '../word-rows.ts';

/** Writes rows of `words`, once all else of a change is written. */
export type WordWriter = {
	/** Notes what the word index has of an object; called before anything of that changes. */
	touch(id: number): void;
	/** Brings the rows of the objects touched to what is there now. */
	write(): void;
	/** Forgets what was touched, since the transaction was rolled back. */
	forget(): void;
};

type Row = readonly [place: number, ...words: Value[]];
type Change = { remove?: Row | undefined; add?: Row | undefined };

/** Writes in the connection's transaction. */
export function createWordWriter(connection: Connection): WordWriter {
	defineStanding(connection);
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
			// In the order of rows: FTS5 writes what it has gathered whenever a row comes before the last.
			for (const [, change] of [...changes].sort(([one], [other]) => one - other)) {
				if (change.remove) remove.run(...change.remove);
				if (change.add) add.run(...change.add);
			}
		},
		forget: () => before.clear(),
	};
}
