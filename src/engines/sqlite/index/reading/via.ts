// Reads which members of two Version groups make the relationships on a page.
import { compareText } from '../../../../identifiers/index.ts';
import { expand } from '../../../../links/shorthand.ts';
import type { GroupId } from '../../../../ports/search/index-content.ts';
import {
	type ItemVia,
	mostViaOfItem,
	type ReturnedHistory,
	type Stretch,
} from '../../../../ports/search/search-reader.ts';
import type { Connection } from '../connection.ts';
import { membersOf, type View, views } from '../schema.ts';
import { type HistoryReader, returnedHistory } from './histories.ts';

/**
 * An object that represents a Version group, with its identifiers as they are returned; it is the
 * group's own where the id is negative.
 */
export type Head = { id: number; sortKey: string; identifiers: string };

/** A relationship of a page: its history, the view in which it is seen, and the other object. */
export type PageLink = { latest: number; seen: number; history: number | string; head: Head };

/** Reads what makes each relationship of a page, in its order. */
export type ViaReader = (source: Head, page: readonly PageLink[], stretch: Stretch) => ItemVia[];

type Member = { id: GroupId; sortKey: string; identifiers: string };
type MemberLink = { near: Member; far: Member; latest: number; history: number | string };
type FarMember = { member: Member; links: MemberLink[] };

/** Reads through a connection, in its transaction. */
export function createViaReader(connection: Connection, readHistory: HistoryReader): ViaReader {
	const readMembers = createMemberReader(connection);
	const readLinks = createLinkReader(connection);
	return (source, page, stretch) => {
		const near = new Map(readMembers(source).map((member) => [member.id, member]));
		const found = page.map((): MemberLink[] => []);
		const sought = new Map<number, Map<GroupId, FarMember>>();
		for (const [at, { latest, seen, history, head }] of page.entries()) {
			const links = found[at] as MemberLink[];
			const far = readMembers(head);
			const [one] = near.values();
			const [other] = far;
			// Between two works without other versions the relationship is the link itself.
			if (one && other && near.size === 1 && far.length === 1) links.push({ near: one, far: other, latest, history });
			else {
				const inView = sought.getOrInsertComputed(seen, () => new Map());
				for (const member of far) inView.set(member.id, { member, links });
			}
		}
		for (const [seen, far] of sought) {
			for (const [from, to, latest, history] of readLinks(views[seen] as View, near.keys(), far.keys())) {
				const { member, links } = far.get(to) as FarMember;
				links.push({ near: near.get(from) as Member, far: member, latest, history });
			}
		}
		return found.map((links) => shown(links, (history) => returnedHistory(readHistory, history, stretch)));
	};
}

function shown(
	links: readonly MemberLink[],
	readReturned: (history: MemberLink['history']) => ReturnedHistory,
): ItemVia {
	const first = links.toSorted(newestFirst).slice(0, mostViaOfItem);
	return {
		total: links.length,
		links: first.map(({ near, far, history }) => ({
			source: near.identifiers,
			target: far.identifiers,
			...readReturned(history),
		})),
	};
}

function newestFirst(one: MemberLink, other: MemberLink): number {
	return (
		other.latest - one.latest ||
		compareText(one.near.sortKey, other.near.sortKey) ||
		compareText(one.far.sortKey, other.far.sortKey)
	);
}

/** Reads the members of the Version group that an object represents. */
function createMemberReader(connection: Connection): (head: Head) => Member[] {
	const find = connection.prepare(
		`SELECT o.id, o.sort_key, d.identifiers FROM (${membersOf('?1')}) m
			CROSS JOIN object o ON o.id = m.id CROSS JOIN document d ON d.id = m.id`,
	);
	return (head) => {
		if (head.id > 0) return [head];
		const found = find.all<[GroupId, string, string]>(-head.id);
		return found.map(([id, sortKey, identifiers]) => ({ id, sortKey, identifiers: expand(identifiers) }));
	};
}

type LinkRow = [near: GroupId, far: GroupId, latest: number, history: number | string];
type LinkReader = (view: View, near: Iterable<GroupId>, far: Iterable<GroupId>) => LinkRow[];

/**
 * Reads the links in a view between Identity groups. Each pair is looked up, so the cost does not
 * follow how many links they have.
 */
function createLinkReader(connection: Connection): LinkReader {
	const find = views.map(({ asked, other, relation }) =>
		connection.prepare(
			`SELECT l.${asked}, l.${other}, l.latest, l.history FROM json_each(?1) s
				CROSS JOIN link l ON l.source = s.value AND l.relation = ${relation}
					AND l.target IN (SELECT value FROM json_each(?2))
				WHERE l.level & 1`,
		),
	);
	return ({ seen, asked }, near, far) => {
		const [nearList, farList] = [near, far].map((ids) => JSON.stringify([...ids])) as [string, string];
		const [sources, targets] = asked === 'source' ? [nearList, farList] : [farList, nearList];
		return find[seen]?.all<LinkRow>(sources, targets) ?? [];
	};
}
