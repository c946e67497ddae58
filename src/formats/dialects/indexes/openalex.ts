// Reads works of OpenAlex: pages and single answers of its API, and the lines of its snapshot.
import type { Dialect } from '../dialect.ts';
import { json } from '../mapping.ts';
import { at, type Fields, fields, isFields, list, objects, text } from '../values.ts';

/**
 * OpenAlex's works. Both ends of a citation are its own numbers; the identifiers of the cited work
 * stand in that work's record. `related_works` are similar by a machine, and no links.
 */
export const openalex: Dialect<'json'> = {
	name: 'openalex',
	title: 'OpenAlex: works of its API and its snapshot',
	syntax: 'json',
	replacement: 'record',
	provider: 'OpenAlex',
	dateRule: 'when the citing work was published',
	example:
		'{"id": "https://openalex.org/W1", "ids": {"openalex": "https://openalex.org/W1", "doi": ' +
		'"https://doi.org/10.1234/paper"}, "publication_date": "2024-05-01", "referenced_works": ' +
		'["https://openalex.org/W2"]}',
	...json.records((document) => worksIn(document).filter(isWork), {
		subject: {
			// Microsoft's numbers (`mag`) name the same records that are OpenAlex's own.
			identifiers: [
				{ id: { at: 'id', as: numberOf }, scheme: '=openalex' },
				{ id: ['ids.doi', 'doi'], scheme: '=doi' },
				{ id: 'ids.pmid', scheme: '=pmid' },
				{ id: { at: 'ids.pmcid', as: pmcid }, scheme: '=pmcid' },
			],
			type: 'type',
			title: ['title', 'display_name'],
			creators: { each: 'authorships[]', name: 'author.display_name', orcid: 'author.orcid' },
			publicationDate: ['publication_date', 'publication_year'],
			publishers: 'primary_location.source.host_organization_name',
			keywords: 'keywords[].display_name',
			container: {
				title: (work) => containerIn(work)?.display_name,
				issns: (work) => [containerIn(work)?.issn_l, ...list(containerIn(work)?.issn)],
				volume: 'biblio.volume',
				issue: 'biblio.issue',
				firstPage: 'biblio.first_page',
				lastPage: 'biblio.last_page',
			},
			// Notices of retractions count as retracted, too.
			notices: ({ is_retracted: isRetracted, type }) =>
				isRetracted === true && type !== 'retraction' ? [{ kind: 'retraction' }] : [],
		},
		links: [{ each: 'referenced_works[]', relation: '=Cites', id: { at: '.', as: numberOf }, scheme: '=openalex' }],
		date: ['publication_date', 'publication_year'],
	}),
};

function worksIn(document: unknown): Fields[] {
	const { results } = fields(document);
	if (results !== undefined) return objects(results);
	return isFields(document) ? [document] : [];
}

function isWork({ id, referenced_works: cited, ids }: Fields): boolean {
	return /(?:^|\/)W\d+$/.test(text(id) ?? '') && (cited !== undefined || isFields(ids));
}

/**
 * The sources in which works appear; others are repositories that hold a copy, and platforms that
 * stand for all their books.
 */
const containerTypes: ReadonlySet<string> = new Set(['journal', 'conference', 'book series']);

function containerIn(work: Fields): Fields | undefined {
	const source = fields(at(work, 'primary_location', 'source'));
	return containerTypes.has(text(source.type) ?? '') ? source : undefined;
}

function numberOf(address: string): string {
	return address.replace(/^.*\//, '');
}

function pmcid(value: string): string {
	return value.replace(/(^|\/)(\d+)$/, '$1PMC$2');
}
