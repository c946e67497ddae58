// Says in words how many links a count leaves out, and why.
import type { SearchRelation } from '../../links/relation.ts';
import { countText } from '../../links/words.ts';
import type { Flag } from './flags.ts';

/** Phrases after a number of links with each flag, in the order of the flags: `6 by the same authors`. */
export const flagPhrase: Readonly<Record<Flag, string>> = {
	'author-self': 'by the same authors',
	'author-self-by-id': 'by authors with the same ORCID iD or ISNI',
	'journal-self': 'within one journal, book or series',
	'provider-own': 'reported by a publisher of the works',
	machine: 'found by programs alone',
	'single-provider': 'reported by one provider alone',
	'supplement-as-citation': 'that are supplements',
	unregistered: 'of or by works without a DOI, PMID or OMID',
	'retracted-citing': 'by retracted works',
	'retracted-cited': 'of retracted works',
	'cited-after-retraction': 'made after the retraction',
	'corrected-citing': 'by corrected works',
	'corrected-cited': 'of corrected works',
	'concern-citing': 'by works with an expression of concern',
	'concern-cited': 'of works with an expression of concern',
};

/** Numbers of links by flag. */
export type FlagNumbers = Readonly<Partial<Record<Flag, number>>>;

/** What a count kept, and what it left out: each link under the first flag that fits. */
export type Kept = { total: number; excluded: FlagNumbers };

/** Adds up what is kept and left out. */
export function sumOf({ total, excluded }: Kept): number {
	return Object.values(excluded).reduce((sum, count) => sum + count, total);
}

/**
 * Writes what a count of links of a relation kept and left out: `31 of 40 citations: 6 by the same
 * authors and 3 found by programs alone are left out.`
 */
export function leftOutText(kept: Kept, relation: SearchRelation | undefined): string {
	const all = sumOf(kept);
	const left = all - kept.total;
	const [one, many] = (relation && linkNouns[relation]) ?? ['link', 'links'];
	const of = `${countText(kept.total)} of ${countText(all)} ${all === 1 ? one : many}`;
	if (left === 0) return `${of}: nothing is left out.`;
	const reasons = (Object.entries(kept.excluded) as [Flag, number][])
		.filter(([, count]) => count > 0)
		.map(([flag, count]) => `${countText(count)} ${flagPhrase[flag]}`);
	return `${of}: ${reasonList.format(reasons)} ${left === 1 ? 'is' : 'are'} left out.`;
}

const linkNouns: Readonly<Partial<Record<SearchRelation, readonly [one: string, many: string]>>> = {
	isCitedBy: ['citation', 'citations'],
	cites: ['reference', 'references'],
};

const reasonList = new Intl.ListFormat('en-GB');
