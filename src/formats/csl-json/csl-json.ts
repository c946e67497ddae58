// Writes an object as an item of CSL-JSON, which reference managers and citation processors read
// (Citation Style Language 1.0.2, csl-data.json).
import { identifierUrl } from '../../identifiers/index.ts';
import { bibtexKey } from '../bibtex/bibtex.ts';
import {
	containerKind,
	type DescribedObject,
	onOneLine,
	type ReferenceKind,
	referenceKind,
} from '../scholix/described-object.ts';

export type CslName = { family: string; given: string } | { literal: string };

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
	publisher?: string;
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
	const { Title, Creator = [], PublicationDate = '', Publisher = [], Keywords = [], Container, Identifiers } = object;
	const first = (...schemes: string[]) => Identifiers.find(({ IDScheme }) => schemes.includes(IDScheme))?.ID;
	const addresses = Identifiers.map(({ ID, IDScheme }) => identifierUrl({ scheme: IDScheme, value: ID }));
	const date = dateParts(PublicationDate);
	const kind = referenceKind(object);
	const texts = {
		title: Title && onOneLine(Title),
		[containerKind(kind) === 'series' ? 'collection-title' : 'container-title']:
			Container && onOneLine(Container.Title),
		publisher: onOneLine(Publisher.map(({ Name }) => Name).join('; ')),
		DOI: first('doi'),
		PMID: first('pmid'),
		PMCID: first('pmcid'),
		ISBN: first('isbn'),
		ISSN: first('issn'),
		URL: addresses.find(Boolean),
		keyword: onOneLine(Keywords.join(', ')),
	};
	return {
		id: bibtexKey(object),
		type: itemTypeOf[kind],
		...(Creator.length > 0 && { author: Creator.map(({ Name }) => cslName(Name)) }),
		...(date.length > 0 && { issued: { 'date-parts': [date] } }),
		...(Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as Partial<typeof texts>),
	} as CslItem;
}

/** Takes a name apart where it says how: at its one comma. */
function cslName(name: string): CslName {
	const [family = '', given = '', ...more] = onOneLine(name)
		.split(',')
		.map((part) => part.trim());
	if (family === '' || given === '' || more.length > 0) return { literal: onOneLine(name) };
	return { family, given };
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
