// Has the records take in what the inbox keeps, and tells what was read of it; knows neither threads nor files.
import type { Id, LinkStore } from '../storage/link-store.ts';
import { createLoop } from './loop.ts';

export type Intake<Read> = {
	/** Says that the inbox keeps an event, and what was read of it. */
	offer(eventId: string, read: Read): void;
	/** Takes in what is there and ends; what cannot be taken in stays in the inbox. */
	stop(): Promise<void>;
};

export type IntakeOptions<Read> = {
	/** How often to look for what other processes have kept and not taken in. */
	pollMilliseconds: number;
	/** Is told what was read of an event that is stored now. */
	remember(sequence: Id, read: Read): void;
	/** Is called when there may be something to apply. */
	wake(): void;
	onError(error: unknown): void;
};

// While somebody else writes for long, what was read does not pile up: it can be read again.
const mostOffered = 100;
// Of what other processes have kept no offer comes.
const mostEarly = 1_000;
// However much other processes keep meanwhile, this one ends.
const mostLastRounds = 100;

/** Starts taking in: at once, with every offer, and every now and then. */
export function startIntake<Read>(store: Pick<LinkStore, 'takeIn'>, options: IntakeOptions<Read>): Intake<Read> {
	const offered = new Map<string, Read>();
	// An event may be taken in before its offer comes.
	const early = new Map<string, Id>();
	const round = async (): Promise<boolean> => {
		const offeredBefore = [...offered.keys()];
		const taken = await store.takeIn();
		for (const { eventId, sequence } of taken) {
			const read = offered.get(eventId);
			offered.delete(eventId);
			if (read !== undefined) options.remember(sequence, read);
			else early.set(eventId, sequence);
			if (early.size > mostEarly) early.delete(early.keys().next().value as string);
		}
		// With nothing left, another process has taken them in.
		if (taken.length === 0) for (const eventId of offeredBefore) offered.delete(eventId);
		if (taken.length + offeredBefore.length > 0) options.wake();
		return taken.length > 0;
	};
	const loop = createLoop(round, options);
	return {
		offer(eventId, read) {
			const sequence = early.get(eventId);
			if (sequence !== undefined) {
				early.delete(eventId);
				options.remember(sequence, read);
				return;
			}
			if (offered.size < mostOffered) offered.set(eventId, read);
			loop.wake();
		},
		async stop() {
			await loop.stop();
			try {
				for (let rounds = 0; rounds < mostLastRounds && (await round()); rounds++);
			} catch (error) {
				options.onError(error);
			}
		},
	};
}
