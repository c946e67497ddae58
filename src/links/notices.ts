// The words by which a link says that one of its works is a notice about the other: that it was
// retracted, corrected or is doubted.
import { foldKind, type NoticeKind } from './description.ts';

/** What a word says: the kind of the notice, and which end of the link it is about. */
export type Noticing = { kind: NoticeKind; of: 'source' | 'target' };

/**
 * Matches folded words: `retracts`, `IsRetractionOf`, `erratum_for`, `retracted-article`, and from
 * the work that the notice is about `RetractionIn`, `isCorrectedBy`, `correction-forward`,
 * `hasErratum`.
 */
const shape = new RegExp(
	[
		'^(?<before>is|has)?(?<partial>partial)?(?:editorial)?(?:',
		'(?<retraction>retract(?:s|ed|ion)|withdraw(?:s|n|al)|remov(?:es|ed|al))|',
		'(?<correction>correct(?:s|ed|ion)|errat(?:um|a)|corrigend(?:um|a))|',
		'(?<concern>(?:expression|object)ofconcern))',
		'(?:andrepublished(?:from)?)?(?<after>by|in|forward|of|for|to|article|notice)?$',
	].join(''),
);

/** `retracted` alone may be stated of either end. */
const ofEitherEnd = /(?:ed|drawn)$/;

/** What follows the word where it is of the target; with "has" before, it says neither. */
const ofWork: ReadonlySet<string | undefined> = new Set(['of', 'for', 'to', 'article']);

/** What follows the word where the source is what was retracted, corrected or doubted. */
const fromWork: ReadonlySet<string | undefined> = new Set(['by', 'in', 'forward']);

/**
 * Reads what a word says of the works of a link, which it joins from source to target; addresses of
 * words are read by their end (`http://purl.org/spar/cito/retracts`). Where a word says no direction,
 * the source is the notice. A retraction of parts of a work corrects it. Undefined for other words,
 * such as `Obsoletes`, and for a reinstatement.
 */
export function noticing(word = ''): Noticing | undefined {
	if (word.length > longestWord) return undefined;
	const folded = foldKind(word.split(partsOfAddress).at(-1) ?? '');
	const found = ofEitherEnd.test(folded) ? undefined : shape.exec(folded)?.groups;
	if (found === undefined) return undefined;
	const { before, partial, retraction, concern, after } = found;
	if (before === 'has' && ofWork.has(after)) return undefined;
	const kind = concern !== undefined ? 'concern' : retraction && !partial ? 'retraction' : 'correction';
	return { kind, of: before === 'has' || fromWork.has(after) ? 'source' : 'target' };
}

const longestWord = 200;
const partsOfAddress = /[/#:]/;
