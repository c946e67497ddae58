// An entry of the log of changes with all that is told of it; knows no form of it.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { Provenance } from '../../links/link.ts';
import type { Relation } from '../../links/relation.ts';

/** One end of a link: the identifier that was named, and what is told of the work. */
export type ToldEnd = {
	identifier: Pick<Identifier, 'scheme' | 'value'>;
	description: Description;
	/** How a reader may call it: what is known of the work by now. */
	known: Description;
};

/** An entry of the log. */
export type ToldChange = {
	number: number;
	/** When it was logged, in milliseconds since 1970. */
	at: number;
	kind: 'asserted' | 'withdrawn';
	/** Asserted: nobody had asserted the relationship before; withdrawn: nobody does any more. */
	isEdge: boolean;
	source: ToldEnd;
	relation: Relation;
	target: ToldEnd;
	provenance: Provenance;
};
