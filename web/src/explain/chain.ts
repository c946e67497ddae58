// A chain of assertions, told from its one end to the other; knows no page.
import { stepPhrases } from '../../../src/links/words.ts';
import type { StepRelation, WireStep } from '../api/explain-api.ts';
import { sameIdentifier, type WireIdentifier } from '../api/scholix-answer.ts';

/** One step on the way: what the identifier before has to do with the one that comes now. */
export type ChainStep = {
	/** `is cited by`: goes between the one before and this one. */
	phrase: string;
	to: WireIdentifier;
	/** Which way the relation points on the way; 'both' where it has no direction. */
	direction: 'forward' | 'backward' | 'both';
	step: WireStep;
};

const undirected: readonly StepRelation[] = ['IsIdenticalTo', 'IsRelatedTo'];

/** Tells steps in the order of the way that begins at an identifier. */
export function tellChain(begin: WireIdentifier, steps: readonly WireStep[]): ChainStep[] {
	let at = begin;
	return steps.map((step) => {
		const isForward = sameIdentifier(step.source, at);
		at = isForward ? step.target : step.source;
		const [forward, backward] = stepPhrases[step.relation];
		const direction = undirected.includes(step.relation) ? 'both' : isForward ? 'forward' : 'backward';
		return { phrase: isForward ? forward : backward, to: at, direction, step };
	});
}
