// Writes an object in the words of schema.org, as JSON-LD.
import { identifierUrl } from '../../identifiers/index.ts';
import type { Agent, Container } from '../../links/description.ts';
import {
	type ContainerKind,
	containerKind,
	type DescribedObject,
	literatureKind,
	orcidOf,
	referenceKind,
} from '../scholix/described-object.ts';
import type { ShownIdentifier } from '../scholix/writing/object-document.ts';

type Json = Readonly<Record<string, unknown>>;

/** What is given beside the object: the address of its page, its versions, and works linked to it. */
export type JsonLdContext = {
	/** The address of its page. */
	page: string;
	versions: readonly DescribedObject[];
	/** What it cites. */
	cites: readonly DescribedObject[];
	/** What cites it, or supplements it: works that are about it. */
	about: readonly DescribedObject[];
};

/**
 * Describes a work with what is linked to it: `citation` is what it cites, `subjectOf` what cites
 * it, `workExample` its versions. Identifiers are PropertyValues, and `sameAs` their addresses.
 */
export function jsonLdWork(object: DescribedObject, { page, versions, cites, about }: JsonLdContext): Json {
	return {
		'@context': 'https://schema.org',
		...jsonLdObject(object),
		...manyOf('keywords', object.Keywords ?? []),
		...manyOf('publisher', publishersOf(object)),
		mainEntityOfPage: page,
		...manyOf('workExample', versions.map(jsonLdObject)),
		...manyOf('citation', cites.map(jsonLdObject)),
		...manyOf('subjectOf', about.map(jsonLdObject)),
	};
}

/** Names the type of schema.org that an object is of. */
export function schemaType({ Type }: Pick<DescribedObject, 'Type'>): string {
	switch (Type.Name) {
		case 'software':
			return 'SoftwareSourceCode';
		case 'dataset':
			return 'Dataset';
		case 'literature':
			return literatureType[literatureKind(Type.SubType)];
		default:
			return 'CreativeWork';
	}
}

const literatureType = {
	article: 'ScholarlyArticle',
	book: 'Book',
	chapter: 'Chapter',
	conference: 'ScholarlyArticle',
	preprint: 'ScholarlyArticle',
	report: 'Report',
	thesis: 'Thesis',
} as const;

/** Finds the address by which a work is cited: that of its DOI, else the first that there is. */
export function citableAddress(identifiers: readonly ShownIdentifier[]): string | undefined {
	const addressOf = ({ ID, IDScheme }: ShownIdentifier) => identifierUrl({ scheme: IDScheme, value: ID });
	const doi = identifiers.find(({ IDScheme }) => IDScheme === 'doi');
	return (doi && addressOf(doi)) ?? identifiers.map(addressOf).find(Boolean);
}

function jsonLdObject(object: DescribedObject): Json {
	const { Identifiers, Title, Creator = [], PublicationDate, Container, Edition } = object;
	const citable = citableAddress(Identifiers);
	const addresses = Identifiers.flatMap(({ ID, IDScheme }) => identifierUrl({ scheme: IDScheme, value: ID }) ?? []);
	const date = /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(PublicationDate ?? '')?.[0];
	return {
		'@type': schemaType(object),
		...(citable !== undefined && { '@id': citable, url: citable }),
		name: Title ?? Identifiers[0]?.ID,
		...manyOf('author', Creator.map(author)),
		...(date !== undefined && { datePublished: date }),
		...(Container !== undefined && partOf(object, Container)),
		...(Edition !== undefined && { [schemaType(object) === 'Book' ? 'bookEdition' : 'version']: Edition }),
		...manyOf('identifier', Identifiers.map(propertyValue)),
		...manyOf('sameAs', addresses),
	};
}

function author(creator: Agent): Json {
	const orcid = orcidOf(creator);
	const isPerson = orcid !== undefined || creator.Name.includes(',');
	return {
		...(isPerson && { '@type': 'Person' }),
		...(orcid !== undefined && { '@id': `https://orcid.org/${orcid}` }),
		name: creator.Name,
	};
}

/** The place of publication is that of the only publisher; of several it is not known whose it is. */
function publishersOf({ Publisher = [], PublisherPlace }: DescribedObject): Json[] {
	const location = PublisherPlace !== undefined && Publisher.length === 1 && { location: PublisherPlace };
	return Publisher.map(({ Name }) => ({ '@type': 'Organization', name: Name, ...location }));
}

/** Says in which issue of which volume of what a work appeared, each where it is known. */
function partOf(object: DescribedObject, { Title, ISSN = [], Volume, Issue, Pages }: Container): Json {
	const holders: readonly (Json | undefined)[] = [
		Issue === undefined ? undefined : { '@type': 'PublicationIssue', issueNumber: Issue },
		Volume === undefined ? undefined : { '@type': 'PublicationVolume', volumeNumber: Volume },
		Title === undefined && ISSN.length === 0
			? undefined
			: {
					'@type': containerType[containerKind(referenceKind(object))],
					...(Title !== undefined && { name: Title }),
					...manyOf('issn', ISSN),
				},
	];
	const whole = holders.reduceRight(
		(outer, inner) => (inner && outer ? { ...inner, isPartOf: outer } : (inner ?? outer)),
		undefined,
	);
	return { ...(whole !== undefined && { isPartOf: whole }), ...(Pages !== undefined && { pagination: Pages }) };
}

const containerType = {
	journal: 'Periodical',
	book: 'Book',
	proceedings: 'Book',
	series: 'CreativeWorkSeries',
} as const satisfies Record<ContainerKind, string>;

function propertyValue({ ID, IDScheme }: ShownIdentifier): Json {
	const url = identifierUrl({ scheme: IDScheme, value: ID });
	return { '@type': 'PropertyValue', propertyID: IDScheme, value: ID, ...(url !== undefined && { url }) };
}

function manyOf(name: string, values: readonly unknown[]): Json {
	return values.length === 0 ? {} : { [name]: values };
}
