// Sends what subscriptions select to webhooks.
import { writeCursor } from '../broker/changes/change-query.ts';
import type { Answered, Message, Sender } from '../broker/following/deliver.ts';
import type { Clock } from '../clock.ts';
import { type ChangeView, writeChange } from '../formats/changes/write-changes.ts';
import { addressOfWork } from '../formats/scholix/writing/describe-work.ts';
import { isoTime } from '../links/link-date.ts';
import type { Subscription } from '../store/subscriptions.ts';
import type { Poster } from './post-message.ts';
import { signatureHeaders } from './sign-message.ts';

export type WebhookNeeds = {
	poster: Poster;
	clock: Pick<Clock, 'now'>;
	/** Where addresses of the interface begin; empty where that is not set. */
	base: string;
	/** The secrets that sign, the newest first; null where they cannot be read. */
	secretsOf(subscription: Subscription): Promise<readonly string[] | null>;
};

/** Bounds the bytes of a message, as Standard Webhooks recommends. */
const mostBytes = 20_000;
const bytesAround = 500;
const mostEntries = 100;

const unsigned: Answered = {
	...{ isAccepted: false, status: null, isOurs: true },
	message: 'It cannot be signed: the broker has another SECRET_KEY than when the secret was made. Replace the secret.',
};

/** Creates what sends. */
export function createWebhookSender({ poster, clock, base, secretsOf }: WebhookNeeds): Sender {
	const post = async (id: string, subscription: Subscription, body: string, signal: AbortSignal) => {
		const seconds = Math.floor(clock.now() / 1_000);
		const secrets = await secretsOf(subscription);
		if (secrets === null) return { answered: unsigned, excerpt: '' };
		const signatures = signatureHeaders({ id, seconds, body }, secrets);
		const headers = { 'Content-Type': 'application/json', ...signatures };
		return poster.post({ address: subscription.task.address, headers, body }, signal);
	};
	return {
		mostEntries,
		waitFor: ({ task }) => poster.waitFor(task.address),
		fit: (subscription, entries) => countFitting(entries.map((entry) => writeEntry(entry, subscription, base))),
		send: async (message, signal) =>
			(await post(message.id, message.subscription, bodyOf(message, base), signal)).answered,
		async test(subscription, signal) {
			const now = clock.now();
			const about = { type: 'subscription.test', timestamp: isoTime(now), subscription: subscription.number };
			const id = `msg_${subscription.number}_test_${now}`;
			return post(id, subscription, JSON.stringify({ ...about, data: { changes: [] } }), signal);
		},
	};
}

/** An entry as it is written, and what it matched. */
type Written = { change: string; matched: string };

function countFitting(entries: readonly Written[]): number {
	let left = mostBytes - bytesAround;
	const tooMuch = entries.findIndex(({ change, matched }) => {
		left -= Buffer.byteLength(change) + Buffer.byteLength(matched) + 2;
		return left < 0;
	});
	return tooMuch === -1 ? entries.length : Math.max(tooMuch, 1);
}

function writeEntry(entry: ChangeView, { log }: Subscription, base: string): Written {
	const matched = (entry.matched ?? []).map(({ work, as }) =>
		JSON.stringify({ change: entry.number, work: addressOfWork(work, base), as }),
	);
	const text = writeChange(entry);
	if (Buffer.byteLength(text) <= mostBytes - bytesAround) return { change: text, matched: matched.join(',') };
	const { link, ...rest } = JSON.parse(text);
	const self = `${base}/changes?after=${writeCursor({ id: log }, entry.number - 1)}&limit=1`;
	return { change: JSON.stringify({ ...rest, self, truncated: true }), matched: matched.join(',') };
}

/** Writes a message; instead of a link that is longer than a message, the address of its entry. */
function bodyOf({ subscription, entries, next }: Message, base: string): string {
	const head = { type: entries.length > 0 ? 'links.changed' : 'links.gap', subscription: subscription.number };
	const at = entries.at(-1)?.at;
	const timestamp = at === undefined ? {} : { timestamp: new Date(at).toISOString() };
	const written = entries.map((entry) => writeEntry(entry, subscription, base));
	const changes = written.map(({ change }) => change).join(',');
	const matched = written.flatMap(({ matched }) => (matched === '' ? [] : [matched])).join(',');
	const data = `{"changes":[${changes}],"matched":[${matched}],"next":${JSON.stringify(next)}}`;
	return `${JSON.stringify({ ...head, ...timestamp }).slice(0, -1)},"data":${data}}`;
}
