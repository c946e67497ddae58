// Has the records take in what the inbox keeps, and tells what was read of it; knows neither threads nor files.
import type { Id, LinkStore } from '../../ports/records/link-store.ts';
import { createRemembered } from './remembered.ts';

export type Intake<Read> = {
	/** Says that the inbox keeps an event, and what was read of it. */
	offer(eventId: string, read: Read): void;
	/** Tells how much is offered that is not taken in yet. */
	offeredBytes(): number;
	/** Takes in the oldest of what is there, other processes' too; answers whether there was anything, taken in by others or not. */
	takeIn(): Promise<boolean>;
	/** Takes in all that is there; what cannot be taken in stays in the inbox. */
	takeInAll(): Promise<void>;
};

// Some 200,000 links: while somebody else writes for long, what was read does not pile up; it can be read again.
const bytesOffered = 1 << 24;
// Of what other processes have kept no offer comes.
const mostEarly = 1_000;
// However much other processes keep meanwhile, this one ends.
const mostLastRounds = 100;

/** Creates what takes in; `remember` is told what was read, of so many bytes, of an event that is stored now. */
export function createIntake<Read>(
	store: Pick<LinkStore, 'takeIn'>,
	{ remember, bytesOf }: { remember(sequence: Id, read: Read): void; bytesOf(read: Read): number },
): Intake<Read> {
	const offered = createRemembered<string, Read>(bytesOffered, bytesOf);
	// An event may be taken in before its offer comes.
	const early = new Map<string, Id>();
	const takeIn = async (): Promise<boolean> => {
		const offeredBefore = [...offered.keys()];
		const { taken, found } = await store.takeIn();
		for (const { eventId, sequence } of taken) {
			const read = offered.take(eventId);
			if (read !== undefined) remember(sequence, read);
			else early.set(eventId, sequence);
			if (early.size > mostEarly) early.delete(early.keys().next().value as string);
		}
		// What came before the last of them, and where nothing is left all that came: another process has taken it in.
		const last = offeredBefore.findLastIndex((eventId) => offered.get(eventId) === undefined);
		for (const eventId of found > 0 ? offeredBefore.slice(0, last + 1) : offeredBefore) offered.take(eventId);
		return found > 0;
	};
	return {
		offer(eventId, read) {
			const sequence = early.get(eventId);
			if (sequence !== undefined) {
				early.delete(eventId);
				remember(sequence, read);
			} else offered.put(eventId, read);
		},
		offeredBytes: offered.bytes,
		takeIn,
		async takeInAll() {
			for (let rounds = 0; rounds < mostLastRounds && (await takeIn()); rounds++);
		},
	};
}
