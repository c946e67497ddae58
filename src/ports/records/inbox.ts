// The contract of the inbox, where an engine with one writer at a time keeps what was accepted until the records take it in; knows no file.
import type { NewEvent } from './link-store.ts';

/** An event in the inbox, without its payload; `position` grows with the order in which it came. */
export type KeptEvent = Omit<NewEvent, 'payload'> & { position: number };

/** Keeps accepted events without waiting for whoever writes to the records. Shared by all processes on the same data. */
export interface Inbox {
	/** Keeps an event: when it returns, the event survives power loss. Fails with `unavailable` where that takes too long. */
	keep(event: NewEvent): void;
	/** Lists what is kept, at most so many, in the order in which it came. */
	list(most?: number): KeptEvent[];
	/** Gives what is kept, at most so many, one by one with the payloads, in the order in which it came. */
	events(most: number): Iterable<NewEvent>;
	/** Forgets events, those that are there: for this handle at once, for others as soon as nobody keeps one at that moment. Never fails. */
	remove(eventIds: readonly string[]): void;
	close(): void;
}
