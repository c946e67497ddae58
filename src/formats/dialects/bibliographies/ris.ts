// Reads RIS, which all reference managers and most publishers write: a list of works that one work
// cites, where that work is given; without it what the entries say of themselves. Those of Scopus have
// references.
import type { Dialect, GivenAgent, GivenIdentifier, TaggedEntry } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { valuesByTag } from '../syntaxes/read-tagged.ts';
import { type Fields, inScheme, printedDate, texts } from '../values.ts';
import { citingWork, identifiersOfWork, isbnsIn, listedWork, numberOfDatabase } from './listed-works.ts';

/** RIS of any program. */
export const ris: Dialect<'tagged'> = {
	name: 'ris',
	title: 'RIS of Zotero, EndNote, publishers and others: the works that one cites (--source)',
	syntax: 'tagged',
	replacement: 'statement',
	dateRule: 'for citations by --source --date or today; for references the publication date of the citing work',
	example: 'TY  - JOUR\nTI  - A Title\nPY  - 2024\nDO  - 10.1234/cited\nER  - \n',
	fits: ({ fields: [first] }) => first?.[0] === 'TY',
	*read(entry, supplied) {
		const work = json.object(valuesByTag(entry), workTable);
		const references = referencesIn(entry);
		yield references.length === 0 ? listedWork(work, supplied) : citingWork(work, references, supplied);
	},
};

/** Lists the references in the notes of Scopus, each on a line or behind a semicolon. */
function referencesIn({ fields }: TaggedEntry): string[] {
	return fields
		.filter(([tag, value]) => tag === 'N1' && value.startsWith(beforeReferences))
		.flatMap(([, value]) => value.slice(beforeReferences.length).split(/;(?:\s+|$)|\n/))
		.filter((reference) => reference.trim() !== '');
}

const beforeReferences = 'References:';

/** Programs differ in the tags of title, journal, authors and date; the first that has one counts. */
const workTable: ObjectTable<Fields> = {
	identifiers: (entry) => identifiersOfWork(identifiersIn(entry)),
	type: { at: 'TY[]', as: (type) => types.get(type.toUpperCase()) },
	title: ['TI[]', 'T1[]', 'CT[]', 'BT[]'],
	creators: (entry) => authorsOf(entry),
	publicationDate: (entry) => dateOf(entry),
	publishers: 'PB[]',
	keywords: 'KW[]',
	container: {
		title: ['T2[]', 'JF[]', 'JO[]', 'BT[]', 'JA[]', 'J1[]', 'J2[]'],
		issns: 'SN[]',
		volume: 'VL[]',
		issue: 'IS[]',
		// The number of an article that has no pages.
		pages: ({ SP, C7 }) => (SP === undefined ? C7 : undefined),
		firstPage: 'SP[]',
		lastPage: 'EP[]',
	},
	edition: 'ET[]',
	publisherPlace: 'CY[]',
};

/** Where no author is named, the editors are those who made it. */
function authorsOf({ AU, A1, ED, A2 }: Fields): readonly GivenAgent[] {
	const authors = [...texts(AU), ...texts(A1)];
	const made = authors.length > 0 ? authors : [...texts(ED), ...texts(A2)];
	return made.map((name) => ({ name }));
}

function identifiersIn({ TY, PMID, DO, M3, L3, ID, C2, AN, DB, UR, SN }: Fields): GivenIdentifier[] {
	const isBook = wholeBooks.has(texts(TY)[0]?.toUpperCase() ?? '');
	return [
		...inScheme('doi', DO),
		// These have other things too: a kind of work, a key, a number of the database.
		...[M3, L3, ID]
			.flatMap(texts)
			.filter((text) => /^(?:doi\W*|https?:\/\/\S*)?10\.\d{4,9}\//i.test(text))
			.map(named),
		...texts(C2)
			.filter((text) => /^PMC\d+$/i.test(text))
			.map(named),
		...inScheme('pmid', PMID),
		...texts(AN).flatMap((text) => numberOfDatabase(text, texts(DB)[0] ?? '')),
		...(isBook ? texts(SN).flatMap(isbnsIn) : []),
		...texts(UR).map(named),
	];
}

const named = (id: string): GivenIdentifier => ({ id });

/** The year, or the whole date where that is of the same year: `2024/05/01/Spring`. */
function dateOf({ PY, Y1, DA }: Fields): string | undefined {
	const [year] = [...texts(PY), ...texts(Y1)].flatMap((text) => printedDate(text) ?? []);
	const [day] = texts(DA).flatMap((text) => printedDate(text) ?? []);
	return year === undefined || day?.startsWith(year) ? (day ?? year) : year;
}

/** The ISBN of a chapter is that of its book. */
const wholeBooks: ReadonlySet<string> = new Set('BOOK EBOOK EDBOOK THES RPRT'.split(' '));

const types: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ JOUR: 'JournalArticle', EJOUR: 'JournalArticle', INPR: 'JournalArticle', ABST: 'JournalArticle' },
		...{ MGZN: 'literature', NEWS: 'literature', BLOG: 'literature', ELEC: 'literature', JFULL: 'Journal' },
		...{ BOOK: 'Book', EBOOK: 'Book', EDBOOK: 'Book', CHAP: 'BookChapter', ECHAP: 'BookChapter' },
		...{ CONF: 'ConferencePaper', CPAPER: 'ConferencePaper', SLIDE: 'Presentation', STAND: 'Standard' },
		...{ THES: 'Dissertation', RPRT: 'Report', GOVDOC: 'Report', UNPB: 'Preprint', PAT: 'Patent' },
		...{ DATA: 'dataset', AGGR: 'dataset', DBASE: 'dataset', COMP: 'software', ENCYC: 'literature' },
		...{ DICT: 'literature', MANSCPT: 'literature', PAMP: 'literature', SER: 'Book' },
	}),
);
