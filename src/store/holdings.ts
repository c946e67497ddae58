// The contract of counting what is held: parts of the graph of bounded size with who speaks of
// them, and the place where the result is kept. It knows no result.
import type { Id } from './graph.ts';

/**
 * Holds what is counted in one step: the identifiers of some Identity groups, who speaks of these,
 * and the assertions of which some identifiers are the source. All of it may be found: what only
 * noindex events say is left out.
 */
export type HoldingsPart = {
	/** Where the next part begins; null at the end. */
	next: Id | null;
	/** Known identifiers of the part's Identity groups. */
	members: readonly (readonly [group: Id, scheme: string])[];
	/** What is known of those groups of which anything is, as describeAsText writes it. */
	descriptions: readonly (readonly [group: Id, description: string])[];
	/** Who speaks of those groups, each pair once. */
	spokenOf: readonly (readonly [group: Id, provider: Id])[];
	/**
	 * Assertions, each (relationship, provenance) once, by relationship; with the last event that
	 * made it.
	 */
	assertions: readonly (readonly [source: Id, relation: number, target: Id, provenance: Id, event: Id])[];
};

/** What a provenance says: the id of its provider and its text (see provenanceAsText). */
export type StoredProvenance = { id: Id; provider: Id; text: string };

/** What was counted, as whoever counted it wrote it down: anything that JSON holds. */
export type KeptHoldings = unknown;

/**
 * What was counted of the works of each provider: how many it speaks of (Identity groups), and
 * names of some of these.
 */
export type WorksOfProviders = readonly { provider: Id; total: number; groups: readonly Id[] }[];

/** Counts what is held, in steps that each read one consistent state. */
export interface Holdings {
	/** Reads the part that begins behind an identifier, of about so many identifiers. */
	holdingsPart(after: Id, size: number): Promise<HoldingsPart>;
	/** Reads provenances, in no particular order. */
	storedProvenances(ids: readonly Id[]): Promise<StoredProvenance[]>;
	/** Names these providers, as each was spelled first; and tells when these events were accepted. */
	holdingsNames(
		providers: readonly Id[],
		events: readonly Id[],
	): Promise<{ names: [Id, string][]; acceptedAt: [Id, number][] }>;
	/**
	 * Names the state that is counted, by a text that is the same as long as nothing that may be found
	 * has changed and the index was brought up to nothing.
	 */
	holdingsState(): Promise<string>;
	/** Tells when the event that was accepted last among those applied was done; null: there is none. */
	lastAppliedAt(): Promise<number | null>;
	/**
	 * Claims the counting until then, for the only process that is to do it; false where another has
	 * it. Who has it may claim again.
	 */
	claimCounting(worker: string, now: number, until: number): Promise<boolean>;
	/**
	 * Keeps what was counted, and works of each provider with when they were counted (milliseconds
	 * since 1970; see Reporting.worksOfProvider), in the place of what was kept before, and lets go
	 * of the claim.
	 */
	keepHoldings(worker: string, kept: KeptHoldings, works: { at: number; of: WorksOfProviders }): Promise<void>;
	/** Reads what is kept; undefined where nothing was ever counted. */
	keptHoldings(): Promise<KeptHoldings | undefined>;
}
