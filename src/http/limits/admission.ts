// Decides of every request, before it is worked on, whether it is: whose it is, how many they sent,
// and what is under way. The limits themselves are in the files beside.
import type { Accounts } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Settings } from '../../settings.ts';
import type { HttpContext } from '../server/http-context.ts';
import { createBodyBudget } from './body-budget.ts';
import { createOverloadGuard } from './overload.ts';
import { createRateCheck } from './rate-limit.ts';
import { countedSender } from './sender.ts';

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

/** What was decided: headers of the answer, why it is refused, if so, and what to call at its end. */
export type Admitted = { headers: Readonly<Record<string, string>>; refusal?: unknown; leave(): void };

/** Lets in what nothing limits. */
export const admittedAlways: Admitted = { headers: {}, leave: () => undefined };

/** Creates the decision; the body of a request that is let in finds its allowance in the context. */
export function createAdmission(needs: AdmissionNeeds): (context: HttpContext) => Promise<Admitted> {
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
		afterTurn: setImmediate,
	});
	return async (context) => {
		const sender = await countedSender(context, needs);
		const { headers, refusal } = checkRate(sender);
		if (refusal) return { headers, refusal, leave: () => undefined };
		try {
			// What comes through no socket is in no turn of theirs.
			const leave = context.env?.outgoing ? enter(sender.key) : () => undefined;
			const body = openBody(sender.key);
			context.set('bodyAllowance', body);
			return {
				headers,
				leave() {
					body.release();
					leave();
				},
			};
		} catch (refused) {
			return { headers, refusal: refused, leave: () => undefined };
		}
	};
}
