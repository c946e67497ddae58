// Writes an object as an item of CSL-JSON, which reference managers and citation processors read
// (Citation Style Language 1.0.2, csl-data.json).
import { identifierUrl } from '../../identifiers/index.ts';
import type { Agent } from '../../links/description.ts';
import { onOneLine } from '../../links/words.ts';
import { bibtexKey } from '../bibtex/bibtex.ts';
import {
	containerKind,
	type DescribedObject,
	editionField,
	orcidOf,
	type ReferenceKind,
	referenceKind,
} from '../scholix/described-object.ts';

/** A name; its ORCID iD is an address, as Crossref gives it. */
export type CslName = ({ family: string; given: string } | { literal: string }) & { ORCID?: string };

/** An item as far as the broker knows one; what is not known is absent. */
export type CslItem = {
	id: string;
	type: string;
	title?: string;
	author?: CslName[];
	issued?: { 'date-parts': [number[]] };
	'container-title'?: string;
	/** The series of what is whole in itself. */
	'collection-title'?: string;
	volume?: string;
	issue?: string;
	page?: string;
	edition?: string;
	version?: string;
	publisher?: string;
	'publisher-place'?: string;
	DOI?: string;
	PMID?: string;
	PMCID?: string;
	ISBN?: string;
	ISSN?: string;
	URL?: string;
	keyword?: string;
};

/** Describes an object; its id is the key that BibTeX has for it. */
export function cslItem(object: DescribedObject): CslItem {
	const { Title, Creator = [], PublicationDate = '', Publisher = [], Keywords = [], Identifiers } = object;
	const first = (...schemes: string[]) => Identifiers.find(({ IDScheme }) => schemes.includes(IDScheme))?.ID;
	const addresses = Identifiers.map(({ ID, IDScheme }) => identifierUrl({ scheme: IDScheme, value: ID }));
	const date = dateParts(PublicationDate);
	const kind = referenceKind(object);
	const { Container = {} } = object;
	const texts = {
		title: Title,
		[containerKind(kind) === 'series' ? 'collection-title' : 'container-title']: Container.Title,
		volume: Container.Volume,
		issue: Container.Issue,
		page: Container.Pages,
		[editionField(kind)]: object.Edition,
		publisher: Publisher.map(({ Name }) => Name).join('; '),
		'publisher-place': object.PublisherPlace,
		DOI: first('doi'),
		PMID: first('pmid'),
		PMCID: first('pmcid'),
		ISBN: first('isbn'),
		ISSN: first('issn') ?? Container.ISSN?.join(', '),
		URL: addresses.find(Boolean),
		keyword: Keywords.join(', '),
	};
	return {
		id: bibtexKey(object),
		type: itemTypeOf[kind],
		...(Creator.length > 0 && { author: Creator.map(cslName) }),
		...(date.length > 0 && { issued: { 'date-parts': [date] } }),
		...Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text ? [[name, onOneLine(text)]] : []))),
	} as CslItem;
}

/** Takes a name apart where it says how: at its one comma. */
function cslName(creator: Agent): CslName {
	const name = onOneLine(creator.Name);
	const [family = '', given = '', ...more] = name.split(',').map((part) => part.trim());
	const orcid = orcidOf(creator);
	return {
		...(family === '' || given === '' || more.length > 0 ? { literal: name } : { family, given }),
		...(orcid !== undefined && { ORCID: `https://orcid.org/${orcid}` }),
	};
}

function dateParts(date: string): number[] {
	const [, ...parts] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(date) ?? [];
	return parts.filter((part) => part !== undefined).map(Number);
}

const itemTypeOf = {
	article: 'article-journal',
	book: 'book',
	chapter: 'chapter',
	conference: 'paper-conference',
	preprint: 'article',
	report: 'report',
	thesis: 'thesis',
	software: 'software',
	dataset: 'dataset',
	other: 'document',
} as const satisfies Record<ReferenceKind, string>;
