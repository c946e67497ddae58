// Reads the plain text that Web of Science exports: works with what they cite.
import type { Dialect, GivenAgent, GivenRecord, Supplied } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { linesOfTag, valuesByTag } from '../syntaxes/read-tagged.ts';
import { type Fields, inScheme, printedDate, texts } from '../values.ts';
import { citingWork, identifiersOfWork, isbnsIn } from './listed-works.ts';

/** What all its exports have in common. */
export const webOfScience = {
	name: 'wos',
	replacement: 'statement',
	provider: 'Web of Science',
	dateRule: 'the publication date of the citing work',
} as const;

/** Lists the tags whose values are lists: each author and each reference has a line of its own. */
export const listTags = ['AU', 'AF', 'CA', 'CR'] as const;

/** Full records of Web of Science, with or without their cited references. */
export const webOfScienceText: Dialect<'tagged'> = {
	...webOfScience,
	title: 'Web of Science: exports as plain text, with their cited references',
	syntax: 'tagged',
	example:
		'FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nTI A Title\nPY 2024\nDI 10.1234/a\n' +
		'CR Doe A, 2020, THINGS, V1, P2, DOI 10.1234/cited\nER\n\nEF\n',
	fits: ({ fields: [first] }) => first?.[0] === 'PT',
	*read(entry, supplied) {
		const lists = listTags.map((tag) => [tag, linesOfTag(entry, tag)] as const);
		yield readWork({ ...valuesByTag(entry), ...Object.fromEntries(lists) }, supplied);
	},
};

/** Reads a work by the values of its tags. */
export function readWork(values: Fields, supplied: Supplied): GivenRecord {
	return citingWork(json.object(values, workTable), texts(values.CR), supplied);
}

const workTable: ObjectTable<Fields> = {
	identifiers: (entry) =>
		identifiersOfWork([
			...inScheme('doi', entry.DI),
			...inScheme('pmid', entry.PM),
			// Of a paper or a chapter in a book, the number is that of the book.
			...(typeOf(entry) === 'Book' ? texts(entry.BN).flatMap(isbnsIn) : []),
		]),
	type: typeOf,
	title: 'TI[]',
	creators: (entry) => creatorsOf(entry),
	publicationDate: ({ PY, PD }) => printedDate([texts(PY)[0], texts(PD)[0]].join(' ')),
	publishers: 'PU[]',
	keywords: ({ DE }) => texts(DE).flatMap((words) => words.split(/; */)),
	container: {
		title: 'SO[]',
		issns: ({ SN, EI }) => [...texts(SN), ...texts(EI)],
		volume: 'VL[]',
		issue: 'IS[]',
		pages: 'AR[]',
		firstPage: 'BP[]',
		lastPage: 'EP[]',
	},
	publisherPlace: 'PI[]',
};

/** Full names, or short ones where there are none, and groups; ORCID iDs stand beside full names. */
function creatorsOf({ AF, AU, CA, OI }: Fields): readonly GivenAgent[] {
	const orcids = new Map(
		texts(OI)
			.flatMap((text) => text.split(';'))
			.map((one) => one.trim().split('/'))
			.map(([name = '', orcid]) => [name.toLowerCase(), orcid]),
	);
	const names = [...(texts(AF).length > 0 ? texts(AF) : texts(AU)), ...texts(CA)];
	return names.map((name) => ({ name, orcid: orcids.get(name.toLowerCase()) }));
}

/** Of `Article; Book Chapter` the type that says where it stands. */
function typeOf({ PT, DT }: Fields): string | undefined {
	const found = texts(DT).flatMap((text) =>
		text.split(';').flatMap((type) => types.get(type.trim().toLowerCase()) ?? []),
	);
	return found.find((type) => type !== 'JournalArticle') ?? found[0] ?? kinds.get(texts(PT)[0] ?? '');
}

/** The types of documents that say more than the kind of publication. */
const types: ReadonlyMap<string, string> = new Map([
	['article', 'JournalArticle'],
	['review', 'JournalArticle'],
	['proceedings paper', 'ConferencePaper'],
	['book chapter', 'BookChapter'],
	['book', 'Book'],
	['data set', 'dataset'],
	['data paper', 'DataPaper'],
	['software', 'software'],
	['preprint', 'Preprint'],
]);

/** Journal, book, series and patent. */
const kinds: ReadonlyMap<string, string> = new Map([
	['J', 'JournalArticle'],
	['B', 'Book'],
	['S', 'literature'],
	['P', 'Patent'],
]);
