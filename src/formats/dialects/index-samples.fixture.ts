// Holds samples in JSON of indexes of literature and of graphs, and the links in them.
import { type Samples, sample } from './json-samples.fixture.ts';

const entity = (number: number) => `{"type": "uri", "value": "http://www.wikidata.org/entity/Q${number}"}`;

/** The samples of indexes and graphs. */
export const indexSamples: Samples = {
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
