// Reads which members of two Version groups make the relationships on a page.
import { compareText } from '../../../../identifiers/index.ts';
import { expand } from '../../../../links/shorthand.ts';
import type { GroupId } from '../../../../ports/search/index-content.ts';
import { type ItemVia, mostViaOfItem, type Stretch } from '../../../../ports/search/search-reader.ts';
import type { Connection } from '../connection.ts';
import { membersOf, type View, views } from '../schema.ts';
import { type HistoryReader, returnedHistory } from './histories.ts';
import { seenBy } from './select-links.ts';

/** An object that represents a Version group; it is the group's own where the id is negative. */
export type Head = { id: number; sortKey: string };

/** A relationship of a page: its history, the view in which it is seen, and the other object. */
export type PageLink = { latest: number; seen: number; history: number | string; head: Head };

/** Reads what makes each relationship of a page, in its order. */
export type ViaReader = (source: Head, page: readonly PageLink[], stretch: Stretch) => ItemVia[];

type Member = { id: GroupId; sortKey: string };
type MemberLink = { near: Member; far: Member; latest: number; history: number | string };
type FarMember = { member: Member; links: MemberLink[] };

/** Reads through a connection, in its transaction. */
export function createViaReader(connection: Connection, readHistory: HistoryReader): ViaReader {
	const readMembers = createMemberReader(connection);
	const readLinks = createLinkReader(connection);
	const readIdentifiers = createIdentifiersReader(connection);
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
			for (const [from, to, latest, history] of readLinks(views[seen] as View, near, far)) {
				const { member, links } = far.get(to) as FarMember;
				links.push({ near: near.get(from) as Member, far: member, latest, history });
			}
		}
		const shown = found.map((links) => links.toSorted(newestFirst).slice(0, mostViaOfItem));
		const identifiers = readIdentifiers(new Set(shown.flat().flatMap(({ near, far }) => [near.id, far.id])));
		return found.map(({ length: total }, at) => ({
			total,
			links: (shown[at] as MemberLink[]).map(({ near, far, history }) => ({
				source: identifiers.get(near.id) as string,
				target: identifiers.get(far.id) as string,
				...returnedHistory(readHistory, history, stretch),
			})),
		}));
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
		`SELECT o.id, o.sort_key FROM (${membersOf('?1')}) m CROSS JOIN object o ON o.id = m.id`,
	);
	return (head) => {
		if (head.id > 0) return [head];
		return find.all<[GroupId, string]>(-head.id).map(([id, sortKey]) => ({ id, sortKey }));
	};
}

/** Reads the identifiers of works as they are returned. */
function createIdentifiersReader(connection: Connection): (works: Iterable<GroupId>) => ReadonlyMap<GroupId, string> {
	const find = connection.prepare(
		'SELECT d.id, d.identifiers FROM json_each(?) s CROSS JOIN document d ON d.id = s.value',
	);
	return (works) => {
		const rows = find.all<[GroupId, string]>(JSON.stringify([...works]));
		return new Map(rows.map(([id, identifiers]) => [id, expand(identifiers)]));
	};
}

type LinkRow = [near: GroupId, far: GroupId, latest: number, history: number | string];
type Works = ReadonlyMap<GroupId, unknown>;
type LinkReader = (view: View, near: Works, far: Works) => LinkRow[];

// More pairs than this are compared with the number of links before they are looked up.
const pairsTried = 2_000;

/**
 * Reads the links in a view between Identity groups. Each pair is looked up, so the cost does not
 * follow how many links they have; only where the near works have fewer links than there are pairs,
 * these links are read.
 */
function createLinkReader(connection: Connection): LinkReader {
	const columns = ({ asked, other }: View) => `SELECT l.${asked}, l.${other}, l.latest, l.history FROM json_each(?1) s`;
	const ofPairs = views.map((view) =>
		connection.prepare(
			`${columns(view)} CROSS JOIN link l ON l.source = s.value AND l.relation = ${view.relation}
					AND l.target IN (SELECT value FROM json_each(?2))
				WHERE l.level & 1`,
		),
	);
	const ofNear = views.map((view) =>
		connection.prepare(
			`${columns(view)} CROSS JOIN link l INDEXED BY link_by_${view.asked}
					ON l.${view.asked} = s.value AND l.relation = ${view.relation} ${seenBy(view.asked, 'l')}
				WHERE l.level & 1 AND +l.${view.other} IN (SELECT value FROM json_each(?2))`,
		),
	);
	const countLinks = connection.prepare(
		'SELECT sum(t.identity) FROM json_each(?1) s CROSS JOIN tally t ON t.party = s.value AND t.seen = ?2',
	);
	return ({ seen, asked }, near, far) => {
		const [nearList, farList] = [near, far].map((works) => JSON.stringify([...works.keys()])) as [string, string];
		const pairs = near.size * far.size;
		const isTried = pairs <= pairsTried || (countLinks.get<[number | null]>(nearList, seen)?.[0] ?? 0) >= pairs;
		if (!isTried) return ofNear[seen]?.all<LinkRow>(nearList, farList) ?? [];
		const [sources, targets] = asked === 'source' ? [nearList, farList] : [farList, nearList];
		return ofPairs[seen]?.all<LinkRow>(sources, targets) ?? [];
	};
}
