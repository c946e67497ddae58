// What the records of PubMed have in common, in the text of its exports and in XML.
import { noticing } from '../../../links/notices.ts';
import type { GivenIdentifier, GivenLink } from '../dialect.ts';
import { printedDate } from '../values.ts';
import { identifiersOfWork } from './listed-works.ts';

/** The provider of all that PubMed states. */
export const pubmedProvider = 'PubMed';
export const pubmedDateRule = 'when PubMed made the record, else the publication date';

/**
 * Reads a comment on an article or a correction of it, by PubMed's name for it: `RetractionIn` where
 * the other article is the notice, `RetractionOf` where this one is. Either says that they are
 * related. An update is a version: of a preprint its article, of a review the next. `words` name the
 * other article, as articleNamedIn reads them.
 */
export function readUpdate(name: string, identifiers: readonly GivenIdentifier[], words = ''): GivenLink {
	const [, kind = name, side] = /^([A-Za-z]+?)(In|On|Of|For|From)$/.exec(name) ?? [];
	const target = { identifiers, type: 'literature' };
	if (name === 'Cites') return { relation: 'Cites', target };
	if (kind === 'Update') return { relation: side === 'In' ? 'IsPreviousVersionOf' : 'IsNewVersionOf', target };
	const subType = crossrefWords.get(kind) ?? inWords(kind);
	return { relation: 'IsRelatedTo', subType, notice: noticeIn(name, words), target };
}

/** Reads whether a comment is a notice, which appeared in another article: `Things. 2024 May;12(3):45`. */
export function noticeIn(name: string, words: string | undefined): GivenLink['notice'] {
	const stated = noticing(name);
	if (stated?.of !== 'source') return stated;
	const [, printed = ''] = /\. (\d{4}\b[^;:.]{0,20})/.exec(words ?? '') ?? [];
	return { ...stated, date: printedDate(printed) };
}

/**
 * Reads which article a comment or correction is, or is about, where that is in words:
 * `Things. 2024 May;12(3):45. doi: 10.1234/a. PMID: 1234567`.
 */
export function articleNamedIn(words: string): GivenIdentifier[] {
	const pmid = /\bPMID:?\s*(\d{1,9})\b/.exec(words)?.[1];
	const doi = /\bdoi:\s*(10\.\d{4,9}\/\S+)/i.exec(words)?.[1]?.replace(/[.;,]$/, '');
	return identifiersOfWork([
		pmid === undefined ? undefined : { id: pmid, scheme: 'pmid' },
		doi === undefined ? undefined : { id: doi, scheme: 'doi' },
	]);
}

/** The words that Crossref has for what PubMed calls otherwise. */
const crossrefWords: ReadonlyMap<string, string> = new Map([
	['CorrectedandRepublished', 'correction'],
	['RetractedandRepublished', 'retraction'],
]);

/** `PartialRetraction` is `partial_retraction`, as registries write their words. */
function inWords(name: string): string {
	return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

/** Chooses among the types of publication the one that says what a work is. */
export function typeOf(types: readonly string[], isBook: boolean, isPart: boolean): string {
	if (isBook) return isPart ? 'BookChapter' : 'Book';
	return types.find((type) => /^(?:preprint|dataset)$/i.test(type)) ?? 'JournalArticle';
}

/** In lists of subject headings the major ones have an asterisk. */
export function plainKeyword(keyword: string): string {
	return keyword.replace(/^\*/, '');
}
