// Limits the memory for request bodies, of one sender and of all.
import { BrokerError } from '../../errors.ts';

/** Counts the bytes of one request body: taken as needed, released when the request is answered. */
export type BodyAllowance = ReturnType<ReturnType<typeof createBodyBudget>>;

type Bounds = { allBytes: number; senderBytes: number; stalledSeconds: number };

// Other bodies arrive within seconds, or are ended.
const retryAfterSeconds = 5;

/** Creates the budget of a process. The function returned makes the allowance of one request. */
export function createBodyBudget({ allBytes, senderBytes, stalledSeconds }: Bounds) {
	const bySender = new Map<string, number>();
	let all = 0;
	return (sender: string) => {
		let own = 0;
		return {
			/** How long a body may stall before it is ended. */
			stalledSeconds,
			/**
			 * Takes bytes. Fails with `too-many-requests` or `unavailable` if there is no room for
			 * them.
			 */
			take(bytes: number): void {
				const ofSender = (bySender.get(sender) ?? 0) + bytes;
				if (ofSender > senderBytes) throw senderHasTooMuch(senderBytes);
				if (all + bytes > allBytes) throw allHaveTooMuch(allBytes);
				bySender.set(sender, ofSender);
				all += bytes;
				own += bytes;
			},
			/** Releases all bytes. */
			release(): void {
				const left = (bySender.get(sender) ?? 0) - own;
				if (left > 0) bySender.set(sender, left);
				else bySender.delete(sender);
				all -= own;
				own = 0;
			},
		};
	};
}

function senderHasTooMuch(bytes: number): BrokerError {
	const message =
		`The bodies of all current requests of one account or address may have at most ${bytes} bytes ` +
		'together (MAX_SENDER_BODIES_BYTES). Nothing was stored. Send the request again when an earlier ' +
		'one has been answered.';
	return new BrokerError('too-many-requests', message, { retryAfterSeconds });
}

function allHaveTooMuch(bytes: number): BrokerError {
	const message =
		`The bodies of all current requests may have at most ${bytes} bytes together (MAX_BODIES_BYTES), ` +
		'and other requests use them. Nothing was stored. Send the request again.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}
