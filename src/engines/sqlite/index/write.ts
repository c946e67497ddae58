// Changes one generation of the index in a transaction; knows neither files nor who else writes.
import type { Connection } from './connection.ts';
import { createLinkWriter } from './link-writer.ts';
import { createLocator, type Locator } from './locate.ts';
import { createObjectWriter } from './object-writer.ts';
import type { ChangeRows } from './packed-rows.ts';
import type { RecentRowsOptions } from './recent-rows.ts';
import { objectId } from './schema.ts';

/** Writes one generation; begin fails as busy (see isBusy) while another connection writes. */
export type GenerationWriter = Pick<Locator, 'locate' | 'present'> & {
	begin(): void;
	/** Answers the same number as before as long as no other connection has written. */
	writtenByOthers(): number;
	apply(changes: ChangeRows): void;
	commit(): void;
	rollBack(): void;
	close(): void;
};

/** Writes through a connection that nothing else uses. */
export function createGenerationWriter(connection: Connection, recent?: RecentRowsOptions): GenerationWriter {
	const objects = createObjectWriter(connection, recent);
	const links = createLinkWriter(connection, recent);
	const locator = createLocator(connection);
	const readVersion = connection.prepare('PRAGMA data_version');
	const grow = connection.prepare('UPDATE size SET objects = objects + ?, links = links + ?');
	return {
		locate: locator.locate,
		present: locator.present,
		begin: () => connection.execute('BEGIN IMMEDIATE'),
		writtenByOthers: () => (readVersion.get<[number]>() as [number])[0],
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
			if (newObjects !== 0 || newLinks !== 0) grow.run(newObjects, newLinks);
		},
		commit: () => connection.execute('COMMIT'),
		rollBack() {
			objects.forget();
			links.forget();
			// A failure such as a full disk has ended the transaction already.
			if (connection.isInTransaction()) connection.execute('ROLLBACK');
		},
		close: () => connection.close(),
	};
}
