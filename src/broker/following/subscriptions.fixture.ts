// What may be done with subscriptions, for tests: on real records, with kinds that need no settings,
// secrets that one can read, and codes of receivers likewise.
import { systemClock } from '../../clock.ts';
import type { Records } from '../../store/records.ts';
import { builtInDefinitions } from '../counting/definitions.ts';
import type { AskReceiver, ReceiverCodes } from './agreements.ts';
import { createSubscriptionSecrets } from './subscription-secrets.ts';
import { createSubscriptions, type KindRules, type SubscriptionNeeds, type Subscriptions } from './subscriptions.ts';
import { problemOfMail } from './wanted-subscription.ts';

export const testCodes: ReceiverCodes = {
	make: () => `code-${++made}`,
	hash: (code) => `hash of ${code}`,
	ending: ({ number, task }) => `ending-${number}-${task.address}`,
};
let made = 0;

/** Webhooks at any address. */
export const testHooks: KindRules = {
	...{ pace: 'each', begins: 'active', problemOf: () => undefined, makeSecret: () => 'whsec_secret' },
};

/** Email, with what asks a receiver. */
export function testMail(ask: AskReceiver): KindRules {
	return {
		...{ pace: 'weekly', paces: ['weekly', 'daily'], begins: 'unconfirmed', entries: 'citations' },
		...{ problemOf: problemOfMail, makeSecret: () => null, ask },
	};
}

/** Creates it. */
export function createTestSubscriptions(
	records: Records,
	needs: Pick<SubscriptionNeeds, 'kinds'> & Partial<SubscriptionNeeds>,
): Subscriptions {
	return createSubscriptions({
		...{ records, senders: {}, clock: systemClock, mostOfAccount: 100, codes: testCodes },
		definitions: builtInDefinitions,
		secrets: createSubscriptionSecrets({
			seal: (text) => `sealed ${text}`,
			open: (text) => text.slice('sealed '.length),
		}),
		...needs,
	});
}
