// Reads the ready-made JSON of an object back, for answers in other forms than JSON.
import { type Agent, type Container, type Description, foldKind } from '../../links/description.ts';
import { orcidIn, type ShownIdentifier } from './writing/object-document.ts';
import type { AnswerObject } from './writing/write-answers.ts';

/** An object as answers show it. */
export type DescribedObject = Omit<Description, 'Type' | 'Kind'> & {
	Identifiers: readonly ShownIdentifier[];
	Type: { Name: string; SubType?: string };
	/** The title with its markup, where that holds more than Title. */
	TitleMarkup?: string;
	/** How many there are where a list has only the first of them, and the address of all. */
	IdentifierTotal?: number;
	AllIdentifiers?: string;
	VersionsTotal?: number;
	AllVersions?: string;
	CreatorTotal?: number;
	PublisherTotal?: number;
	KeywordsTotal?: number;
	NoticeTotal?: number;
};

/** Reads what describeObject (object-document.ts) wrote. */
export function readObject({ identifiers, fields }: Pick<AnswerObject, 'identifiers' | 'fields'>): DescribedObject {
	return JSON.parse(`{"Identifiers":${identifiers},${fields}}`) as DescribedObject;
}

/** Counts the versions that an object stands for. */
export function countVersions({ fields, versions }: Pick<AnswerObject, 'fields' | 'versions'>): number {
	if (!versions) return 1;
	const { VersionsTotal } = JSON.parse(`{${fields}}`) as Pick<DescribedObject, 'VersionsTotal'>;
	return VersionsTotal ?? (JSON.parse(versions) as unknown[]).length;
}

/** What names a work in a list of many. */
export type WorkHeading = Pick<DescribedObject, 'Title' | 'TitleMarkup' | 'Type' | 'PublicationDate'>;

/** Picks it from an object. */
export function headingOf({ Title, TitleMarkup, Type, PublicationDate }: DescribedObject): WorkHeading {
	return {
		...(Title !== undefined && { Title }),
		...(TitleMarkup !== undefined && { TitleMarkup }),
		Type,
		...(PublicationDate !== undefined && { PublicationDate }),
	};
}

/** Names the kinds of literature that references distinguish. */
export type LiteratureKind = 'article' | 'book' | 'chapter' | 'conference' | 'preprint' | 'report' | 'thesis';

/**
 * Returns the kind of literature by its SubType, in the words of DataCite (resourceTypeGeneral) and
 * Crossref (type); anything else is an article.
 */
export function literatureKind(subType = ''): LiteratureKind {
	return kindOf.get(foldKind(subType)) ?? 'article';
}

const kindOf: ReadonlyMap<string, LiteratureKind> = new Map(
	Object.entries({
		book: 'book',
		monograph: 'book',
		editedbook: 'book',
		bookchapter: 'chapter',
		bookpart: 'chapter',
		booksection: 'chapter',
		chapter: 'chapter',
		conferencepaper: 'conference',
		conferenceproceeding: 'conference',
		proceedingsarticle: 'conference',
		preprint: 'preprint',
		postedcontent: 'preprint',
		report: 'report',
		technicalreport: 'report',
		dissertation: 'thesis',
		thesis: 'thesis',
	} as const),
);

/** Names what references distinguish; `other` is what is not known to be any. */
export type ReferenceKind = LiteratureKind | 'software' | 'dataset' | 'other';

/** Returns the kind under which an object is referred to. */
export function referenceKind({ Type }: Pick<DescribedObject, 'Type'>): ReferenceKind {
	if (Type.Name === 'literature') return literatureKind(Type.SubType);
	return Type.Name === 'software' || Type.Name === 'dataset' ? Type.Name : 'other';
}

/** Takes pages apart, where they are a range: `101-110`. */
export function pagesOf({ Pages = '' }: Container): { firstPage: string; lastPage: string } {
	const [firstPage = '', lastPage = '', ...more] = Pages.split('-');
	return lastPage === '' || more.length > 0 ? { firstPage: Pages, lastPage: '' } : { firstPage, lastPage };
}

/** Finds the ORCID iD of a person; undefined where none is given. */
export function orcidOf({ Identifier }: Agent): string | undefined {
	const given = Array.isArray(Identifier) ? Identifier : [Identifier];
	return given.map(orcidIn).find((orcid) => orcid !== undefined);
}

/** Names the field in which references have an Edition: software and data have versions. */
export function editionField(kind: ReferenceKind): 'edition' | 'version' {
	return kind === 'software' || kind === 'dataset' ? 'version' : 'edition';
}

/** Names what a work may have appeared in. */
export type ContainerKind = 'journal' | 'book' | 'proceedings' | 'series';

/**
 * Returns what the container of a work is, of which no more than the title is known, by what the work
 * is. What is whole in itself stands in a series.
 */
export function containerKind(kind: ReferenceKind): ContainerKind {
	return containerOf[kind];
}

const containerOf: Readonly<Record<ReferenceKind, ContainerKind>> = {
	...{ article: 'journal', preprint: 'journal', other: 'journal' },
	...{ chapter: 'book', conference: 'proceedings' },
	...{ book: 'series', report: 'series', thesis: 'series', software: 'series', dataset: 'series' },
};
