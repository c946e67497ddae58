// Holds further samples of dialects in JSON, and the links in them: of indexes of literature.
import { type Samples, sample } from './json-samples.fixture.ts';

const inspireRecord = `
	{"id": "1", "uuid": "x", "revision_id": 2, "created": "2024-05-02T10:00:00+00:00", "links": {
	"self": "https://inspire.example/api/literature/1"}, "metadata": {"$schema": "https://inspire.example/hep.json",
	"control_number": 1, "_collections": ["Literature"], "document_type": ["article"], "texkeys": ["Doe:2024abc"],
	"titles": [{"title": "A", "source": "arXiv"}], "authors": [{"full_name": "Doe, Ada", "recid": 7, "ids": [{
	"schema": "ORCID", "value": "0000-0002-1825-0097"}]}], "dois": [{"value": "10.1234/a", "source": "A Press"}],
	"arxiv_eprints": [{"value": "2405.01234", "categories": ["hep-ex"]}], "publication_info": [{"year": 2024,
	"journal_title": "Things", "journal_volume": "12", "artid": "034", "page_start": "3", "page_end": "4"}],
	"imprints": [{"date": "2024-05-01", "publisher": "A Press"}], "preprint_date": "2024-04-30", "references": [{
	"record": {"$ref": "https://inspire.example/api/literature/2"}, "raw_refs": [{"schema": "text", "value": "[1] B"}],
	"reference": {"label": "1", "dois": ["10.1234/b"], "arxiv_eprint": "hep-th/9711999", "title": {"title": "B"},
	"misc": ["x"], "authors": [{"full_name": "Roe, B."}], "publication_info": {"year": 1999}}}]}}`;

const scholarPaper = `
	{"paperId": "0f3a", "corpusId": 11, "externalIds": {"DOI": "10.1234/a", "CorpusId": 11, "DBLP": "journals/x/Doe24",
	"PubMedCentral": "1234567"}, "url": "https://scholar.example/paper/0f3a", "title": "A", "venue": "Things",
	"publicationVenue": {"id": "x", "name": "Things", "type": "journal", "issn": "1234-5679", "alternate_issns": []},
	"year": 2024, "publicationDate": "2024-05-01", "publicationTypes": ["JournalArticle"], "journal": {
	"name": "Things", "volume": "12", "pages": "3-4"}, "authors": [{"authorId": "1", "name": "Ada Doe"}],
	"referenceCount": 1, "references": [{"paperId": "0f3b", "externalIds": {"DOI": "10.1234/b"}, "title": "B"}],
	"citations": [{"paperId": "0f3c", "externalIds": {"ArXiv": "2506.01234"}, "title": "C", "year": 2025}]}`;

const linksOfScholarPaper = [
	'doi:10.1234/a = pmcid:PMC1234567 Cites doi:10.1234/b, 2024-05-01, Semantic Scholar',
	'doi:10.1234/a IsCitedBy arxiv:arXiv:2506.01234, 2025, Semantic Scholar',
];

const entity = (number: number) => `{"type": "uri", "value": "http://www.wikidata.org/entity/Q${number}"}`;

/** The samples of dialects in JSON that are not in json-samples.fixture.ts. */
export const moreJsonSamples: Samples = {
	'inspire json': [
		sample(
			'a record',
			'doi:10.1234/a = arxiv:arXiv:2405.01234 Cites doi:10.1234/b = arxiv:arXiv:hep-th/9711999, 2024-05-01, INSPIRE',
		)`${inspireRecord}`,
		sample(
			'a page',
			'doi:10.1234/a = arxiv:arXiv:2405.01234 Cites doi:10.1234/b = arxiv:arXiv:hep-th/9711999, 2024-05-01, INSPIRE',
		)`{"hits": {"total": 1, "hits": [${inspireRecord}]}, "links": {"self": "https://inspire.example/api/literature"}}`,
	],
	'semantic-scholar json': [
		sample('a paper', ...linksOfScholarPaper)`${scholarPaper}`,
		sample('papers of a batch', ...linksOfScholarPaper)`[${scholarPaper}]`,
		sample('papers of a search', ...linksOfScholarPaper)`{"total": 1, "offset": 0, "data": [${scholarPaper}]}`,
	],
	'wikidata json': [
		sample('an answer', 'wikidata:Q1 = doi:10.1234/A Cites wikidata:Q2, 2024-05-01T00:00:00Z, Wikidata')`
			{"head": {"vars": ["citing", "citingLabel", "doi", "date", "cited", "citedLabel"]}, "results": {"bindings": [{
			"citing": ${entity(1)}, "citingLabel": {"xml:lang": "en", "type": "literal", "value": "A"},
			"doi": {"type": "literal", "value": "10.1234/A"}, "date": {"type": "literal",
			"datatype": "http://www.w3.org/2001/XMLSchema#dateTime", "value": "2024-05-01T00:00:00Z"},
			"cited": ${entity(2)}, "citedLabel": {"type": "literal", "value": "Q2"}}]}}`,
		sample('rows as its page exports them', 'wikidata:Q1 Cites wikidata:Q2, Wikidata')`
			[{"item": "http://www.wikidata.org/entity/Q1", "itemLabel": "A",
			"cites": "http://www.wikidata.org/entity/Q2"}]`,
		sample('rows with what is bound', 'wikidata:Q1 Cites wikidata:Q2, Wikidata')`
			[{"work": ${entity(1)}, "cited_work": ${entity(2)}}]`,
	],
};
