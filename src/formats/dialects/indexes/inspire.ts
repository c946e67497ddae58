// Reads literature of INSPIRE, the index of high-energy physics: records and pages of its API.
import { noticing } from '../../../links/notices.ts';
import { identifiersOfWork } from '../bibliographies/listed-works.ts';
import type { Dialect, GivenIdentifier, GivenLink } from '../dialect.ts';
import { json, type RecordTable } from '../mapping.ts';
import { namedBy, ofNamedWork, type Reference, referencedWorks } from '../references.ts';
import { type Fields, fields, inScheme, isFields, objects, text, texts } from '../values.ts';

/**
 * INSPIRE. Its own numbers and texkeys name no work elsewhere: references by them alone are counted.
 * Pages of a search are opened before they come here. Answers to those who ask for few fields look
 * like others, so that a newer one withdraws no link that it does not hold.
 */
export const inspire: Dialect<'json'> = {
	name: 'inspire',
	title: 'INSPIRE: literature of its API',
	syntax: 'json',
	replacement: 'statement',
	provider: 'INSPIRE',
	dateRule: 'when the citing work was published',
	example:
		'{"id": "1", "metadata": {"control_number": 1, "dois": [{"value": "10.1234/paper"}], "publication_info": ' +
		'[{"year": 2024}], "references": [{"reference": {"label": "1", "dois": ["10.1234/cited"]}}]}}',
	fits: (document) => isWork(workIn(document)),
	*read(document, { source }) {
		const work = workIn(document);
		if (!isWork(work)) return;
		const record = json.record(work, recordTable);
		const { links, leftOut } = referencedWorks(objects(work.references).map(readReference));
		// Those who ask for the references alone get no identifiers of the work.
		const subject = namedBy(source, record.subject);
		yield ofNamedWork({ ...record, subject, links: [...record.links, ...links], leftOut });
	},
};

function workIn(document: unknown): Fields {
	const { metadata } = fields(document);
	return fields(isFields(metadata) ? metadata : document);
}

/** Those who ask for few fields still get lists of objects: `dois[].value`, `references[].reference`. */
function isWork({ dois, arxiv_eprints: eprints, references, titles, control_number: number }: Fields): boolean {
	const isNamed = [dois, eprints].some((all) => isListOf(all, ({ value }) => text(value) !== undefined));
	const isCiting = isListOf(references, ({ reference }) => isFields(reference));
	return isNamed || isCiting || (text(number) !== undefined && isListOf(titles, ({ title }) => title !== undefined));
}

function isListOf(value: unknown, isOne: (element: Fields) => boolean): boolean {
	return Array.isArray(value) && isFields(value[0]) && isOne(value[0]);
}

const published = ['imprints[].date', (work: Fields) => placeOf(work).year, 'thesis_info.date', 'preprint_date'];
const date = [...published, 'earliest_date'];

const recordTable: RecordTable<Fields> = {
	subject: {
		identifiers: identifiersOf,
		type: '=literature',
		subType: 'document_type[]',
		title: 'titles[].title',
		creators: { each: 'authors[]', name: 'full_name', orcid: 'ids[schema=ORCID].value' },
		publicationDate: date,
		publishers: 'imprints[].publisher',
		keywords: 'keywords[].value',
		container: {
			title: (work) => placeOf(work).journal_title,
			volume: (work) => placeOf(work).journal_volume,
			issue: (work) => placeOf(work).journal_issue,
			pages: (work) => (placeOf(work).page_start === undefined ? placeOf(work).artid : undefined),
			firstPage: (work) => placeOf(work).page_start,
			lastPage: (work) => placeOf(work).page_end,
		},
		edition: 'editions[]',
		publisherPlace: 'imprints[].place',
	},
	links: [relatedPublications],
	date,
};

/** Answers where the work appeared; where its erratum did, and its conference, are listed beside it. */
function placeOf(work: Fields): Fields {
	const places = objects(work.publication_info).filter(isOfWork);
	return fields(places.find(({ journal_title: title }) => text(title) !== undefined) ?? places[0]);
}

/**
 * `material` is what has this DOI, ISBN or place: the publication, where it is not named, or the
 * erratum, preprint, or data of it.
 */
function isOfWork({ material }: Fields): boolean {
	return [undefined, 'publication'].includes(materialOf(material));
}

function materialOf(material: unknown): string | undefined {
	return text(material)?.toLowerCase();
}

/**
 * Of several DOIs of the publication the first counts: others may be of an erratum that is not
 * marked.
 */
function identifiersOf(work: Fields): GivenIdentifier[] {
	const valuesOf = (each: unknown, schema?: string) =>
		objects(each).flatMap((one) => (isOfWork(one) && text(one.schema) === schema ? texts(one.value) : []));
	return identifiersOfWork([
		...inScheme('doi', [...valuesOf(work.dois), ...preprintsOf(work)]),
		...inScheme('arxiv', valuesOf(work.arxiv_eprints)),
		...inScheme('isbn', valuesOf(work.isbns)),
		...inScheme('ads', valuesOf(work.external_system_identifiers, 'ADS')),
		...inScheme('handle', valuesOf(work.persistent_identifiers, 'HDL')),
	]);
}

function preprintsOf({ dois }: Fields): string[] {
	return objects(dois).flatMap(({ value, material }) => (materialOf(material) === 'preprint' ? texts(value) : []));
}

/** Links a publication to its preprints, errata and whatever else has a DOI of its own. */
function* relatedPublications(work: Fields): Generator<GivenLink> {
	const [own] = identifiersOf(work);
	for (const { value, material } of objects(work.dois)) {
		const [id, word] = [text(value), materialOf(material)];
		// The DOIs of arXiv are those of its numbers, which are identifiers of the work.
		if (id === undefined || id === own?.id || isOfWork({ material }) || arxivDoi.test(id)) continue;
		const target = { identifiers: [{ id, scheme: 'doi' }] };
		if (word === 'preprint') yield { relation: 'IsNewVersionOf', target };
		else {
			const stated = noticing(word);
			yield { relation: 'IsRelatedTo', subType: word, notice: stated && { ...stated, of: 'source' }, target };
		}
	}
}

const arxivDoi = /^10\.48550\/arxiv\./i;

/** Reads a reference by its numbers, else its addresses, else what the article has as its text. */
function readReference({ reference: given, raw_refs: raw }: Fields): Reference {
	const reference = fields(given);
	const own = [...inScheme('doi', reference.dois), ...inScheme('arxiv', reference.arxiv_eprint)];
	// Beside a DOI, an ISBN may be of the book that holds the cited work.
	const numbers = own.length > 0 ? own : inScheme('isbn', reference.isbn);
	const addresses = objects(reference.urls).flatMap(({ value }) => texts(value).map((id) => ({ id })));
	const words = [...texts(reference.misc), ...objects(raw).flatMap(({ value }) => texts(value))].join(' ');
	// Several references may have one text, of which nobody knows which of them is described.
	if (numbers.length === 0) return { identifiers: addresses, words, relation: 'Cites' };
	const about = { title: json.textAt(reference, 'title.title'), publicationDate: json.textAt(reference, yearOfCited) };
	return { identifiers: numbers, words: undefined, relation: 'Cites', about };
}

const yearOfCited = 'publication_info.year';
