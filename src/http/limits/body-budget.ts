// Limits the memory for request bodies, of one sender and of all.
import { BrokerError } from '../../errors.ts';

/** Counts the bytes of one request body: taken as needed, released when the request is answered. */
export type BodyAllowance = ReturnType<ReturnType<typeof createBodyBudget>>;

type Bounds = { allBytes: number; senderBytes: number; stalledSeconds: number };

// Other bodies arrive within seconds, or are ended.
const retryAfterSeconds = 5;

type Arriving = { bytes(): number; end(reason: BrokerError): void };

/** Creates the budget of a process. The function returned makes the allowance of one request. */
export function createBodyBudget({ allBytes, senderBytes, stalledSeconds }: Bounds) {
	const bySender = new Map<string, { bytes: number; arriving: Set<Arriving> }>();
	let all = 0;
	/** Ends the largest arriving body of the sender with the most bytes, if more than these. */
	const makeRoom = (bytes: number): boolean => {
		let most: Set<Arriving> | undefined;
		let mostBytes = bytes;
		for (const { bytes, arriving } of bySender.values()) {
			if (bytes > mostBytes && arriving.size > 0) [most, mostBytes] = [arriving, bytes];
		}
		if (most === undefined) return false;
		const largest = [...most].reduce((one, other) => (other.bytes() > one.bytes() ? other : one));
		largest.end(madeWay());
		return true;
	};
	return (sender: string) => {
		let own = 0;
		let arriving: Arriving | undefined;
		const release = (): void => {
			const held = bySender.get(sender);
			if (held === undefined) return;
			held.bytes -= own;
			all -= own;
			own = 0;
			if (arriving) held.arriving.delete(arriving);
			arriving = undefined;
			if (held.bytes === 0) bySender.delete(sender);
		};
		return {
			/** How long a body may stall before it is ended. */
			stalledSeconds,
			/**
			 * Takes bytes. If there is no room, a body of a sender with more makes way. Fails with
			 * `too-many-requests` or `unavailable` if there is still no room.
			 */
			take(bytes: number): void {
				const ofSender = (bySender.get(sender)?.bytes ?? 0) + bytes;
				if (ofSender > senderBytes) throw senderHasTooMuch(senderBytes);
				while (all + bytes > allBytes) if (!makeRoom(ofSender)) throw allHaveTooMuch(allBytes);
				const held = bySender.get(sender) ?? { bytes: 0, arriving: new Set() };
				bySender.set(sender, held);
				held.bytes = ofSender;
				all += bytes;
				own += bytes;
				if (arriving) held.arriving.add(arriving);
			},
			/** Lets `end` end the body until all of it has arrived. */
			arrives(end: (reason: BrokerError) => void): void {
				arriving = {
					bytes: () => own,
					end(reason) {
						release();
						end(reason);
					},
				};
				bySender.get(sender)?.arriving.add(arriving);
			},
			/** Keeps the bytes of a body that has arrived, or ended. */
			hasArrived(): void {
				if (arriving) bySender.get(sender)?.arriving.delete(arriving);
				arriving = undefined;
			},
			/** Releases all bytes. */
			release,
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

function madeWay(): BrokerError {
	const message =
		'The bodies of all current requests use all of their memory (MAX_BODIES_BYTES), and those of this account ' +
		'or address the most of it. This one was ended. Nothing was stored. Send the request again, alone.';
	return new BrokerError('too-many-requests', message, { retryAfterSeconds });
}
