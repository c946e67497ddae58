// Finds what entries of the change log announce to the repository of a work, by COAR Notify: the
// link as seen from there, or which announcement no longer holds.
//
// A notification does not name who asserts a link. So only the first assertion is announced, and
// only the last withdrawal undoes it: brokers that notify each other in a ring come to rest. A link
// that the repository asserted first, itself, is not sent back.
import type { ChangeView } from '../../formats/changes/write-changes.ts';
import { at, fields, text } from '../../formats/dialects/values.ts';
import type { AnnouncedLink, AnnouncedRelation } from '../../formats/notify/write-notification.ts';
import { compareIdentifiers, type Identifier, identifierUrl } from '../../identifiers/index.ts';
import { relations } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { type ChangeFilter, readChangesQuery } from '../changes/change-query.ts';
import { linkOf } from '../changes/lasting-changes.ts';
import { beginningOfDois } from '../doi-prefix.ts';
import { followedKeys } from './followed-keys.ts';

/** An entry as it is announced; names are unique among all logs. */
export type Announcement = {
	/** The entry. */
	number: number;
	link: AnnouncedLink;
	/** The page of the work in the repository, where it is known. */
	page: string | undefined;
	/** When the announced link ceased to hold, where the entry says that. */
	undone: { name: string; at: number } | undefined;
};

type Reading = { records: Pick<Records, 'read' | 'notificationsOfEvents'>; subscription: Subscription };

/** Returns what the landing pages of a repository begin with, where an address names pages. */
export function beginningOfPages(address: string): string | undefined {
	return address.endsWith('/*') ? address.slice(0, -1) : undefined;
}

/** Finds what these entries announce to the receiver of a subscription; others announce nothing. */
export async function findAnnouncements(
	{ records, subscription }: Reading,
	entries: readonly ChangeView[],
): Promise<Announcement[]> {
	const found = await records.read(async (transaction) => {
		const pairs: Pair[] = [];
		const { entries: selected, provider } = readChangesQuery(subscription.task.filter);
		// Of others than the first, such a filter has only those with which a link begins to count.
		const mayBeginLater = selected === 'first' && provider === undefined;
		for (const { number, kind, isEdge, relation } of entries) {
			const isAnnounced = isEdge || (mayBeginLater && kind === 'asserted');
			const pair = isAnnounced && relation !== 'IsIdenticalTo' && (await findPair(transaction, number));
			if (pair) pairs.push(pair);
		}
		const follow = createFollower(transaction, subscription);
		const announced: { pair: Pair; announcement: Announcement | undefined }[] = [];
		for (const pair of pairs) announced.push({ pair, announcement: await announce(subscription, pair, follow) });
		return announced;
	});
	const events = found.map(({ pair }) => pair.asserted.event);
	const echoes = new Set(
		(await records.notificationsOfEvents([...new Set(events)]))
			.filter(({ userId, body }) => userId === subscription.userId || isFrom(body, subscription.task.address))
			.map(({ event }) => event),
	);
	return found.filter(({ pair }) => !echoes.has(pair.asserted.event)).flatMap(({ announcement }) => announcement ?? []);
}

/** Returns whether a notification names this receiver as its sender. */
function isFrom(body: string, address: string): boolean {
	const inbox = URL.parse(text(at(fields(JSON.parse(body)), 'origin', 'inbox')) ?? '');
	const target = URL.parse(address);
	const isOfPages = beginningOfPages(address) !== undefined;
	return inbox !== null && (isOfPages ? inbox.origin === target?.origin : inbox.href === target?.href);
}

/** An entry, and the one that asserted its link first, before a withdrawal the last time. */
type Pair = { entry: StoredChange; asserted: StoredChange };

async function findPair(transaction: Transaction, number: number): Promise<Pair | undefined> {
	const { changes } = await transaction.changes({ after: number - 1, entries: 1 });
	const entry = changes.find((one) => one.number === number);
	if (entry === undefined) return undefined;
	const isFirst = entry.kind === 'asserted' && entry.isEdge;
	const asserted = isFirst ? entry : await findAsserted(transaction, entry);
	return asserted && { entry, asserted };
}

const readAtOnce = 500;

/** Finds the entry that asserted first what another one withdraws or asserts again. */
async function findAsserted(transaction: Transaction, entry: StoredChange): Promise<StoredChange | undefined> {
	const link = linkOf(entry);
	for (let before = entry.number; ; ) {
		const { changes, isEnd } = await transaction.changes({ before, naming: [entry.source], entries: readAtOnce });
		const found = changes.find((one) => one.kind === 'asserted' && one.isEdge && linkOf(one) === link);
		if (found || isEnd) return found;
		before = changes.at(-1)?.number ?? 0;
	}
}

/** An end of a link with all identifiers of its work, the named one first. */
type End = { names: readonly Identifier[]; isFollowed: boolean };
type Follower = (change: StoredChange) => Promise<{ source: End; target: End }>;

/** Creates what finds out which ends of links are of works that a subscription names. */
function createFollower(transaction: Transaction, { task }: Subscription): Follower {
	const query: ChangeFilter = readChangesQuery(task.filter);
	const { group_by: level, prefix } = query;
	const keys = new Set(followedKeys(query));
	const beginning = prefix === undefined ? undefined : beginningOfDois(prefix);
	return async ({ source, target }) => {
		const ends = await transaction.identifiers([source, target], 'all');
		const groups = [...new Set(ends.map((one) => one[level]))];
		const members = (await transaction.members(level, groups)).map(({ id }) => id);
		const others = (await transaction.identifiers(members)).toSorted(compareIdentifiers);
		const endOf = (id: number): End => {
			const named = ends.filter((one) => one.id === id);
			const [{ identity, ...groups } = { identity: id, version: id }] = named;
			const group = level === 'identity' ? identity : groups.version;
			const all = [...named, ...others.filter((one) => one[level] === group)];
			return {
				names: [...named, ...others.filter((one) => one.identity === identity && one.id !== id)],
				isFollowed: all.some(
					({ key, scheme }) =>
						keys.has(key) || (beginning !== undefined && scheme === 'doi' && key.startsWith(beginning)),
				),
			};
		};
		return { source: endOf(source), target: endOf(target) };
	};
}

async function announce(
	subscription: Subscription,
	{ entry, asserted }: Pair,
	follow: Follower,
): Promise<Announcement | undefined> {
	const { source, target } = await follow(asserted);
	const isFromSubject = target.isFollowed || !source.isFollowed;
	const [followed, other] = isFromSubject ? [target, source] : [source, target];
	const subject = addressOf(other.names);
	const dois = followed.names.filter(({ scheme }) => scheme === 'doi');
	const citeAs = addressOf([...dois, ...followed.names]);
	if (subject === undefined || citeAs === undefined) return undefined;
	const page = pageOf(followed.names, subscription.task.address);
	const nameOf = ({ number }: StoredChange) => `${subscription.number}/${subscription.log}-${number}`;
	return {
		...{ number: entry.number, page },
		link: {
			...{ name: nameOf(asserted), at: asserted.at, subject, isFromSubject, object: page ?? citeAs, citeAs },
			relation: relations[asserted.relation - 1] as AnnouncedRelation,
		},
		undone: entry.kind === 'asserted' ? undefined : { name: `${nameOf(entry)}/undo`, at: entry.at },
	};
}

function addressOf(names: readonly Identifier[]): string | undefined {
	return names.map(identifierUrl).find((address) => address !== undefined);
}

/** Finds the page of a work at the site of an address. */
function pageOf(names: readonly Identifier[], address: string): string | undefined {
	const pages = withoutProtocol(beginningOfPages(address) ?? `${new URL(address).origin}/`);
	return names
		.filter(({ scheme }) => scheme === 'url')
		.map(identifierUrl)
		.find((page) => page !== undefined && withoutProtocol(page).startsWith(pages));
}

/** Which protocol a page is named with says nothing. */
function withoutProtocol(address: string): string {
	return address.replace(/^https?:/, '');
}
