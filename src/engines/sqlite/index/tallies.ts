// Tells how many links a group has in each view, without counting them; knows no link.
import { createRecent } from '../../../app/recent.ts';
import type { GroupBy, GroupId } from '../../../ports/search/search-index.ts';
import type { Connection, Statement } from './connection.ts';
import type { LinksAsked } from './link-columns.ts';
import { recentOf, views, withRecent } from './schema.ts';

export type Tallies = {
	/** Lists the views in which a group has links at its level. */
	of(groupBy: GroupBy, group: GroupId): readonly LinksAsked[];
	/** Forgets what was read, since it has changed. */
	forget(): void;
};

// So many take some 1.5 MB at each level, and up to twice that.
const keptTallies = 3_000;

/** Reads tallies through a connection, and keeps what was read recently. */
export function createTallies(connection: Connection): Tallies {
	const tallies = { identity: prepareTallies(connection, 'identity'), version: prepareTallies(connection, 'version') };
	const findRecent = connection.prepare(
		recentOf('link_to')
			.map((table) => `SELECT '${table}' WHERE EXISTS (SELECT 1 FROM ${table} WHERE target = ?1)`)
			.join(' UNION ALL '),
	);
	const kept = {
		identity: createRecent<GroupId, readonly LinksAsked[]>(keptTallies),
		version: createRecent<GroupId, readonly LinksAsked[]>(keptTallies),
	};
	return {
		of(groupBy, group) {
			const known = kept[groupBy].get(group);
			if (known) return known;
			const counts = views.map(() => 0);
			for (const [seen, count] of tallies[groupBy].all<[number, number]>(group)) (counts[seen] as number) += count;
			const recentIn = findRecent.all<[string]>(group).map(([table]) => table);
			const links: LinksAsked[] = [];
			for (const view of views) {
				const count = counts[view.seen] as number;
				if (count > 0) links.push({ groupBy, group, view, count, recentIn });
			}
			kept[groupBy].set(group, links);
			return links;
		},
		forget() {
			kept.identity.clear();
			kept.version.clear();
		},
	};
}

function prepareTallies(connection: Connection, level: GroupBy): Statement {
	const from = (table: string) => `SELECT seen, ${level} FROM ${table} WHERE party = ?1`;
	return connection.prepare(withRecent('tally').map(from).join(' UNION ALL '));
}
