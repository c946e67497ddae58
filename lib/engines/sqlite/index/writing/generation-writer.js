// Changes one generation of the index in a transaction; knows neither files nor who else writes.
                                                                              
                                                   
import { createLocator,              } from '../reading/locate.js';
import { objectId } from '../schema.js';
import { createLinkWriter } from './link-writer.js';
import { createObjectWriter } from './object-writer.js';

/** Writes one generation; `begin` fails as busy (see isBusy) while another connection writes. */
                                                                      
	              
	                   
	                              
	                                   
	               
	                 
	              
  

/** Writes through a connection that nothing else uses. */
export function createGenerationWriter(connection            )                   {
	const objects = createObjectWriter(connection);
	const links = createLinkWriter(connection);
	const { locate, members } = createLocator(connection);
	const grow = connection.prepare(
		'UPDATE summary SET objects = objects + ?, links = links + ?, revision = revision + 1',
	);
	const readMark = connection.prepare('SELECT mark FROM summary');
	const leaveMark = connection.prepare('UPDATE summary SET mark = ?');
	return {
		locate,
		members,
		readMark: () => (readMark.get          ()            )[0],
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
			grow.run(newObjects, newLinks);
		},
		commit: () => connection.execute('COMMIT'),
		rollBack() {
			links.forget();
			// A failure such as a full disk has ended the transaction already.
			if (connection.isInTransaction()) connection.execute('ROLLBACK');
		},
		close: () => connection.close(),
	};
}
