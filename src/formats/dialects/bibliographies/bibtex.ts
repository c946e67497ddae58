// Reads BibTeX and biblatex: a list of works that one work cites, where that work is given; without it
// what the entries say of themselves, as archives export them.
import type { BibtexEntry, Dialect, GivenIdentifier, GivenObject } from '../dialect.ts';
import { citedWorks } from '../references.ts';
import { monthOf } from '../values.ts';
import { lastingOnes } from '../write-object.ts';
import { readCreators } from './bibtex-names.ts';
import { journalOfMacro, readLatex } from './latex-text.ts';
import { alsoListed, identifiersOfWork, isbnsIn, listedWork } from './listed-works.ts';

/** BibTeX of any program. */
export const bibtex: Dialect<'bibtex'> = {
	name: 'bibtex',
	title: 'BibTeX: the works that one cites (--source), or exports of software from HAL',
	syntax: 'bibtex',
	replacement: 'statement',
	dateRule: 'for citations by --source --date or today; for references and versions of software their own date',
	example: '@article{doe2024, title = {A Title}, year = 2024, doi = {10.1234/cited}}\n',
	fits: () => true,
	*read(entry, supplied) {
		const object = readEntry(entry);
		const own = ownStatement(entry, object);
		const isOnlyListed = supplied.source !== undefined && own.links.length + own.leftOut.length === 0;
		if (isOnlyListed || object.identifiers.length === 0) yield listedWork(object, supplied);
		else yield alsoListed(own, supplied);
	},
};

/** Says what an entry cites, and of what it is a version or a part. */
function ownStatement(entry: BibtexEntry, object: GivenObject) {
	const { links, leftOut } = citedWorks(referencesIn(entry));
	const { repository } = entry.fields;
	const isSoftware = softwareTypes.has(entry.type);
	if (isSoftware && repository !== undefined && lastingOnes(object.identifiers).length > 0) {
		links.push({
			relation: 'IsVersionOf',
			target: { identifiers: [{ id: plainAddress(repository) }], type: 'software' },
		});
	}
	if (isSoftware && entry.parent !== undefined) {
		const relation = entry.type === 'softwareversion' ? 'IsVersionOf' : 'IsPartOf';
		links.push({ relation, target: readEntry(entry.parent) });
	}
	return { subject: object, links, leftOut, date: object.publicationDate };
}

/** Lists the references that Scopus and Web of Science export. */
function referencesIn({ fields }: BibtexEntry): string[] {
	const ofScopus = fields.references?.split(/;\s/) ?? [];
	const ofWebOfScience = fields['cited-references']?.split(/\.\s/) ?? [];
	return [...ofScopus, ...ofWebOfScience].map(plainAddress).filter((reference) => reference !== '');
}

const softwareTypes: ReadonlySet<string> = new Set(['software', 'softwareversion', 'softwaremodule', 'codefragment']);

function readEntry(entry: BibtexEntry): GivenObject {
	const value = (name: string) => entry.fields[name] ?? entry.parent?.fields[name];
	const latex = (name: string) => readLatex(value(name) ?? '') || undefined;
	const publisher = value('publisher');
	return {
		identifiers: identifiersOf(entry),
		type: typeOf(entry),
		title: readLatex(entry.fields.title ?? '') || undefined,
		creators: readCreators(entry),
		publicationDate: dateOf(value('date'), value('year'), value('month')),
		publishers: publisher === undefined ? [] : [readLatex(publisher)],
		container: {
			title: containerOf(entry),
			issns: [value('issn') ?? ''],
			...{
				volume: latex('volume'),
				issue: latex('issue') ?? issueOf(entry, latex('number')),
				pages: latex('pages') ?? latex('eid'),
			},
		},
		edition: latex('edition') ?? latex('version'),
		publisherPlace: latex('location') ?? latex('address'),
	};
}

/** The number of a report or a patent is its own. */
function issueOf({ type }: BibtexEntry, number: string | undefined): string | undefined {
	return ['article', 'periodical', ...parts].includes(type) ? number : undefined;
}

/** Reads journal, book or series, in the fields of BibTeX and of biblatex. */
function containerOf({ type, fields, parent }: BibtexEntry): string | undefined {
	const own = fields.journaltitle ?? fields.journal ?? fields.booktitle;
	// What a part is cross-referred to is its book, as biblatex reads it.
	const ofParent = parts.has(type) ? (parent?.fields.booktitle ?? parent?.fields.title) : undefined;
	const title = own ?? ofParent ?? fields.series ?? parent?.fields.series;
	return title === undefined ? undefined : (journalOfMacro(title) ?? readLatex(title)) || undefined;
}

const parts: ReadonlySet<string> = new Set(['inbook', 'incollection', 'inproceedings', 'conference', 'inreference']);

/**
 * Reads the identifiers, those first that name the work best. What a parent has is of the parent.
 */
function identifiersOf({ type, fields }: BibtexEntry): GivenIdentifier[] {
	return identifiersOfWork([
		named(fields.doi),
		readEprint(fields),
		named(fields.adsurl),
		named(fields.pmid, 'pmid'),
		named(fields.pmcid, 'pmcid'),
		named(fields.hal_id, 'hal'),
		// Behind the first semicolon stands where it was found.
		named(fields.swhid?.replaceAll(/\s/g, '').split(';')[0], 'swh'),
		...(wholeBooks.has(type) && fields.booktitle === undefined ? isbnsIn(fields.isbn ?? '') : []),
		softwareTypes.has(type) ? named(fields.repository) : undefined,
		named(fields.url),
		named(addressIn(fields.howpublished)),
	]);
}

/** The ISBN of a chapter or a paper is that of its book. */
const wholeBooks: ReadonlySet<string> = new Set(
	'book mvbook collection mvcollection reference proceedings mvproceedings manual booklet phdthesis thesis'.split(' '),
);

function named(text: string | undefined, scheme?: string): GivenIdentifier | undefined {
	if (text === undefined) return undefined;
	const id = plainAddress(text);
	return id === '' ? undefined : { id, scheme };
}

/** Reads the address in `\\url{…}`. */
function addressIn(text = ''): string | undefined {
	const [, behind] = text.split('\\url', 2);
	const open = behind?.indexOf('{') ?? -1;
	return behind?.slice(open + 1).split('}')[0];
}

/** In identifiers LaTeX only escapes signs. */
function plainAddress(text: string): string {
	return text
		.replaceAll(/\{?\\([_%#&$~^])(?:\{\})?\}?/g, '$1')
		.replaceAll(/[{}]/g, '')
		.trim();
}

/** Reads `eprint` by the archive that stands beside it; without one it is of arXiv. */
function readEprint(fields: BibtexEntry['fields']): GivenIdentifier | undefined {
	const { eprint } = fields;
	if (eprint === undefined) return undefined;
	const archive = (fields.archiveprefix ?? fields.eprinttype ?? 'arxiv').toLowerCase();
	const scheme = archives.get(archive);
	return scheme === undefined ? undefined : named(eprint, scheme);
}

const archives: ReadonlyMap<string, string> = new Map([
	['arxiv', 'arxiv'],
	['pubmed', 'pmid'],
	['pmc', 'pmcid'],
	['hal', 'hal'],
	['hdl', 'handle'],
	['ascl', 'ascl'],
]);

function typeOf({ type, fields }: BibtexEntry): string | undefined {
	if (softwareTypes.has(type)) return 'software';
	if (type === 'misc' && fields.eprint !== undefined) return 'Preprint';
	return types.get(type);
}

const types: ReadonlyMap<string, string> = new Map(
	Object.entries({
		article: 'JournalArticle',
		book: 'Book',
		mvbook: 'Book',
		booklet: 'Book',
		collection: 'Book',
		inbook: 'BookChapter',
		incollection: 'BookChapter',
		inproceedings: 'ConferencePaper',
		conference: 'ConferencePaper',
		proceedings: 'ConferenceProceeding',
		phdthesis: 'Dissertation',
		mastersthesis: 'Dissertation',
		thesis: 'Dissertation',
		techreport: 'Report',
		report: 'Report',
		manual: 'Report',
		unpublished: 'literature',
		dataset: 'dataset',
		data: 'dataset',
	}),
);

/** Reads `date` of biblatex, else year and month, whose name may be a macro of BibTeX. */
function dateOf(date = '', year = '', month = ''): string | undefined {
	if (date !== '') return date.split('/')[0];
	if (!/^\d{4}$/.test(year)) return undefined;
	const number = monthOf(month);
	return number === undefined ? year : `${year}-${String(number).padStart(2, '0')}`;
}
