// Reads what a landing page says of the work that it presents: JSON-LD of schema.org, in the page or
// in its place, or else the `meta` elements that search engines for literature read.
import { attributeOf } from '../../attributes.ts';
import { parseJson } from '../../json/json-text.ts';
import type { GivenObject } from '../dialect.ts';
import { pageRange } from '../mapping.ts';
import { list, printedDate } from '../values.ts';
import { schemaOrg } from './schema-org.ts';

/** Reads the work that a page presents; undefined where it names no title. */
export function readPage(text: string, address: string): GivenObject | undefined {
	const isJson = /^\s*[[{]/.test(text);
	const documents = isJson ? [text] : scriptsIn(text);
	return presented(documents.flatMap(worksIn), address) ?? (isJson ? undefined : readMeta(text));
}

function scriptsIn(html: string): string[] {
	return [...html.matchAll(/<script\b([^<>]*)>(.*?)(?:<\/script|$)/gis)].flatMap(([, attributes = '', json = '']) =>
		/^application\/ld\+json/i.test(attributeOf(attributes, 'type') ?? '') ? [json] : [],
	);
}

function worksIn(json: string): GivenObject[] {
	const parsed = parseJson(json);
	const documents = 'value' in parsed ? list(parsed.value).filter(schemaOrg.fits) : [];
	return documents
		.flatMap((document) => [...schemaOrg.read(document, {})])
		.flatMap(({ subject }) => (subject?.title === undefined ? [] : [subject]));
}

/** Of several works, others may only be related: the one that names the page counts. */
function presented(works: readonly GivenObject[], address: string): GivenObject | undefined {
	const placeOf = (id: string) => URL.parse(id)?.href.replace(/^https?:|\/$/g, '');
	const page = placeOf(address);
	const named = works.find(({ identifiers }) => identifiers.some(({ id }) => placeOf(id) === page));
	return named ?? (works.length === 1 ? works[0] : undefined);
}

/** An element with whatever is in the quotes of its attributes. */
const metaElement = /<meta((?:\s+[^\s"'<>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)/gi;

/** Reads the names of Highwire Press, of EPrints, and of Dublin Core. */
function readMeta(html: string): GivenObject | undefined {
	const contents = new Map<string, string[]>();
	for (const [, attributes = ''] of html.matchAll(metaElement)) {
		const [name, content] = [attributeOf(attributes, 'name'), attributeOf(attributes, 'content')?.trim()];
		if (name && content)
			contents.getOrInsertComputed(name.toLowerCase().replace(/^dcterms\./, 'dc.'), () => []).push(content);
	}
	const all = (...names: string[]) =>
		names.map((name) => contents.get(name)).find((values) => values !== undefined) ?? [];
	const first = (...names: string[]) => all(...names)[0];
	const title = first('citation_title', 'eprints.title', 'dc.title');
	if (title === undefined) return undefined;
	const journal = first('citation_journal_title');
	const date = first('citation_publication_date', 'citation_date', 'dc.issued', 'eprints.date', 'dc.date');
	return {
		...{ identifiers: [], title, type: journal === undefined ? first('dc.type') : 'JournalArticle' },
		creators: all('citation_author', 'eprints.creators_name', 'dc.creator').map((name) => ({ name })),
		publicationDate: date && printedDate(date),
		publishers: all('citation_publisher', 'dc.publisher'),
		container: {
			...{ title: journal, issns: all('citation_issn') },
			...{ volume: first('citation_volume'), issue: first('citation_issue') },
			pages: pageRange(first('citation_firstpage'), first('citation_lastpage')),
		},
	};
}
