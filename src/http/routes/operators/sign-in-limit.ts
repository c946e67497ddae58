// How often passwords may be tried, against guessing: of one account, and from one network. An
// account cannot be locked by strangers: each network that has not tried for long may try. Knows
// neither passwords nor sessions.
import { BrokerError } from '../../../errors.ts';
import { networkOf } from '../../limits/admission.ts';
import { createRateLimiter } from '../../limits/rate-limit.ts';
import { type HttpContext, senderAddress } from '../../server/http-context.ts';

const triesOfAccountAMinute = 10;
const triesFromNetworkAMinute = 30;

// Where others have used up what an account may be tried, a network has so many tries at it left.
const sparedTries = 5;
const sparedSeconds = 60 * 60;

/**
 * Counts a try at an account, by its email; without one, at whatever only the right secret opens.
 * Fails with `too-many-requests` where there were too many.
 */
export type SignInLimit = (context: HttpContext, email?: string) => void;

/** Creates the limit; `clock` tells milliseconds since any moment. */
export function createSignInLimit(clock: () => number, trustedProxies: number): SignInLimit {
	const takeNetwork = createRateLimiter(triesFromNetworkAMinute);
	const takeAccount = createRateLimiter(triesOfAccountAMinute);
	const takeSpared = createRateLimiter(sparedTries, { seconds: sparedSeconds });
	return (context, email) => {
		const now = clock();
		const network = networkOf(senderAddress(context, trustedProxies));
		const fromNetwork = takeNetwork(network, now).waitSeconds;
		if (fromNetwork > 0) throw tooManyTries(fromNetwork);
		if (email === undefined) return;
		const account = email.normalize('NFC').toLowerCase();
		const ofAccount = takeAccount(account, now).waitSeconds;
		// Counted at each try: who has used up what the account may be tried has none left.
		const spared = takeSpared(`${network} ${account}`, now).waitSeconds;
		if (ofAccount > 0 && spared > 0) throw tooManyTries(Math.min(ofAccount, spared));
	};
}

function tooManyTries(retryAfterSeconds: number): BrokerError {
	return new BrokerError('too-many-requests', 'Too many attempts to sign in. Wait a little.', { retryAfterSeconds });
}
