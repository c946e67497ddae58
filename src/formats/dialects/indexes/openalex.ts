// Reads works of OpenAlex: pages and single answers of its API, and the lines of its snapshot.
import type { Dialect, GivenIdentifier, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, objects, text, texts } from '../values.ts';

/**
 * OpenAlex's works. Both ends of a citation are its own numbers; the identifiers of the cited work
 * stand in that work's record. `related_works` are similar by a machine, and no links.
 */
export const openalex: Dialect<'json'> = {
	name: 'openalex',
	title: 'OpenAlex: works of its API and its snapshot',
	frame: 'json',
	replacement: 'record',
	provider: 'OpenAlex',
	dateRule: 'when the citing work was published',
	example:
		'{"id": "https://openalex.org/W1", "ids": {"openalex": "https://openalex.org/W1", "doi": ' +
		'"https://doi.org/10.1234/paper"}, "publication_date": "2024-05-01", "referenced_works": ' +
		'["https://openalex.org/W2"]}',
	fits: (document) => worksIn(document).some(isWork),
	*read(document) {
		for (const work of worksIn(document)) if (isWork(work)) yield readWork(work);
	},
};

function worksIn(document: unknown): Fields[] {
	const { results } = fields(document);
	if (results !== undefined) return objects(results);
	return isFields(document) ? [document] : [];
}

function isWork({ id, referenced_works: cited, ids }: Fields): boolean {
	return /(?:^|\/)W\d+$/.test(text(id) ?? '') && (cited !== undefined || isFields(ids));
}

function readWork(work: Fields): GivenRecord {
	const published = text(work.publication_date) ?? text(work.publication_year);
	const source = fields(at(work, 'primary_location', 'source'));
	return {
		subject: {
			identifiers: identifiersOf(work),
			type: text(work.type),
			title: text(work.title) ?? text(work.display_name),
			creators: objects(work.authorships).flatMap(({ author }) => {
				const name = text(at(author, 'display_name'));
				return name === undefined ? [] : [{ name, orcid: text(at(author, 'orcid')) }];
			}),
			publicationDate: published,
			publishers: [text(source.host_organization_name)].filter((name) => name !== undefined),
			keywords: objects(work.keywords).flatMap(({ display_name: name }) => text(name) ?? []),
			container: containerTypes.has(text(source.type) ?? '') ? text(source.display_name) : undefined,
		},
		links: texts(work.referenced_works).map((cited) => ({
			relation: 'Cites',
			target: { identifiers: [{ id: numberOf(cited), scheme: 'openalex' }] },
		})),
		date: published,
	};
}

/**
 * The sources in which works appear; others are repositories that hold a copy, and platforms that
 * stand for all their books.
 */
const containerTypes: ReadonlySet<string> = new Set(['journal', 'conference', 'book series']);

/** Microsoft's numbers (`mag`) name the same records that are OpenAlex's own. */
function identifiersOf({ id, ids, doi }: Fields): GivenIdentifier[] {
	const given = fields(ids);
	const others = ['doi', 'pmid', 'pmcid'] as const;
	return [
		{ id: numberOf(text(id) ?? ''), scheme: 'openalex' },
		...others.flatMap((scheme) => {
			const value = text(given[scheme]) ?? (scheme === 'doi' ? text(doi) : undefined);
			return value === undefined ? [] : [{ id: scheme === 'pmcid' ? pmcid(value) : value, scheme }];
		}),
	];
}

function numberOf(address: string): string {
	return address.replace(/^.*\//, '');
}

function pmcid(value: string): string {
	return value.replace(/(^|\/)(\d+)$/, '$1PMC$2');
}
