// A chain of what was said, told from its one end to the other, as it reads on the way; knows no
// page.
import type { Relation } from './relation.ts';
import { stepPhrases } from './words.ts';

type Shown = { ID: string; IDScheme: string };

/** One assertion or rule, as `GET /why` answers it. */
type Step = { source: Shown; relation: Relation; target: Shown };

/** One step on the way: what the identifier before has to do with the one that comes now. */
export type ChainStep<Of extends Step> = {
	/** `is cited by`: goes between the one before and this one. */
	phrase: string;
	to: Shown;
	/** Which way the relation points on the way; 'both' where it has no direction. */
	direction: 'forward' | 'backward' | 'both';
	step: Of;
};

const undirected: readonly Relation[] = ['IsIdenticalTo', 'IsRelatedTo'];

/** Tells steps in the order of the way that begins at an identifier. */
export function tellChain<Of extends Step>(begin: Shown, steps: readonly Of[]): ChainStep<Of>[] {
	let at = begin;
	return steps.map((step) => {
		const isForward = step.source.ID === at.ID && step.source.IDScheme === at.IDScheme;
		at = isForward ? step.target : step.source;
		const [forward, backward] = stepPhrases[step.relation];
		const direction = undirected.includes(step.relation) ? 'both' : isForward ? 'forward' : 'backward';
		return { phrase: isForward ? forward : backward, to: at, direction, step };
	});
}

/** Says what the ends of a chain of so many steps are to each other. */
export function tellKinship(relation: 'same' | 'versions' | 'linked' | 'none', steps: number): string {
	switch (relation) {
		case 'same':
			return steps === 0 ? 'Both are the same identifier.' : 'Both are identifiers of one work.';
		case 'versions':
			return 'Both are versions of one work.';
		case 'linked':
			return 'The works are linked.';
		case 'none':
			return 'Nothing that was reported joins them.';
	}
}
