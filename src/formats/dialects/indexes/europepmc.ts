// Reads answers of Europe PMC: who cites an article, what it cites, and the records of a search.
import { noticeIn } from '../bibliographies/pubmed.ts';
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink } from '../dialect.ts';
import { json, type ObjectTable, type RecordTable } from '../mapping.ts';
import { at, type Fields, fields, inScheme, list, objects, text, texts } from '../values.ts';

/** Answers of `/{source}/{id}/citations`, `/references` and `/search`. */
export const europepmc: Dialect<'json'> = {
	name: 'europepmc',
	title: 'Europe PMC: citations, references and search answers of its API',
	syntax: 'json',
	replacement: 'statement',
	provider: 'Europe PMC',
	dateRule: 'the year of the citing work, where it is given',
	example:
		'{"version": "6.9", "request": {"id": "1000", "source": "MED"}, "citationList": {"citation": [{"id": "2000", ' +
		'"source": "MED", "title": "A paper that cites", "pubYear": 2024}]}}',
	fits: (document) => {
		const { citationList, referenceList, resultList } = fields(document);
		return (citationList ?? referenceList ?? resultList) !== undefined;
	},
	*read(document) {
		const answer = fields(document);
		for (const record of objects(at(answer, 'resultList', 'result'))) yield json.record(record, recordTable);
		const references = objects(at(answer, 'referenceList', 'reference'));
		if (references.length + objects(at(answer, 'citationList', 'citation')).length === 0) return;
		yield {
			subject: { identifiers: numberIn(fields(answer.request)), type: 'literature' },
			links: [citations, { each: 'referenceList.reference[]', relation: '=Cites', ...article }]
				.values()
				.flatMap((row) => json.linksOf(answer, row)),
			leftOut: references
				.filter((one) => text(one.id) === undefined)
				.map(() => 'a reference without a number of Europe PMC'),
		};
	},
};

/** The sources of Europe PMC by the schemes of their numbers; `PPR` numbers preprints. */
function numberIn({ source, id }: Fields): GivenIdentifier[] {
	const [number, scheme] = [text(id), schemes.get(text(source) ?? '')];
	return number === undefined || scheme === undefined ? [] : [{ id: number, scheme }];
}

const schemes: ReadonlyMap<string, string> = new Map([
	['MED', 'pmid'],
	['PMC', 'pmcid'],
	['PPR', 'ppr'],
]);

const article: ObjectTable<Fields> = {
	identifiers: numberIn,
	type: '=literature',
	title: 'title',
	creators: creatorsOf,
	publicationDate: ['firstPublicationDate', 'pubYear'],
	// Short answers abbreviate it.
	container: {
		title: ['journalInfo.journal.title', 'journalTitle', 'journalAbbreviation'],
		issns: ({ journalIssn, journalInfo }) => [
			...texts(journalIssn),
			...texts(at(journalInfo, 'journal', 'issn')),
			...texts(at(journalInfo, 'journal', 'essn')),
		],
		volume: ['journalInfo.volume', 'journalVolume', 'volume'],
		issue: ['journalInfo.issue', 'issue'],
		pages: ['pageInfo'],
	},
};

/** Full answers list the authors; short ones have their names in one text. */
function creatorsOf(work: Fields): readonly GivenAgent[] {
	const listed = json.creatorsOf(work, {
		each: 'authorList.author[]',
		name: ['fullName', 'collectiveName'],
		orcid: ({ authorId }) => list(authorId).flatMap((id) => (at(id, 'type') === 'ORCID' ? list(at(id, 'value')) : [])),
	});
	return listed.length > 0 ? listed : json.creatorsOf(work, { each: 'authorString[]', name: '.' });
}

const citations = { each: 'citationList.citation[]', relation: '=IsCitedBy', ...article, date: 'pubYear' };

const recordTable: RecordTable<Fields> = {
	subject: { ...article, identifiers: identifiersOf },
	links: [
		(record) =>
			objects(at(record, 'commentCorrectionList', 'commentCorrection'))
				.values()
				.flatMap(readComment),
	],
	date: ['firstPublicationDate', 'pubYear'],
};

function identifiersOf(record: Fields): GivenIdentifier[] {
	const given = ['pmid', 'pmcid', 'doi'].flatMap((scheme) => inScheme(scheme, json.textsAt(record, scheme)));
	return text(record.pmid) === undefined ? [...numberIn(record), ...given] : given;
}

/** A preprint and its article are versions; what corrects or comments another is related to it. */
function readComment(comment: Fields): GivenLink[] {
	const identifiers = numberIn(comment);
	const name = text(comment.type);
	if (identifiers.length === 0 || name === undefined) return [];
	const target = { identifiers, type: 'literature' };
	if (name === 'Preprint of') return [{ relation: 'IsPreviousVersionOf', target }];
	if (name === 'Preprint in') return [{ relation: 'IsNewVersionOf', target }];
	return [{ relation: 'IsRelatedTo', target, subType: name, notice: noticeIn(name, text(comment.reference)) }];
}
