// Finds the inbox that a page names for notifications about it.
// Source: https://www.w3.org/TR/ldn/, 3.1 (discovery).
import type { Clock } from '../clock.ts';
import { attributeOf } from '../formats/attributes.ts';
import { inboxRelation } from '../formats/notify/write-notification.ts';
import type { GuardedFetch } from '../network/guarded-connections.ts';
import type { HostGate } from './host-gate.ts';
import { allTaken, failureOf, hostOf, outcomeOf, readBeginning } from './post-message.ts';

/**
 * The inbox, or why there is none, in a sentence: `isDown` where the host could not say, `isWaiting`
 * where it was not asked, since others are.
 */
export type Discovered = { inbox: string } | { problem: string; isDown?: boolean; isWaiting?: boolean };

/** Finds the inbox of a page. */
export type DiscoverInbox = (page: string, signal: AbortSignal) => Promise<Discovered>;

const mostBytes = 524_288;
const answerMilliseconds = 20_000;
const keptMilliseconds = 86_400_000;
const mostKept = 1_000;
const longestAddress = 2_000;

export type DiscoveryNeeds = {
	get: GuardedFetch;
	gate: Pick<HostGate, 'through'>;
	clock: Pick<Clock, 'now'>;
	agent: string;
};

/** Creates what asks pages; what it finds it knows for a day. */
export function createDiscovery({ get, gate, clock, agent }: DiscoveryNeeds): DiscoverInbox {
	const known = new Map<string, { inbox: string; until: number }>();
	return async (page, signal) => {
		const kept = known.get(page);
		if (kept && kept.until > clock.now()) return { inbox: kept.inbox };
		known.delete(page);
		const ask = async (): Promise<Discovered> => {
			try {
				const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]);
				const headers = { Accept: 'text/html,*/*;q=0.5', 'User-Agent': agent };
				const response = await get(page, { headers, signal: ended });
				const inbox = await readInbox(response);
				const { ok, status } = response;
				const isDown = outcomeOf(status) === 'down';
				if (!ok) return { problem: `${page}, which should name an inbox, answered ${status}.`, isDown };
				return inbox === undefined ? { problem: `${page} names no inbox (rel="${inboxRelation}").` } : { inbox };
			} catch (error) {
				return { problem: `The inbox of ${page} was not found. ${failureOf(error)}`, isDown: true };
			}
		};
		const found = await gate.through(hostOf(page), ask, (one) => ('isDown' in one && one.isDown ? 'down' : 'answered'));
		if (found === undefined) return { problem: allTaken.message, isWaiting: true };
		if ('inbox' in found) {
			if (known.size >= mostKept) known.delete(known.keys().next().value as string);
			known.set(page, { inbox: found.inbox, until: clock.now() + keptMilliseconds });
		}
		return found;
	};
}

async function readInbox(response: Awaited<ReturnType<GuardedFetch>>): Promise<string | undefined> {
	const inHeader = inboxIn(response.headers.get('link') ?? '', /<([^<>]*)>([^<]*)/g);
	const html = inHeader === undefined ? new TextDecoder().decode(await readBeginning(response, mostBytes)) : '';
	await response.body?.cancel().catch(() => undefined);
	const found = inHeader ?? inboxIn(html, /<(?:link|a)\s([^<>]*)>/gi);
	const inbox = found === undefined ? undefined : URL.parse(found, response.url)?.href;
	return inbox && inbox.length <= longestAddress ? inbox : undefined;
}

/** Finds the first link with the relation; a link has its address and attributes, or attributes alone. */
function inboxIn(text: string, links: RegExp): string | undefined {
	for (const [, first = '', attributes = first] of text.matchAll(links)) {
		const relations = attributeOf(attributes, 'rel')?.split(/\s+/) ?? [];
		if (relations.includes(inboxRelation)) return attributes === first ? attributeOf(first, 'href') : first;
	}
	return undefined;
}
