// Tells how many links a group has in each view, without counting them; knows no link.
import { createRecent } from '../../recent.ts';
import type { GroupBy, GroupId } from '../search-index.ts';
import type { Connection } from './connection.ts';
import type { LinksAsked } from './link-columns.ts';
import { type View, views } from './schema.ts';

export type Tallies = {
	/** Lists the views in which a group has links at its level. */
	of(groupBy: GroupBy, group: GroupId): readonly LinksAsked[];
	/** Forgets what was read, since it has changed. */
	forget(): void;
};

// So many take some 5 MB.
const recentTallies = 10_000;

/** Reads tallies through a connection, and keeps what was read recently. */
export function createTallies(connection: Connection): Tallies {
	const tallies = {
		identity: connection.prepare('SELECT seen, identity FROM tally WHERE party = ? AND identity > 0'),
		version: connection.prepare('SELECT seen, version FROM tally WHERE party = ? AND version > 0'),
	};
	const recent = {
		identity: createRecent<GroupId, readonly LinksAsked[]>(recentTallies),
		version: createRecent<GroupId, readonly LinksAsked[]>(recentTallies),
	};
	return {
		of(groupBy, group) {
			const known = recent[groupBy].get(group);
			if (known) return known;
			const links = tallies[groupBy]
				.all<[number, number]>(group)
				.map(([seen, count]) => ({ groupBy, group, view: views[seen] as View, count }));
			recent[groupBy].set(group, links);
			return links;
		},
		forget() {
			recent.identity.clear();
			recent.version.clear();
		},
	};
}
