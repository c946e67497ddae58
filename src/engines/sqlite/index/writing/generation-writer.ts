// Changes one generation of the index in a transaction; knows neither files nor who else writes.
import type { IndexChanges } from '../../../../ports/search/index-content.ts';
import type { Connection } from '../connection.ts';
import { createLocator, type Locator } from '../reading/locate.ts';
import { objectId } from '../schema.ts';
import { createLinkWriter } from './link-writer.ts';
import { createObjectWriter } from './object-writer.ts';
import { createWordWriter } from './word-writer.ts';

/** Writes one generation; `begin` fails as busy (see isBusy) while another connection writes. */
export type GenerationWriter = Pick<Locator, 'locate' | 'members'> & {
	begin(): void;
	readMark(): string;
	leaveMark(mark: string): void;
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
	const readMark = connection.prepare('SELECT mark FROM summary');
	const leaveMark = connection.prepare('UPDATE summary SET mark = ?');
	return {
		locate,
		members,
		readMark: () => (readMark.get<[string]>() as [string])[0],
		leaveMark: (mark) => leaveMark.run(mark),
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
			links.forget();
			words.forget();
			// A failure such as a full disk has ended the transaction already.
			if (connection.isInTransaction()) connection.execute('ROLLBACK');
		},
		close: () => connection.close(),
	};
}
