// The contract of loads of files that were begun: how far each is stored, so that one that was
// stopped can go on. It knows neither files nor what is in them.
import type { ClaimedEvent, Lease } from './events.ts';
import type { Id } from './graph.ts';

/** How far a load is: how many of its chunks, and a digest of them all. */
export type LoadPlace = { position: number; digest: string };

/** The part of a load that an event is. */
export type LoadPart = LoadPlace & {
	/** Which files are loaded, and how. */
	key: string;
	/** The process that loads them. */
	run: string;
	/** What a process that goes on needs to know to read the files alike. */
	settings: string;
	/** Whether a load begins with it; one of the same key that was begun before is forgotten. */
	isFirst: boolean;
};

/** A load that was stopped. */
export type StoppedLoad = LoadPlace & {
	settings: string;
	/** How many links are stored. */
	links: number;
	firstEvent: Id;
	/** Its last event where that was not applied yet: it is held by the one who goes on. */
	unapplied: ClaimedEvent | null;
};

/** Keeps how far loads are; Events.acceptClaimed writes it with the event. */
export interface Loads {
	/**
	 * Hands a load that was stopped to another run, which then alone can go on with it; undefined
	 * where none of this key was begun, or it has ended. Durable.
	 */
	takeLoad(key: string, run: string, lease: Lease, now: number): Promise<StoppedLoad | undefined>;
	/** Forgets a load that has ended. */
	endLoad(key: string, run: string): Promise<void>;
}
