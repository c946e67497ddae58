// What is asked of the broker about two identifiers, and in which shape; knows no page.
import type { Relation } from '../../../src/links/relation.ts';
import type { ExplainView } from '../address/explain-view.ts';
import { queryOf } from '../address/parts.ts';
import { askJson } from './broker-api.ts';
import type { WireIdentifier } from './scholix-answer.ts';

/** One assertion, or one rule by which two identifiers are the same. */
export type WireStep = { source: WireIdentifier; relation: Relation; target: WireIdentifier } & (
	| { rule: string }
	| {
			rule?: undefined;
			provider: string;
			date: string;
			/** The relation as that provider worded it. */
			sub_type?: string;
			/** The submission; for those who may see it. */
			event_id?: string;
			/** How many further assertions say the same. */
			others: number;
	  }
);

/** Answers what two identifiers have to do with each other, and the shortest chain that says so. */
export type WireWhy = {
	id: { understood_as: WireIdentifier };
	other: { understood_as: WireIdentifier };
	relation: 'same' | 'versions' | 'linked' | 'none';
	/** From `id` to `other`; steps that follow each other share an identifier. */
	steps: readonly WireStep[];
};

/** Asks why two identifiers are one work, versions of one, or linked. Fails with RequestFailure. */
export async function askWhy(view: ExplainView): Promise<WireWhy> {
	return (await askJson(whyAddress(view))) as WireWhy;
}

/** Writes the address of that question. */
export function whyAddress({ id, scheme, other, otherScheme }: ExplainView): string {
	return `/api/why${queryOf({ id, scheme, other, other_scheme: otherScheme })}`;
}
