// What each flag means, for people: the one text of answers, pages and the reference.
import type { Flag } from './flags.ts';

/**
 * Says of each flag what is true of a link that has it, and, after "unknown if", when nobody knows;
 * null where it is always known.
 */
export const flagWords: Readonly<Record<Flag, { yes: string; unknownIf: string | null }>> = {
	'author-self': {
		yes: 'The works share a creator: the same ORCID iD or ISNI, or the same name where neither has one.',
		unknownIf: 'a work has no known creators',
	},
	'author-self-by-id': {
		yes: 'The works share a creator by ORCID iD or ISNI.',
		unknownIf: 'a work has no known creators',
	},
	'journal-self': {
		yes: 'The works appeared in the same journal, book or series, by ISSN or else by title.',
		unknownIf: 'the journal, book or series of a work is not known',
	},
	'provider-own': {
		yes: 'A provider of the link is the publisher of one of the works.',
		unknownIf: 'a work has no known publisher',
	},
	machine: { yes: 'Only programs that searched texts assert the link.', unknownIf: null },
	'single-provider': { yes: 'Only one provider asserts the link.', unknownIf: null },
	'supplement-as-citation': { yes: 'The link is a supplement, which some count as a citation.', unknownIf: null },
	unregistered: { yes: 'A work has no DOI, PMID or OMID.', unknownIf: null },
	'retracted-citing': { yes: 'The citing work was retracted.', unknownIf: null },
	'retracted-cited': { yes: 'The cited work was retracted.', unknownIf: null },
	'cited-after-retraction': {
		yes: 'The citing work was published after the cited one was retracted.',
		unknownIf: 'a date is missing, or not precise enough',
	},
	'corrected-citing': { yes: 'The citing work was corrected.', unknownIf: null },
	'corrected-cited': { yes: 'The cited work was corrected.', unknownIf: null },
	'concern-citing': { yes: 'There is an expression of concern about the citing work.', unknownIf: null },
	'concern-cited': { yes: 'There is an expression of concern about the cited work.', unknownIf: null },
};
