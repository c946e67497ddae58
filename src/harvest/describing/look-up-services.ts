// The table of registries that are asked for descriptions, in the order in which they are asked.
import { BrokerError } from '../../errors.ts';
import type { XmlElement } from '../../formats/dialects/dialect.ts';
import { child, children, textOf } from '../../formats/dialects/syntaxes/xml-elements.ts';
import { at, type Fields, fields, isFields, objects, text, texts } from '../../formats/dialects/values.ts';
import { given, recordsAt } from '../service.ts';
import { ads } from '../services/ads.ts';
import { crossref } from '../services/crossref.ts';
import { datacite } from '../services/datacite.ts';
import { openalex } from '../services/openalex.ts';
import { type LookUpService, strange } from './look-up-service.ts';

/**
 * Where a DOI is an alias of another one, the record of that one names it in `aliases`; an answer to a
 * request for one DOI is about that DOI, whatever it calls the work.
 */
const crossrefLookUp: LookUpService = {
	...{ name: 'crossref', title: 'Crossref', scheme: 'doi', dialect: 'crossref', listSize: 50 },
	...asHarvested(crossref),
	list: (values, { contact }) => ({
		path: '/works',
		query: given({
			filter: values.map((doi) => `doi:${doi}`).join(','),
			rows: String(values.length),
			mailto: contact ?? undefined,
		}),
	}),
	// A comma divides filters.
	single: (doi, { contact }) =>
		doi.includes(',')
			? { path: `/works/${encodeURIComponent(doi)}`, query: given({ mailto: contact ?? undefined }) }
			: undefined,
	records(document) {
		const message = fields(at(document, 'message'));
		const works = text(message.DOI) === undefined ? recordsAt(document, 'message', 'items') : [message];
		return objects(works).map((record) => ({ names: [...texts(record.DOI), ...texts(record.aliases)], record }));
	},
	// Its dialect knows a work by its counts, which a shortened record may lack. Some have thousands
	// of references.
	document: (records) => ({
		message: { items: records.map((one) => ({ 'is-referenced-by-count': 0, ...fields(one), reference: [] })) },
	}),
};

const dataciteLookUp: LookUpService = {
	...{ name: 'datacite', title: 'DataCite', scheme: 'doi', dialect: 'datacite', listSize: 50 },
	...asHarvested(datacite),
	list: (values) => ({
		path: '/dois',
		query: { ids: values.join(','), 'page[size]': String(values.length) },
	}),
	single: (doi) => (doi.includes(',') ? { path: `/dois/${encodeURIComponent(doi)}`, query: {} } : undefined),
	records(document) {
		const { data } = fields(document);
		const found = isFields(data) ? [data] : recordsAt(document, 'data');
		return objects(found).map((record) => ({ names: texts(fields(record.attributes).doi), record }));
	},
	document: (records) => ({
		data: records.map((one) => {
			const record = fields(one);
			return { ...record, attributes: { relatedIdentifiers: [], ...fields(record.attributes) } };
		}),
	}),
};

/** See https://info.arxiv.org/help/api/user-manual.html: one request in three seconds. */
const arxivLookUp: LookUpService = {
	...{ name: 'arxiv', title: 'arXiv', scheme: 'arxiv', dialect: 'scholix', listSize: 100 },
	...{ address: 'https://export.arxiv.org', pauseMilliseconds: 3_000, needsContact: false, secret: null },
	list: (values) => ({
		path: '/api/query',
		query: {
			id_list: values.map((value) => value.replace(/^arxiv:/i, '')).join(','),
			max_results: String(values.length),
		},
		isXml: true,
	}),
	records(document) {
		const feed = document as XmlElement;
		if (feed.name !== 'feed') strange('a feed');
		return children(feed, 'entry').flatMap((entry) => {
			const id = /\/abs\/([^\s/]+(?:\/[^\s/]+)?)$/.exec(textOf(child(entry, 'id')) ?? '')?.[1];
			const name = id?.replace(/v\d+$/, '');
			return name === undefined ? [] : [{ names: [name], record: { ...readEntry(entry), id: `arXiv:${name}` } }];
		});
	},
	document: (records, day) => records.map((record) => describing('arXiv', 'arxiv', record as Described, day)),
};

function readEntry(entry: XmlElement): Omit<Described, 'id'> {
	return {
		title: textOf(child(entry, 'title')),
		creators: children(entry, 'author').flatMap((author) => textOf(child(author, 'name')) ?? []),
		date: textOf(child(entry, 'published'))?.slice(0, 10),
		type: 'preprint',
	};
}

/** See https://www.ncbi.nlm.nih.gov/books/NBK25499/: three requests a second. */
const eutils = {
	...{ address: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils', pauseMilliseconds: 350, listSize: 100 },
	...{ needsContact: false, secret: null },
} as const;

const pubmedLookUp: LookUpService = {
	...{ name: 'pubmed', title: 'PubMed', scheme: 'pmid', dialect: 'pubmed', ...eutils },
	list: (values, { contact }) => ({
		path: '/efetch.fcgi',
		query: given({
			db: 'pubmed',
			id: values.join(','),
			retmode: 'xml',
			tool: 'link-broker',
			email: contact ?? undefined,
		}),
		isXml: true,
	}),
	records(document, text) {
		// The reader hands out the records of a set one by one.
		if (!/^Pubmed(?:ArticleSet|Article|BookArticle)$/.test((document as XmlElement).name))
			strange('a PubmedArticleSet');
		return [...articlesIn(text)].map((record) => ({ names: [/<PMID[^<>]*>(\d+)</.exec(record)?.[1] ?? ''], record }));
	},
	document: (records) => `<PubmedArticleSet>${records.join('')}</PubmedArticleSet>`,
};

/** Cuts the articles out of a set. */
function* articlesIn(text: string): Generator<string> {
	for (const part of text.split(/(?=<Pubmed(?:Book)?Article>)/).slice(1)) {
		const end = /<\/Pubmed(?:Book)?Article>/.exec(part);
		if (end) yield part.slice(0, end.index + end[0].length);
	}
}

/** The articles of PubMed Central themselves are long; their summaries describe them as well. */
const pmcLookUp: LookUpService = {
	...{ name: 'pmc', title: 'PubMed Central', scheme: 'pmcid', dialect: 'scholix', ...eutils },
	list: (values, { contact }) => ({
		path: '/esummary.fcgi',
		query: given({
			...{ db: 'pmc', id: values.map((value) => value.replace(/^PMC/i, '')).join(','), retmode: 'json' },
			...{ tool: 'link-broker', email: contact ?? undefined },
		}),
	}),
	records(document) {
		const { result } = fields(document);
		// A list of unknown numbers only has no result.
		if (!isFields(result)) return text(fields(document).error) === undefined ? strange('a result') : [];
		return texts(result.uids).flatMap((uid) => {
			const summary = fields(result[uid]);
			const id = `PMC${uid}`;
			return text(summary.title) === undefined ? [] : [{ names: [id], record: { ...readSummary(summary), id } }];
		});
	},
	document: (records, day) => records.map((one) => describing('PubMed Central', 'pmcid', one as Described, day)),
};

function readSummary(summary: Fields): Omit<Described, 'id'> {
	return {
		title: text(summary.title),
		creators: objects(summary.authors).flatMap(({ name }) => text(name) ?? []),
		date: /^\d{4}/.exec(text(summary.sortpubdate) ?? text(summary.pubdate) ?? '')?.[0],
		type: 'literature',
		container: text(summary.fulljournalname) ?? text(summary.source),
	};
}

const adsLookUp: LookUpService = {
	...{ name: 'ads', title: 'NASA ADS', scheme: 'ads', dialect: 'ads', listSize: 50 },
	...asHarvested(ads),
	list: (values, { secret }) => ({
		path: '/search/query',
		query: {
			q: `identifier:(${values.map((bibcode) => `"${bibcode}"`).join(' OR ')})`,
			fl: 'bibcode,identifier,alternate_bibcode,title,author,pub,pubdate,year,doctype,keyword',
			rows: String(2 * values.length),
		},
		headers: { authorization: `Bearer ${secret}` },
	}),
	records: (document) =>
		objects(recordsAt(document, 'response', 'docs')).map((record) => ({
			names: [...texts(record.bibcode), ...texts(record.alternate_bibcode), ...texts(record.identifier)],
			record,
		})),
	document: (docs) => ({ response: { docs } }),
};

const openalexLookUp: LookUpService = {
	...{ name: 'openalex', title: 'OpenAlex', scheme: 'openalex', dialect: 'openalex', listSize: 50 },
	...asHarvested(openalex),
	list: (values, { contact, secret }) => ({
		path: '/works',
		query: given({
			filter: `openalex:${values.join('|')}`,
			per_page: String(values.length),
			mailto: contact ?? undefined,
		}),
		...(secret !== null && { secretQuery: { api_key: secret } }),
	}),
	records: (document) =>
		objects(recordsAt(document, 'results')).map((record) => ({
			names: texts(record.id).map((id) => id.slice(id.lastIndexOf('/') + 1)),
			record,
		})),
	document: (records) => ({ results: records.map((one) => ({ ids: {}, ...fields(one) })) }),
};

/** Takes what a registry has in common with the service that is harvested. */
function asHarvested({ address, pauseMilliseconds, needsContact, secret }: Harvested) {
	return { address: address as string, pauseMilliseconds, needsContact, secret };
}

type Harvested = Pick<LookUpService, 'pauseMilliseconds' | 'needsContact' | 'secret'> & { address: string | null };

/** What is read of a record that has no dialect. */
type Described = {
	id: string;
	title: string | undefined;
	creators: string[];
	date: string | undefined;
	type: string;
	container?: string | undefined;
};

/** Writes a description as a Scholix link of a work to itself. */
function describing(provider: string, scheme: string, described: Described, day: string) {
	const { id, title, creators, date, type, container } = described;
	const Identifier = [{ ID: id, IDScheme: scheme }];
	return {
		Source: {
			...{ Identifier, Type: { Name: type }, Title: title, PublicationDate: date },
			Creator: creators.map((Name) => ({ Name })),
			...(container !== undefined && { Container: { Title: container } }),
		},
		Target: { Identifier, Type: { Name: type } },
		RelationshipType: { Name: 'IsRelatedTo' },
		LinkProvider: [{ Name: provider }],
		LinkPublicationDate: day,
	};
}

/** Lists the registries; of two of one scheme, the second is asked for what the first lacks. */
export const lookUpServices: readonly LookUpService[] = [
	crossrefLookUp,
	dataciteLookUp,
	arxivLookUp,
	pubmedLookUp,
	pmcLookUp,
	adsLookUp,
	openalexLookUp,
];

/** Finds a registry; fails with `bad-usage` where there is none of this name. */
export function lookUpServiceNamed(name: string): LookUpService {
	const found = lookUpServices.find((service) => service.name === name);
	if (found !== undefined) return found;
	const names = lookUpServices.map((service) => service.name).join(', ');
	throw new BrokerError('bad-usage', `Unknown registry: ${JSON.stringify(name)}. The registries are ${names}.`);
}
