// Sends to inboxes, as notifications of COAR Notify: what subscriptions select, and answers to offers.
import { type Announcement, beginningOfPages } from '../broker/following/announcements.ts';
import type { Answered, Sender } from '../broker/following/deliver.ts';
import type { SendAnswer } from '../broker/notify/answer-offers.ts';
import type { Problem } from '../errors.ts';
import type { ChangeView } from '../formats/changes/write-changes.ts';
import {
	type Parties,
	type Service,
	writeAnnouncement,
	writeUndo,
	writeUnprocessable,
} from '../formats/notify/write-notification.ts';
import type { Subscription } from '../store/subscriptions.ts';
import type { Discovered, DiscoverInbox } from './discover-inbox.ts';
import { allTaken, type Poster } from './post-message.ts';

export type NotificationNeeds = {
	poster: Poster;
	discover: DiscoverInbox;
	/** This broker, as it names itself. */
	from: Service & { name: string };
	/** Finds what entries announce to a receiver. */
	announcementsOf(subscription: Subscription, entries: readonly ChangeView[]): Promise<readonly Announcement[]>;
	/** The token that the receiver gave, if any; null: it cannot be read. */
	tokensOf(subscription: Subscription): readonly string[] | null;
	/** Finds what is wrong with the address of an inbox. */
	problemOf(inbox: string): Problem | undefined;
};

/** Creates what sends answers to offers; `from` is undefined where PUBLIC_URL is not set. */
export function createAnswerSender({
	from,
	poster,
	problemOf,
}: Pick<NotificationNeeds, 'poster' | 'problemOf'> & { from: NotificationNeeds['from'] | undefined }): SendAnswer {
	return async ({ uuid, sentId, body, receivedAt, answer: { to } }, signal) => {
		const refused = { isAccepted: false as const, status: null };
		if (from === undefined) return { ...refused, message: 'Answers need the setting PUBLIC_URL.' };
		const message = to.inbox === from.inbox ? 'This is the inbox of the broker itself.' : problemOf(to.inbox)?.message;
		if (message !== undefined) return { ...refused, message, isFinal: true };
		const wait = poster.waitFor(to.inbox);
		if (wait > 0) return { ...allTaken, retryAfterMilliseconds: wait };
		const { type } = JSON.parse(body) as { type: unknown };
		const own = { name: `${from.inbox}/${uuid}#answer`, at: receivedAt };
		const post = { address: to.inbox, headers: { 'Content-Type': mediaType } };
		const written = writeUnprocessable(own, { id: sentId, type }, { from, to });
		return (await poster.post({ ...post, body: written }, signal)).answered;
	};
}

/** Entries that are looked at for one notification. */
const mostEntries = 10;
const mediaType = 'application/ld+json;profile="https://www.w3.org/ns/activitystreams"';

const unreadable: Discovered = {
	problem: 'Its token cannot be read: the broker has another SECRET_KEY than when it was given. Give it again.',
};

/** Creates what sends; each notification is of one link. */
export function createNotificationSender(needs: NotificationNeeds): Sender {
	const { poster, announcementsOf } = needs;
	return {
		mostEntries,
		waitFor: ({ task }) => poster.waitFor(beginningOfPages(task.address) ?? task.address),
		async select(subscription, entries) {
			const numbers = new Set((await announcementsOf(subscription, entries)).map(({ number }) => number));
			return entries.filter(({ number }) => numbers.has(number));
		},
		fit: () => 1,
		async send({ subscription, entries }, signal): Promise<Answered> {
			const [announcement] = await announcementsOf(subscription, entries);
			// Of a gap, a repository has no use.
			if (announcement === undefined) return { isAccepted: true, status: null };
			const tokens = needs.tokensOf(subscription);
			const addressed = { subscription, announcement, hasToken: tokens === null || tokens.length > 0 };
			const found = tokens === null ? unreadable : await findInbox(needs, addressed, signal);
			if ('problem' in found) {
				const { problem: message, isWaiting = false } = found;
				return { isAccepted: false, status: null, message, isWaiting };
			}
			const { inbox } = found;
			const body = writeFor(needs.from, subscription, announcement, inbox);
			const authorized = tokens?.[0] === undefined ? {} : { Authorization: `Bearer ${tokens[0]}` };
			const headers = { 'Content-Type': mediaType, ...authorized };
			return (await poster.post({ address: inbox, headers, body }, signal)).answered;
		},
	};
}

type Addressed = { subscription: Subscription; announcement: Announcement; hasToken: boolean };

/** Finds the inbox: the address itself, or that which the page of the work names, or else the page above. */
async function findInbox(
	{ discover, problemOf }: NotificationNeeds,
	{ subscription, announcement: { page }, hasToken }: Addressed,
	signal: AbortSignal,
): Promise<Discovered> {
	const { address } = subscription.task;
	const pages = beginningOfPages(address);
	if (pages === undefined) return { inbox: address };
	const ofWork = page === undefined ? undefined : await discover(page, signal);
	// The page above is at the same host.
	const isAnswer = ofWork && ('inbox' in ofWork || ofWork.isDown || ofWork.isWaiting);
	const found = isAnswer ? ofWork : await discover(pages, signal);
	if ('problem' in found) return ofWork ?? found;
	const problem = problemOf(found.inbox);
	if (problem !== undefined) return { problem: `${found.inbox} cannot be an inbox: ${problem.message}` };
	// A page must not get the token of the repository sent elsewhere.
	const isElsewhere = new URL(found.inbox).origin !== new URL(pages).origin;
	if (!hasToken || !isElsewhere) return found;
	return {
		problem: `The inbox ${found.inbox} is at another site; the token is sent to ${new URL(pages).origin} only.`,
	};
}

function writeFor(
	from: NotificationNeeds['from'],
	{ task }: Subscription,
	{ link, undone }: Announcement,
	inbox: string,
): string {
	const to = { id: beginningOfPages(task.address) ?? new URL(inbox).origin, inbox };
	const parties: Parties = { from, to };
	// Numbers of subscriptions are those of this broker.
	const own = <T extends { name: string }>(one: T) => ({ ...one, name: `${from.id}#${one.name}` });
	return undone ? writeUndo(own(undone), own(link), parties) : writeAnnouncement(own(link), parties);
}
