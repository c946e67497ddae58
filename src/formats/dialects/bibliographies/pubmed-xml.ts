// Reads the XML of PubMed: its yearly files, and answers of E-utilities (efetch).
import type { Dialect, GivenIdentifier, GivenLink, GivenObject, XmlElement } from '../dialect.ts';
import { type ObjectTable, type Place, xml } from '../mapping.ts';
import { type Reference, referencedWorks } from '../references.ts';
import { child, children, descendants, textOf } from '../syntaxes/xml-elements.ts';
import { inScheme, printedDate } from '../values.ts';
import { identifiersOfWork, numberOfKind } from './listed-works.ts';
import { articleNamedIn, plainKeyword, pubmedDateRule, pubmedProvider, readUpdate, typeOf } from './pubmed.ts';

/** Articles, books and chapters of PubMed, with their references. */
export const pubmedXml: Dialect<'xml'> = {
	name: 'pubmed',
	title: 'PubMed: articles in XML with their references, corrections and comments',
	syntax: 'xml',
	replacement: 'record',
	provider: pubmedProvider,
	dateRule: pubmedDateRule,
	example:
		'<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1234567</PMID></MedlineCitation><PubmedData>' +
		'<ReferenceList><Reference><ArticleIdList><ArticleId IdType="pubmed">7654321</ArticleId></ArticleIdList>' +
		'</Reference></ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>',
	fits: (root) => articlesIn(root).length > 0 || root.name === 'DeleteCitation',
	*read(root) {
		for (const id of xml.textsAt(root, root.name === 'DeleteCitation' ? 'PMID[]' : 'DeleteCitation[].PMID[]')) {
			yield { subject: { identifiers: [{ id, scheme: 'pmid' }] }, links: [], isWithdrawn: true };
		}
		for (const article of articlesIn(root)) {
			const isBook = article.name === 'PubmedBookArticle';
			const citation = child(article, isBook ? 'BookDocument' : 'MedlineCitation');
			const data = child(article, isBook ? 'PubmedBookData' : 'PubmedData');
			if (citation === undefined) continue;
			const subject: GivenObject = {
				...xml.object(citation, isBook ? bookTable : articleTable),
				identifiers: identifiersOf(citation, data),
			};
			const lists = [data, citation].flatMap((one) => children(one, 'ReferenceList'));
			const { links, leftOut } = referencedWorks(
				lists.flatMap((list) => descendants(list, 'Reference')).map(readReference),
			);
			yield {
				subject,
				links: [...links, ...updatesIn(citation)],
				leftOut,
				date: entryDate(data) ?? subject.publicationDate,
				line: article.line,
			};
		}
	},
};

function articlesIn(root: XmlElement): XmlElement[] {
	const isOne = ({ name }: XmlElement) => name === 'PubmedArticle' || name === 'PubmedBookArticle';
	return isOne(root) ? [root] : children(root).filter(isOne);
}

const authors = {
	name: [{ joined: ['LastName', 'ForeName'] }, 'CollectiveName'],
	orcid: 'Identifier[@Source=ORCID]',
} satisfies { name: Place<XmlElement>; orcid: Place<XmlElement> };

const articleTable: ObjectTable<XmlElement> = {
	type: (citation) => typeOf(xml.textsAt(citation, 'Article.PublicationTypeList.PublicationType[]'), false, false),
	title: ['Article.ArticleTitle', 'Article.VernacularTitle'],
	creators: { each: 'Article.AuthorList.Author[]', ...authors },
	publicationDate: (citation) =>
		dateOf(child(citation, 'Article', 'Journal', 'JournalIssue', 'PubDate')) ??
		dateOf(child(citation, 'Article', 'ArticleDate')),
	keywords: (citation) =>
		['MeshHeadingList.MeshHeading[].DescriptorName', 'KeywordList[].Keyword[]']
			.flatMap((place) => xml.textsAt(citation, place))
			.map(plainKeyword),
	container: {
		title: ['Article.Journal.Title', 'Article.Journal.ISOAbbreviation', 'MedlineJournalInfo.MedlineTA'],
		issns: (citation) =>
			['Article.Journal.ISSN', 'MedlineJournalInfo.ISSNLinking'].flatMap((place) => xml.textsAt(citation, place)),
		volume: 'Article.Journal.JournalIssue.Volume',
		issue: 'Article.Journal.JournalIssue.Issue',
		pages: ['Article.Pagination.MedlinePgn', 'Article.Pagination.StartPage'],
	},
};

/** A book, or a chapter of it. */
const bookTable: ObjectTable<XmlElement> = {
	type: (citation) => typeOf([], true, child(citation, 'ArticleTitle') !== undefined),
	title: ['ArticleTitle', 'Book.BookTitle'],
	creators: (citation) => {
		const own = xml.creatorsOf(citation, { each: 'AuthorList.Author[]', ...authors });
		return own.length > 0 ? own : xml.creatorsOf(citation, { each: 'Book.AuthorList.Author[]', ...authors });
	},
	publicationDate: (citation) => dateOf(child(citation, 'Book', 'PubDate')),
	publishers: 'Book.Publisher.PublisherName',
	keywords: 'KeywordList[].Keyword[]',
	container: { title: (citation) => child(citation, 'ArticleTitle') && child(citation, 'Book', 'BookTitle') },
	edition: 'Book.Edition',
	publisherPlace: 'Book.Publisher.PublisherLocation',
};

function identifiersOf(citation: XmlElement, data: XmlElement | undefined): GivenIdentifier[] {
	return identifiersOfWork([
		...inScheme('pmid', xml.textsAt(citation, 'PMID')),
		...[data, citation].flatMap(articleIds),
		...children(child(citation, 'Article'), 'ELocationID').flatMap(validDoi),
	]);
}

/** Reads the DOI of an article, unless PubMed found it to be wrong; it may have a `pii` instead. */
function validDoi(location: XmlElement): GivenIdentifier[] {
	const { EIdType: kind, ValidYN: valid } = location.attributes;
	return valid === 'N' ? [] : numberOfKind(kind, textOf(location));
}

/** Lists the numbers of an article that name it elsewhere too. */
function articleIds(holder: XmlElement | undefined): GivenIdentifier[] {
	return children(child(holder, 'ArticleIdList'), 'ArticleId').flatMap((element) =>
		numberOfKind(element.attributes.IdType, textOf(element)),
	);
}

function readReference(reference: XmlElement): Reference {
	return { identifiers: articleIds(reference), words: xml.textAt(reference, 'Citation') };
}

function updatesIn(citation: XmlElement): GivenLink[] {
	return children(child(citation, 'CommentsCorrectionsList'), 'CommentsCorrections').flatMap((element) => {
		const name = element.attributes.RefType;
		const pmids = inScheme('pmid', xml.textsAt(element, 'PMID'));
		const words = xml.textAt(element, 'RefSource') ?? '';
		const identifiers = identifiersOfWork([...pmids, ...articleNamedIn(words)]);
		return name === undefined || identifiers.length === 0 ? [] : [readUpdate(name, identifiers, words)];
	});
}

/** The day on which the record came to PubMed. */
function entryDate(data: XmlElement | undefined): string | undefined {
	const dates = children(child(data, 'History'), 'PubMedPubDate');
	return dateOf(dates.find(({ attributes }) => attributes.PubStatus === 'entrez'));
}

/** `<Year>2024</Year><Month>May</Month><Day>1</Day>`, or `<MedlineDate>2024 May-Jun</MedlineDate>`. */
function dateOf(element: XmlElement | undefined): string | undefined {
	const parts = ['Year', 'Month', 'Day'].flatMap((name) => xml.textsAt(element, name));
	return printedDate(xml.textAt(element, 'MedlineDate') ?? parts.join(' '));
}
