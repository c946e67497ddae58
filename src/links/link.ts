// One link in the domain's terms, and a batch of them folded into distinct parts; pure, knows
// neither the wire nor storage.
import type { Identifier } from '../identifiers/index.ts';
import type { Description } from './description.ts';
import type { ReadingCounts } from './link-event.ts';
import type { Relation } from './relation.ts';

/**
 * Says who asserted a link, when, and in which words: what a LinkHistory is made of. `date` is as
 * given (see link-date.ts).
 */
export type Provenance = {
	provider: string;
	date: string;
	subType?: string;
	subTypeSchema?: string;
	license?: string;
};

/**
 * Names one object of a link: all its identifiers (at least one; the same work) and what the link
 * says about it.
 */
export type LinkedObject = {
	identifiers: readonly Identifier[];
	description: Description;
	/** Those of the identifiers that have a representative. */
	sameByRule?: readonly SameByRule[];
};

/** An identifier, and the other one that it is the same as by a rule of their schemes. */
export type SameByRule = readonly [identifier: Identifier, representative: Identifier];

/**
 * One link as received, with its relation and direction read: `source` cites, supplements, or has
 * the version.
 */
export type Link = {
	source: LinkedObject;
	relation: Relation;
	target: LinkedObject;
	provenances: readonly Provenance[];
	/** True where the record names this target as its Source. */
	fromTarget?: true;
	/** How many identifiers were left out of the objects since they name what holds them. */
	containers?: number;
	/** Words for the relation that are no relation type of DataCite or Scholix. */
	unknownRelations?: readonly string[];
};

/**
 * A batch of links folded into its distinct parts. Numbers are positions: `source` and `target` of
 * an assertion in `identifiers`, `provenance` in `provenances`.
 *
 * Of links that are to be withdrawn nothing is said: they make `withdrawals` alone. Of links that
 * replace earlier ones `replaced` tells whose.
 */
export type LinkBatch = {
	/** In order (see compareIdentifiers). */
	identifiers: readonly Identifier[];
	/** What the batch says of identifiers, in the order in which it does: the last word counts. */
	descriptions: readonly BatchDescription[];
	/** The names of its providers as it spells them first, each provider once. */
	providers: readonly string[];
	/** Canonical texts, each once, that spell providers so; see provenanceAsText. */
	provenances: readonly string[];
	assertions: readonly BatchAssertion[];
	/** Identifiers whose representatives are others. */
	representatives: readonly (readonly [identifier: number, representative: number])[];
	withdrawals: readonly BatchWithdrawal[];
	/** The Sources of records, by each of their identifiers, and who provides these records. */
	replaced: readonly BatchReplaced[];
	counts: ReadingCounts;
};

/**
 * What a batch says of one identifier: the text of a description (see describeAsText), each text
 * once, and the place in the batch of the last object that it was said of.
 */
export type BatchDescription = readonly [identifier: number, place: number, text: string];

/**
 * One assertion of a batch; `relation` is the relation's code, `record` the first identifier of the
 * Source of the record that says it.
 */
export type BatchAssertion = readonly [
	source: number,
	relation: number,
	target: number,
	provenance: number,
	record: number,
];

/**
 * A relationship between one identifier of each end of a link that is to be withdrawn; `link` is
 * the position of that link, `provider` one in `providers`.
 */
export type BatchWithdrawal = readonly [
	link: number,
	source: number,
	relation: number,
	target: number,
	provider: number,
];

/** What is replaced: all that a provider (one of `providers`) said in records with this Source. */
export type BatchReplaced = readonly [source: number, provider: number];
