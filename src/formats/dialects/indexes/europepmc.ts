// Reads answers of Europe PMC: who cites an article, what it cites, and the records of a search.
import type { Dialect, GivenIdentifier, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, objects, text } from '../values.ts';

const provider = 'Europe PMC';

/** Answers of `/{source}/{id}/citations`, `/references` and `/search`. */
export const europepmc: Dialect<'json'> = {
	name: 'europepmc',
	title: 'Europe PMC: citations, references and search answers of its API',
	frame: 'json',
	replacement: 'statement',
	provider,
	dateRule: 'the year of the citing work, where it is told',
	example:
		'{"version": "6.9", "request": {"id": "1000", "source": "MED"}, "citationList": {"citation": [{"id": "2000", ' +
		'"source": "MED", "title": "A paper that cites", "pubYear": 2024}]}}',
	fits: (document) => {
		const { citationList, referenceList, resultList } = fields(document);
		return (citationList ?? referenceList ?? resultList) !== undefined;
	},
	*read(document) {
		const answer = fields(document);
		for (const record of objects(at(answer, 'resultList', 'result'))) yield readRecord(record);
		const { id, source } = fields(answer.request);
		const identifiers = identifiersOf(text(source), text(id));
		const citations = objects(at(answer, 'citationList', 'citation'));
		const references = objects(at(answer, 'referenceList', 'reference'));
		if (citations.length + references.length === 0) return;
		const subject = { identifiers, type: 'literature' };
		yield {
			subject,
			links: [
				...citations.flatMap((one) => readOther(one, 'IsCitedBy', text(one.pubYear))),
				...references.flatMap((one) => readOther(one, 'Cites', undefined)),
			],
			leftOut: references
				.filter((one) => text(one.id) === undefined)
				.map(() => 'a reference without a number of Europe PMC'),
		};
	},
};

function readOther(one: Fields, relation: string, date: string | undefined): GivenLink[] {
	const identifiers = identifiersOf(text(one.source), text(one.id));
	return identifiers.length === 0 ? [] : [{ relation, target: describe(one, identifiers), date }];
}

/** The sources of Europe PMC by the schemes of their numbers; `PPR` numbers preprints. */
function identifiersOf(source: string | undefined, id: string | undefined): GivenIdentifier[] {
	if (id === undefined) return [];
	if (source === 'MED') return [{ id, scheme: 'pmid' }];
	if (source === 'PMC') return [{ id, scheme: 'pmcid' }];
	return source === 'PPR' ? [{ id, scheme: 'ppr' }] : [];
}

function describe(one: Fields, identifiers: readonly GivenIdentifier[]): GivenObject {
	const creators = text(one.authorString);
	return {
		...{ identifiers, type: 'literature', title: text(one.title) },
		creators: creators === undefined ? undefined : [{ name: creators }],
		publicationDate: text(one.firstPublicationDate) ?? text(one.pubYear),
		// Short answers abbreviate it.
		container:
			text(at(one, 'journalInfo', 'journal', 'title')) ?? text(one.journalTitle) ?? text(one.journalAbbreviation),
	};
}

function readRecord(record: Fields): GivenRecord {
	const [pmid, pmcid, doi] = [text(record.pmid), text(record.pmcid), text(record.doi)];
	const identifiers: GivenIdentifier[] = [
		...(pmid === undefined ? identifiersOf(text(record.source), text(record.id)) : [{ id: pmid, scheme: 'pmid' }]),
		...(pmcid === undefined ? [] : [{ id: pmcid, scheme: 'pmcid' }]),
		...(doi === undefined ? [] : [{ id: doi, scheme: 'doi' }]),
	];
	return {
		subject: describe(record, identifiers),
		links: objects(at(record, 'commentCorrectionList', 'commentCorrection')).flatMap(readComment),
		date: text(record.firstPublicationDate) ?? text(record.pubYear),
	};
}

/** A preprint and its article are versions; what corrects or comments another is related to it. */
function readComment({ type, source, id }: Fields): GivenLink[] {
	const identifiers = identifiersOf(text(source), text(id));
	const name = text(type);
	if (identifiers.length === 0 || name === undefined) return [];
	const target = { identifiers, type: 'literature' };
	if (name === 'Preprint of') return [{ relation: 'IsPreviousVersionOf', target }];
	if (name === 'Preprint in') return [{ relation: 'IsNewVersionOf', target }];
	return [{ relation: 'IsRelatedTo', target, subType: name }];
}
