// The contract of what reports read of the records: the works of a DOI prefix and of a provider,
// and who says that a work is cited. It knows no report, and leaves out what must not be found yet.
import type { Identifier } from '../identifiers/index.ts';
import type { Id } from './graph.ts';

/** The first DOI of a work that begins as asked; `id` is that of the DOI. */
export type DoiOfWork = Identifier & { id: Id; identity: Id };

/** Where a list of DOIs goes on: behind this one. */
export type DoiPlace = { key: string; id: Id };

/** One provenance of one link that cites an Identity group. */
export type CitationRow = readonly [target: Id, source: Id, provenance: Id];

/**
 * The works of a provider, named as it was spelled first: how many it speaks of, when they were
 * counted (milliseconds since 1970; null: not yet), and one identifier of each that is kept.
 */
export type ProviderWorks = { name: string; total: number; countedAt: number | null; works: Identifier[] };

/** Reads what reports are made of. */
export interface Reporting {
	/**
	 * Lists the DOIs whose comparison keys begin so (with up to 600 characters), in the order of the
	 * bytes of the keys, of each Identity group the first; `limit` of them behind `after`.
	 */
	doisBeginning(beginning: string, after: DoiPlace | null, limit: number): Promise<DoiOfWork[]>;
	/**
	 * Lists who says that the Identity group of an identifier is cited, each (target, source,
	 * provenance) once and in this order: some behind `after`, about `limit`. Links within the group
	 * are left out. `next` is where to go on; null at the end.
	 */
	citationsOf(
		identifier: Id,
		after: CitationRow | null,
		limit: number,
	): Promise<{ said: CitationRow[]; next: CitationRow | null }>;
	/**
	 * Reads what keepHoldings kept of a provider, named in any spelling, in its order, without
	 * identifiers that are gone; undefined where there is no such provider.
	 */
	worksOfProvider(name: string): Promise<ProviderWorks | undefined>;
}
