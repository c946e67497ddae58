// Admits or refuses each request before its handler runs, by its sender and the limits in the
// neighbouring files.
import type { ServerResponse } from 'node:http';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Settings } from '../../settings.ts';
import { findSession, findTokenOwner } from '../server/authentication.ts';
import { type HttpContext, senderAddress } from '../server/http-context.ts';
import { askingSender } from './asking-sender.ts';
import { createBodyBudget } from './body-budget.ts';
import { createOverloadGuard, type Needed, type Turn } from './overload.ts';
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
		| 'maxWaitingRequests'
		| 'maxRequestsPerMinute'
		| 'rateLimit'
		| 'stalledBodySeconds'
		| 'trustedProxies'
	>;
	/** Returns milliseconds since any moment. */
	clock?: (() => number) | undefined;
};

/**
 * The decision: headers of the answer, and the reason for a refusal or the steps of an admitted
 * request.
 */
export type Admitted = {
	headers: Readonly<Record<string, string>>;
	refusal?: unknown;
	/** Runs the handler on behalf of the sender. */
	handle<T>(handler: () => T): T;
	/** Rests until an answer with a body of its own has been sent or its client has left. */
	leaveWith(outgoing: ServerResponse): void;
	/** Ends the request. May be called again. */
	leave(): void;
};

/**
 * Creates the check. `unlimited` exempts a request from the limits of requests, but not its body,
 * whose allowance is in the context.
 */
export function createAdmission(
	needs: AdmissionNeeds,
): (context: HttpContext, place: { unlimited?: true; needs: Needed }) => Promise<Admitted> {
	const { settings, clock = () => performance.now() } = needs;
	const checkRate = createRateCheck(settings, clock);
	const openBody = createBodyBudget({
		// Leaves room for at least one body of maximum size, compressed and uncompressed.
		allBytes: Math.max(settings.maxBodiesBytes, 2 * settings.maxBodyBytes),
		senderBytes: Math.max(settings.maxSenderBodiesBytes, 2 * settings.maxBodyBytes),
		stalledSeconds: settings.stalledBodySeconds,
	});
	const guard = createOverloadGuard({
		mostRequests: settings.maxConcurrentRequests,
		mostResting: settings.maxWaitingRequests,
		clock: () => performance.now(),
		afterReading: setImmediate,
		later: (done, milliseconds) => setTimeout(done, milliseconds).unref(),
	});
	/** Admits a request whose answer has these headers. */
	const admit = (context: HttpContext, sender: CountedSender, headers: Admitted['headers'], turn?: Turn): Admitted => {
		const body = openBody(sender.key);
		context.set('bodyAllowance', body);
		if (turn) context.set('turn', turn);
		const leave = () => {
			body.release();
			turn?.leave();
		};
		return {
			headers,
			handle: (handler) => askingSender.run(sender.key, handler),
			leaveWith(outgoing) {
				turn?.restWithAnswer(() => outgoing.destroy());
				outgoing.once('close', leave);
			},
			leave,
		};
	};
	return async (context, { unlimited, needs: needed }) => {
		const isOfPage = context.env?.hasPlace === true;
		// Requests without a socket do not wait, nor do requests of a page that was itself admitted.
		const takesTurns = context.env?.outgoing !== undefined && !isOfPage;
		if (unlimited || context.env?.isCounted) {
			const sender = addressSender(context, settings);
			return admit(context, sender, {}, takesTurns ? guard.enterWithoutPlace(sender) : undefined);
		}
		const sender = await countedSender(context, needs);
		const { headers, refusal } = checkRate(sender);
		if (refusal) return withoutTurn(headers, refusal);
		try {
			return admit(context, sender, headers, takesTurns ? await guard.enter(sender, needed) : undefined);
		} catch (failure) {
			return withoutTurn(headers, failure);
		}
	};
}

/** Makes the decision on a request that is refused, or that no limits apply to. */
export function withoutTurn(headers: Admitted['headers'], refusal?: unknown): Admitted {
	const leave = () => undefined;
	return { headers, refusal, handle: (handler) => handler(), leaveWith: leave, leave };
}

/** Names a sender. All tokens and sessions of an account are one sender. */
export type CountedSender = { kind: 'account' | 'address'; key: string };

type Needs = {
	accounts: Pick<Accounts, 'authenticate'>;
	sessions: Pick<Sessions, 'find'>;
	settings: { trustedProxies: number };
};

/**
 * Returns the sender for which a request counts. An invalid token or session counts for its
 * address, so that inventing tokens does not help. So does one that cannot be looked up at the
 * moment: requests that need no account are answered without the database.
 */
async function countedSender(context: HttpContext, { accounts, sessions, settings }: Needs): Promise<CountedSender> {
	const owner = await lookUp(() => findTokenOwner(context, accounts));
	const account = owner ?? (await lookUp(() => findSession(context, sessions)));
	if (account) return { kind: 'account', key: `account ${account.userId}` };
	return addressSender(context, settings);
}

/** Returns the network of a request as its sender. */
function addressSender(context: HttpContext, { trustedProxies }: Needs['settings']): CountedSender {
	return { kind: 'address', key: networkOf(senderAddress(context, trustedProxies)) };
}

async function lookUp<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
	try {
		return await find();
	} catch {
		// Code that needs the account looks it up again, and then fails with its own message.
		return undefined;
	}
}

/** Reduces an IPv6 address to its network (64 bits): a sender can use any address in it. */
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
