// Flags links by what the records have of their works, as the index does by what it keeps of them.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import { type GroupRelation, relationFrom } from '../../links/relation.ts';
import { assertedBy, compared, type FlagBits, flagBits } from '../../search/flags/flags.ts';
import type { Traits } from '../../search/flags/traits.ts';
import { traitsOf } from '../indexing/traits.ts';

/** A work with all its identifiers. */
export type FlaggedWork = { identifiers: readonly Pick<Identifier, 'scheme'>[]; description: Description };

/** A link from a work. */
export type LinkFrom = { relation: GroupRelation; target: FlaggedWork; history: readonly HistoryItem[] };

/** Prepares to flag the links from a work. */
export function flagLinksFrom(source: FlaggedWork): (link: LinkFrom) => FlagBits {
	const one = compared(readTraits(source));
	return ({ relation, target, history }) =>
		flagBits(one, readTraits(target), {
			seen: relationFrom('source', relation).relation,
			asserted: assertedBy(history),
		});
}

// A work that many cite is the target of many links.
const known = new WeakMap<FlaggedWork, Traits>();

function readTraits(work: FlaggedWork): Traits {
	return known.getOrInsertComputed(work, ({ identifiers, description }) => traitsOf(identifiers, description));
}
