// Reads works of The Lens: answers of its API and its exports in JSON.
import type { Dialect, GivenIdentifier } from '../dialect.ts';
import { json } from '../mapping.ts';
import { referencedWorks } from '../references.ts';
import { at, type Fields, fields, isFields, objects, text } from '../values.ts';

/** The Lens. Its own numbers name no work elsewhere: references by them alone are counted. */
export const lensApi: Dialect<'json'> = {
	name: 'lens',
	title: 'The Lens: works of its API and exports',
	syntax: 'json',
	replacement: 'record',
	provider: 'The Lens',
	dateRule: 'when the citing work was published',
	example:
		'{"data": [{"lens_id": "000-000-000-000-001", "external_ids": [{"type": "doi", "value": "10.1234/paper"}], ' +
		'"year_published": 2024, "references": [{"lens_id": "000-000-000-000-002", "doi": "10.1234/cited"}]}]}',
	fits: (document) => worksIn(document).length > 0,
	*read(document) {
		for (const work of worksIn(document)) {
			const references = objects(work.references).map((one) => ({
				...{ identifiers: identifiersOf(one), words: text(one.text), relation: 'Cites' },
			}));
			yield { ...json.record(work, { subject, links: [], date }), ...referencedWorks(references) };
		}
	},
};

const date = ['date_published', 'year_published'];

const subject = {
	identifiers: identifiersOf,
	type: 'publication_type',
	title: 'title',
	creators: {
		...{ each: 'authors[]', name: ['display_name', 'collective_name', nameOf] },
		orcid: 'ids[type=orcid].value',
	},
	publicationDate: date,
	publishers: ['source.publisher', 'publisher'],
	keywords: 'keywords[]',
	container: {
		...{ title: 'source.title', issns: 'source.issn[].value', volume: 'volume', issue: 'issue' },
		...{ firstPage: 'start_page', lastPage: 'end_page' },
	},
};

function worksIn(document: unknown): Fields[] {
	const works = at(document, 'data') ?? (isFields(document) ? [document] : document);
	return objects(works).filter(({ lens_id: number }) => text(number) !== undefined);
}

function identifiersOf(work: Fields): GivenIdentifier[] {
	const listed = objects(work.external_ids).map((one) => [text(one.type), text(one.value)] as const);
	const flat = ['doi', 'pmid', 'pmcid'].map((scheme) => [scheme, text(work[scheme])] as const);
	return [...listed, ...flat].flatMap(([type, id]) => {
		const scheme = type?.toLowerCase() ?? '';
		return id !== undefined && /^(?:doi|pmid|pmcid)$/.test(scheme) ? [{ id, scheme }] : [];
	});
}

function nameOf(author: Fields): string | undefined {
	const { last_name: last, first_name: first } = fields(author);
	return [text(last), text(first)].filter((part) => part !== undefined).join(', ');
}
