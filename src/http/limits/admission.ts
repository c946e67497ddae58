// Decides of every request, before it is worked on, whether it is: whose it is, how many they sent,
// and what is under way. The limits themselves are in the files beside.
import type { Accounts } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Settings } from '../../settings.ts';
import { findSession, findTokenOwner } from '../server/authentication.ts';
import { type HttpContext, senderAddress } from '../server/http-context.ts';
import { createBodyBudget } from './body-budget.ts';
import { createOverloadGuard } from './overload.ts';
import { createRateCheck } from './rate-limit.ts';

export type AdmissionNeeds = {
	accounts: Pick<Accounts, 'authenticate'>;
	sessions: Pick<Sessions, 'find'>;
	settings: Pick<
		Settings,
		| 'maxBodyBytes'
		| 'maxBodiesBytes'
		| 'maxSenderBodiesBytes'
		| 'maxConcurrentRequests'
		| 'maxRequestsPerMinute'
		| 'rateLimit'
		| 'stalledBodySeconds'
		| 'trustedProxies'
	>;
	/** Tells milliseconds since any moment. */
	clock?: (() => number) | undefined;
};

/**
 * What was decided: headers of the answer, why it is refused, if so, and what to call at its end.
 */
export type Admitted = { headers: Readonly<Record<string, string>>; refusal?: unknown; leave(): void };

/**
 * Creates the decision. Where a request goes is `unlimited` by number, but its body is not: it
 * finds its allowance in the context.
 */
export function createAdmission(
	needs: AdmissionNeeds,
): (context: HttpContext, place: { unlimited?: true }) => Promise<Admitted> {
	const { settings, clock = () => performance.now() } = needs;
	const checkRate = createRateCheck(settings, clock);
	const openBody = createBodyBudget({
		// One body as large as a body may be finds room at least, packed and unpacked.
		allBytes: Math.max(settings.maxBodiesBytes, 2 * settings.maxBodyBytes),
		senderBytes: Math.max(settings.maxSenderBodiesBytes, 2 * settings.maxBodyBytes),
		stalledSeconds: settings.stalledBodySeconds,
	});
	const enter = createOverloadGuard({
		mostRequests: settings.maxConcurrentRequests,
		clock: () => performance.now(),
		afterReading: setImmediate,
	});
	/** Lets a request in, whose answer has these headers; `leave` is called at its end. */
	const admit = (context: HttpContext, sender: string, headers: Admitted['headers'], leave?: () => void): Admitted => {
		const body = openBody(sender);
		context.set('bodyAllowance', body);
		return {
			headers,
			leave() {
				body.release();
				leave?.();
			},
		};
	};
	return async (context, { unlimited }) => {
		if (unlimited || context.env?.isCounted) return admit(context, addressSender(context, settings).key, {});
		const sender = await countedSender(context, needs);
		const { headers, refusal } = checkRate(sender);
		if (refusal) return { headers, refusal, leave: () => undefined };
		try {
			// What comes through no socket waits for none, nor does what a page asks that has a place.
			const waits = context.env?.outgoing && !context.env.hasPlace;
			const leave = waits ? await enter(sender.key) : undefined;
			return admit(context, sender.key, headers, leave);
		} catch (refused) {
			return { headers, refusal: refused, leave: () => undefined };
		}
	};
}

/** Names a sender; all tokens and sessions of an account are one. */
export type CountedSender = { kind: 'account' | 'address'; key: string };

type Needs = {
	accounts: Pick<Accounts, 'authenticate'>;
	sessions: Pick<Sessions, 'find'>;
	settings: { trustedProxies: number };
};

/**
 * Tells whom a request counts for. A token or session that is not valid counts for its address:
 * inventing them must not help. So does one that cannot be looked up at the moment: what needs no
 * account is answered without the database.
 */
async function countedSender(context: HttpContext, { accounts, sessions, settings }: Needs): Promise<CountedSender> {
	const owner = await lookUp(() => findTokenOwner(context, accounts));
	const account = owner ?? (await lookUp(() => findSession(context, sessions)));
	if (account) return { kind: 'account', key: `account ${account.userId}` };
	return addressSender(context, settings);
}

/** Tells the network that a request comes from as its sender. */
function addressSender(context: HttpContext, { trustedProxies }: Needs['settings']): CountedSender {
	return { kind: 'address', key: networkOf(senderAddress(context, trustedProxies)) };
}

async function lookUp<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
	try {
		return await find();
	} catch {
		// Whatever needs the account asks again, and then fails in its own words.
		return undefined;
	}
}

/** Folds an IPv6 address to its network (64 bits), within which a sender can change it at will. */
export function networkOf(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
	if (mapped !== undefined) return mapped;
	if (!address.includes(':')) return address;
	const [head = '', tail] = address.split('::');
	const before = head === '' ? [] : head.split(':');
	const after = tail ? tail.split(':') : [];
	const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
	return [...before, ...Array(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
