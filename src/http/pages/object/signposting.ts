// The links of a work's page for machines, as a Link header (FAIR Signposting, level 1; RFC 8288).
import { citableAddress, schemaType } from '../../../formats/json-ld/json-ld.ts';
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import { identifierUrl } from '../../../identifiers/index.ts';
import { dataForms, type WorkForm, workForms } from './work-forms.ts';

// Proxies accept 4 KiB of headers by default.
const mostItems = 5;
const mostAuthors = 5;
const longestHeader = 3_000;

type Linked = { object: DescribedObject; page: string; versions: readonly { page: string }[] };

/**
 * Writes the header. `cite-as` is the address of the DOI or of another identifier; `describedby` are
 * the other formats of the page; `item` the pages of its versions, since the broker has no content;
 * `type` the types of page and work; `author` the ORCID iDs of creators.
 */
export function signposting({ object, page, versions }: Linked): string {
	const cited = citableAddress(object.Identifiers);
	const links = [
		...(cited === undefined ? [] : [link(cited, 'cite-as')]),
		...dataForms.map((form) => link(formAddress(page, form), 'describedby', workForms[form].mediaType)),
		link('https://schema.org/AboutPage', 'type'),
		link(`https://schema.org/${schemaType(object)}`, 'type'),
		...authorsOf(object).map((address) => link(address, 'author')),
		...versions.slice(0, mostItems).map((version) => link(version.page, 'item', 'text/html')),
	];
	const header = (count: number) => links.slice(0, count).join(', ');
	let count = links.length;
	while (count > 1 && header(count).length > longestHeader) count -= 1;
	return header(count);
}

/** Writes the address of a form of a page. */
export function formAddress(page: string, form: WorkForm): string {
	return `${page}?format=${form}`;
}

function link(address: string, relation: string, type?: string): string {
	// Characters of an identifier that would end the address or break the header are encoded.
	const safe = address.toWellFormed().replaceAll(/[^!-~]|[<>"\\^`{|}]/gu, encodeURIComponent);
	return `<${safe}>; rel="${relation}"${type === undefined ? '' : `; type="${type}"`}`;
}

function authorsOf({ Creator = [] }: DescribedObject): string[] {
	const orcids = Creator.flatMap(({ Identifier }) =>
		[Identifier].flat().flatMap((one) => {
			const { ID, IDScheme } = (one ?? {}) as { ID?: unknown; IDScheme?: unknown };
			if (typeof ID !== 'string' || !/^orcid$/i.test(String(IDScheme))) return [];
			const value = ID.replace(/^https?:\/\/orcid\.org\//i, '');
			return identifierUrl({ scheme: 'orcid', value }) ?? [];
		}),
	);
	return [...new Set(orcids)].slice(0, mostAuthors);
}
