// Reads the text that PubMed exports for reference managers (.nbib), and its older MEDLINE format.
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, TaggedEntry } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { valuesByTag } from '../syntaxes/read-tagged.ts';
import { type Fields, inScheme, printedDate, texts } from '../values.ts';
import { alsoListed, identifiersOfWork, isbnsIn } from './listed-works.ts';
import { articleNamedIn, plainKeyword, pubmedDateRule, pubmedProvider, readUpdate, typeOf } from './pubmed.ts';

/** The PubMed format (NBIB, MEDLINE). */
export const pubmedText: Dialect<'tagged'> = {
	name: 'pubmed',
	title: 'PubMed: exports for reference managers (.nbib, MEDLINE); corrections and comments',
	syntax: 'tagged',
	replacement: 'statement',
	provider: pubmedProvider,
	dateRule: pubmedDateRule,
	example:
		'PMID- 1234567\nTI  - A Title\nDP  - 2024 May 1\nPT  - Journal Article\n' +
		'EIN - Things. 2024;2(3):4. PMID: 7654321\nAID - 10.1234/a [doi]\n',
	fits: ({ fields: [first] }) => first?.[0] === 'PMID' || first?.[0] === 'OWN',
	*read(entry, supplied) {
		const values = valuesByTag(entry);
		const article = { ...json.object(values, articleTable), creators: authorsOf(entry) };
		const updates = entry.fields.flatMap(([tag, value]) => updateIn(tag, value));
		const [made] = texts(values.CRDT);
		const date = printedDate(made ?? '') ?? article.publicationDate;
		if (article.identifiers.length === 0) yield { links: [], leftOut: ['an entry without an identifier'] };
		else yield alsoListed({ subject: article, links: updates, date, provider: ownerOf(values) }, supplied);
	},
};

const articleTable: ObjectTable<Fields> = {
	identifiers: ({ PMID, LID, AID, PMC, BTI, TI, ISBN }) =>
		identifiersOfWork([
			...inScheme('pmid', PMID),
			...[LID, AID].flatMap(texts).flatMap(doiIn),
			...inScheme('pmcid', PMC),
			...(BTI !== undefined && TI === undefined ? texts(ISBN).flatMap(isbnsIn) : []),
		]),
	type: ({ PT, BTI, TI }) => typeOf(texts(PT), BTI !== undefined, TI !== undefined),
	title: ['TI[]', 'BTI[]'],
	publicationDate: { at: 'DP[]', as: printedDate },
	publishers: 'PB[]',
	keywords: ({ MH, OT }) => [...texts(MH), ...texts(OT)].map(plainKeyword),
	container: {
		title: ['JT[]', 'TA[]', ({ TI, BTI }) => (TI === undefined ? undefined : texts(BTI)[0])],
		issns: { at: 'IS[]', as: (text) => text.split(' ')[0] },
		volume: 'VI[]',
		issue: 'IP[]',
		pages: 'PG[]',
	},
	edition: 'EN[]',
	publisherPlace: ({ BTI, PL }) => (BTI === undefined ? undefined : PL),
};

/**
 * `10.1234/a [doi]`; other numbers are the publisher's: `S0140-6736(24)00001-2 [pii]`. ERIC has addresses
 * of DOIs.
 */
function doiIn(text: string): GivenIdentifier[] {
	const [, doi] =
		/^(.*)\[doi\]$|^((?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/[^\s[]+)$/.exec(text)?.filter(Boolean) ?? [];
	return doi === undefined ? [] : [{ id: doi, scheme: 'doi' }];
}

/** Says whose an article without a number of PubMed is: other databases export in its format. */
function ownerOf({ PMID, OWN }: Fields): string | undefined {
	return PMID === undefined ? texts(OWN)[0] : undefined;
}

/** Full names, or short ones where there are none, with the ORCID that follows a name. */
function authorsOf({ fields }: TaggedEntry): readonly GivenAgent[] {
	const wanted = fields.some(([tag]) => tag === 'FAU') ? 'FAU' : 'AU';
	const authors: { name: string; orcid?: string }[] = [];
	for (const [tag, value] of fields) {
		const author = authors.at(-1);
		if (tag === wanted || tag === 'CN') authors.push({ name: value.replaceAll(/\s+/g, ' ') });
		else if (tag === 'AUID' && author !== undefined && /^ORCID\b/i.test(value)) {
			author.orcid = value.replace(/^ORCID:?\s*/i, '');
		}
	}
	return authors;
}

/** Reads a comment or a correction, which names the other article in words. */
function updateIn(tag: string, value: string): GivenLink[] {
	const name = updates.get(tag);
	const identifiers = name === undefined ? [] : articleNamedIn(value);
	return name === undefined || identifiers.length === 0 ? [] : [readUpdate(name, identifiers, value)];
}

/** The tags of comments and corrections, and PubMed's names for them in XML. */
const updates: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ CIN: 'CommentIn', CON: 'CommentOn', EIN: 'ErratumIn', EFR: 'ErratumFor' },
		...{ CRI: 'CorrectedandRepublishedIn', CRF: 'CorrectedandRepublishedFrom' },
		...{ ECI: 'ExpressionOfConcernIn', ECF: 'ExpressionOfConcernFor' },
		...{ PRIN: 'PartialRetractionIn', PROF: 'PartialRetractionOf', RIN: 'RetractionIn', ROF: 'RetractionOf' },
		...{ RRI: 'RetractedandRepublishedIn', RRF: 'RetractedandRepublishedFrom' },
		...{ RPI: 'RepublishedIn', RPF: 'RepublishedFrom', UIN: 'UpdateIn', UOF: 'UpdateOf' },
		...{ SPIN: 'SummaryForPatientsIn', ORI: 'OriginalReportIn' },
	}),
);
