// Reads citation files of software (Citation File Format): a release, the paper that describes it,
// and what it refers to.
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, GivenObject } from '../dialect.ts';
import { pageRange } from '../mapping.ts';
import { type Fields, fields, inScheme, isFields, objects, text, texts } from '../values.ts';
import { lastingOnes, miswrittenOnes } from '../write-object.ts';

/** CITATION.cff. */
export const citationCff: Dialect<'yaml'> = {
	name: 'citation-cff',
	title: 'CITATION.cff: a program and what it cites',
	syntax: 'yaml',
	replacement: 'record',
	dateRule: 'when the version was released (date-released)',
	example:
		'cff-version: 1.2.0\ntitle: A Tool\ndoi: 10.1234/tool\ndate-released: 2024-05-01\n' +
		'references:\n  - type: article\n    title: A Paper\n    doi: 10.1234/paper\n',
	fits: (document) => fields(document)['cff-version'] !== undefined,
	*read(document) {
		const file = fields(document);
		const { own, concepts } = identifiersOf(file);
		const code = text(file['repository-code']);
		const address = code ?? text(file.url);
		const identifiers = own.length > 0 ? own : address === undefined ? [] : [{ id: address }];
		const versionOf = [...concepts, ...(own.length > 0 && code !== undefined ? [{ id: code }] : [])];
		const date = text(file['date-released']);
		yield {
			subject: {
				identifiers,
				type: text(file.type) ?? 'software',
				title: text(file.title),
				creators: creatorsOf(file.authors),
				publicationDate: date,
				keywords: texts(file.keywords),
				// An address names all versions.
				edition: own.length > 0 ? text(file.version) : undefined,
			},
			links: [
				...versionOf.map(
					(one): GivenLink => ({ relation: 'IsVersionOf', target: { identifiers: [one], type: 'software' } }),
				),
				...linksTo('IsDescribedBy', objects(file['preferred-citation'])),
				...linksTo('References', objects(file.references)),
			],
			date,
			leftOut: identifiers.length === 0 ? ['a program without an identifier'] : undefined,
		};
	},
};

/**
 * Distinguishes what names this version from what names all versions: only the description says so. A
 * concept that is given as the one DOI of the file names it all the same.
 */
function identifiersOf(file: Fields): { own: GivenIdentifier[]; concepts: GivenIdentifier[] } {
	const listed = objects(file.identifiers).filter(({ type }) => type === 'doi' || type === 'swh');
	const isConcept = (one: Fields) => conceptWords.test(text(one.description) ?? '');
	const concepts = lastingOnes(listed.filter(isConcept).flatMap(identifierIn));
	const names = new Set(concepts.map(({ id }) => id.toLowerCase()));
	const all = lastingOnes([...given(file.doi), ...listed.flatMap(identifierIn)]);
	const own = all.filter(({ id }) => !names.has(id.toLowerCase()));
	return own.length > 0 ? { own, concepts } : { own: concepts.slice(0, 1), concepts: [] };
}

const conceptWords =
	/\bconcept\b|\ball (?:the )?versions\b|\bany version\b|\b(?:always|latest|newest) version\b|\bcollection\b/i;

function identifierIn({ value }: Fields): GivenIdentifier[] {
	return given(value);
}

/** The form of the text decides its scheme; `doi: TODO` is none. */
function given(value: unknown): GivenIdentifier[] {
	return texts(value).map((id) => ({ id }));
}

function linksTo(relation: string, works: readonly Fields[]): GivenLink[] {
	return works.flatMap((work) => {
		const target = readWork(work);
		return target.identifiers.length === 0 ? [] : [{ relation, target }];
	});
}

function readWork(work: Fields): GivenObject {
	const type = text(work.type);
	const named = [
		...given(work.doi),
		...objects(work.identifiers).flatMap(({ type: scheme, value }) => (scheme === 'other' ? [] : given(value))),
		...given(work.pmcid),
		...(type === 'book' ? inScheme('isbn', work.isbn) : []),
	];
	const lasting = lastingOnes(named);
	const addresses = [work['repository-code'], work.repository, work.url, work['repository-artifact']].flatMap(given);
	return {
		identifiers: [...(lasting.length > 0 ? lasting : addresses.slice(0, 1)), ...miswrittenOnes(named)],
		type: type === undefined ? undefined : (types.get(type) ?? type),
		title: text(work.title),
		creators: creatorsOf(work.authors),
		publicationDate: text(work['date-released']) ?? text(work['date-published']) ?? text(work.year),
		publishers: texts(isFields(work.publisher) ? work.publisher.name : work.publisher),
		container: {
			title: text(work.journal) ?? text(work['collection-title']),
			issns: texts(work.issn),
			...{ volume: text(work.volume), issue: text(work.issue), pages: pageRange(text(work.start), text(work.end)) },
		},
		edition: text(work.edition) ?? text(work.version),
	};
}

/** Reads persons (with particle and suffix) and entities. */
function creatorsOf(value: unknown): GivenAgent[] {
	return objects(value).flatMap((agent) => {
		const family = [text(agent['name-particle']), text(agent['family-names'])].filter((part) => part !== undefined);
		const parts = [family.join(' '), text(agent['given-names']) ?? ''].filter((part) => part !== '');
		const name = text(agent.name) ?? (parts.length > 0 ? parts.join(', ') : text(agent.alias));
		return name === undefined ? [] : [{ name, orcid: text(agent.orcid) }];
	});
}

/** Types of CFF that other vocabularies call otherwise. */
const types: ReadonlyMap<string, string> = new Map(
	Object.entries({
		'conference-paper': 'ConferencePaper',
		'software-code': 'software',
		'software-container': 'software',
		'software-executable': 'software',
		'software-virtual-machine': 'software',
		blog: 'literature',
		manual: 'literature',
		'newspaper-article': 'literature',
		'magazine-article': 'literature',
		pamphlet: 'literature',
		website: 'other',
		generic: 'other',
	}),
);
