// One link in the domain's terms, and a batch of them folded into distinct parts; pure, knows neither the wire nor storage.
import type { Identifier } from '../identifiers/index.ts';
import type { Description } from './description.ts';
import type { PackedTexts } from './packed-texts.ts';
import type { Relation } from './relation.ts';

/** Says who asserted a link, when, and in which words: what a LinkHistory is made of. `date` is as given (see link-date.ts). */
export type Provenance = {
	provider: string;
	date: string;
	subType?: string;
	subTypeSchema?: string;
	license?: string;
};

/** Names one object of a link: all its identifiers (at least one; the same work) and what the link says about it. */
export type LinkedObject = {
	identifiers: readonly Identifier[];
	description: Description;
};

/** One link as received, with its relation read and its direction settled: `source` is the one that cites, supplements, has the version. */
export type Link = {
	source: LinkedObject;
	relation: Relation;
	target: LinkedObject;
	provenances: readonly Provenance[];
};

/**
 * A batch of links folded into its distinct parts; plain data that can pass between threads.
 * Numbers are positions: `assertions` holds four per assertion — source, relation code, target, provenance —
 * where source and target are positions in `identifiers`, provenance one in `provenances`.
 */
export type LinkBatch = {
	/** In order (see compareIdentifiers): of two that name one work, the later one's word stands. */
	identifiers: readonly Identifier[];
	/** Canonical texts of what the batch says about objects; see describeAsText. */
	descriptions: PackedTexts;
	/** For each identifier the position of what the batch says about it, or `saysNothing`. */
	described: Int32Array;
	/** Canonical texts, each once; see provenanceAsText. */
	provenances: PackedTexts;
	assertions: Int32Array;
	/** How many links came, and how many of them said nothing (an object linked to itself). */
	counts: { links: number; ignored: number };
};

/** Stands in `described` for an identifier about which the batch says nothing. */
export const saysNothing = -1;
