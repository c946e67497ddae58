// One link in the domain's terms, and a batch of links folded into distinct parts. Pure; no I/O.
import type { Identifier } from '../identifiers/index.ts';
import type { Description } from './description.ts';
import type { ReadingCounts } from './link-event.ts';
import type { Relation } from './relation.ts';

/**
 * The provider, date and wording of an assertion; a LinkHistory consists of these. `date` is as given
 * (see link-date.ts).
 */
export type Provenance = {
	provider: string;
	date: string;
	subType?: string;
	subTypeSchema?: string;
	license?: string;
};

/**
 * One object of a link: all its identifiers (at least one; the same work) and its description.
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
	/** How many identifiers were left out of the objects, since they name their containers. */
	containers?: number;
	/** Words for the relation that are no relation type of DataCite or Scholix. */
	unknownRelations?: readonly string[];
};

/**
 * A batch of links folded into its distinct parts. Numbers are positions: `source` and `target` of
 * an assertion in `identifiers`, `provenance` in `provenances`.
 *
 * Links to be withdrawn only make `withdrawals`. Links that replace earlier ones also make `replaced`.
 */
export type LinkBatch = {
	/** In order (see compareIdentifiers). */
	identifiers: readonly Identifier[];
	/** The distinct descriptions of each identifier; assertions name them by their positions here. */
	descriptions: readonly BatchDescription[];
	/** Its providers, each once, in the spelling that comes first. */
	providers: readonly string[];
	/** Canonical texts, each once, that spell providers so; see provenanceAsText. */
	provenances: readonly string[];
	assertions: readonly BatchAssertion[];
	/** Identifiers whose representatives are others. */
	representatives: readonly (readonly [identifier: number, representative: number])[];
	withdrawals: readonly BatchWithdrawal[];
	/** The Sources of records, by each of their identifiers, and the providers of these records. */
	replaced: readonly BatchReplaced[];
	counts: ReadingCounts;
};

/** A description of an identifier in a batch, as text (see describeAsText). */
export type BatchDescription = readonly [identifier: number, text: string];

/**
 * One assertion of a batch; `relation` is the relation's code, `record` the first identifier of the
 * Source of its record. The relation of a link has the number of the link as its place, and the
 * descriptions that the link gives of both ends as positions in `descriptions`, -1 where there is
 * none. An identity of an Identifier array has no place (-1) and no descriptions.
 */
export type BatchAssertion = readonly [
	source: number,
	relation: number,
	target: number,
	provenance: number,
	record: number,
	place: number,
	sourceDescription: number,
	targetDescription: number,
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

/** What is replaced: all assertions of a provider (one of `providers`) in records with this Source. */
export type BatchReplaced = readonly [source: number, provider: number];
