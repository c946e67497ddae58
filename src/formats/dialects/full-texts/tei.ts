// Reads TEI, in which GROBID writes what it finds in the PDF of an article: its head and its
// references.
import { identifiersOfWork, type NumberOfKind, numberOfKind } from '../bibliographies/listed-works.ts';
import type { Dialect, GivenIdentifier, GivenRecord, XmlElement } from '../dialect.ts';
import { type ObjectTable, type Place, xml } from '../mapping.ts';
import { namedBy, ofNamedWork, type Reference, referencedWorks } from '../references.ts';
import { child, children, descendants, textOf } from '../syntaxes/xml-elements.ts';

/** TEI of GROBID and of others who mark references with biblStruct. */
export const tei: Dialect<'xml'> = {
	name: 'tei',
	title: 'TEI of GROBID: the references of an article (--source, where it names no identifier)',
	syntax: 'xml',
	replacement: 'statement',
	dateRule: 'the publication date of the article, where it is known',
	example:
		'<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><sourceDesc><biblStruct><monogr/>' +
		'<idno type="DOI">10.1234/a</idno></biblStruct></sourceDesc></fileDesc></teiHeader><text><back><listBibl>' +
		'<biblStruct><monogr/><idno type="DOI">10.1234/cited</idno></biblStruct></listBibl></back></text></TEI>',
	fits: (root) => textsIn(root).length > 0,
	*read(root, { source }) {
		for (const text of textsIn(root)) yield readText(text, source);
	},
};

function textsIn(root: XmlElement): XmlElement[] {
	if (root.name === 'teiCorpus') return children(root).flatMap(textsIn);
	return root.name === 'TEI' ? [root] : [];
}

function readText(text: XmlElement, source: GivenIdentifier | undefined): GivenRecord {
	const head = child(text, 'teiHeader', 'fileDesc', 'sourceDesc', 'biblStruct');
	const title = xml.textAt(text, 'teiHeader.fileDesc.titleStmt.title');
	const found = head && xml.object(head, workTable);
	const bodies = children(text, 'text');
	const references = bodies
		.flatMap((body) => descendants(body, 'listBibl'))
		.flatMap((one) => children(one, 'biblStruct'));
	const identifiers = found?.identifiers ?? [];
	return ofNamedWork({
		subject: namedBy(source, { ...found, type: 'literature', title: found?.title ?? title, identifiers }),
		...referencedWorks(references.map(readReference)),
		date: found?.publicationDate,
		line: text.line,
	});
}

const title: Place<XmlElement> = ['analytic.title[@level=a]', 'analytic.title', 'monogr.title[@level=m]'];

const workTable: ObjectTable<XmlElement> = {
	identifiers: (work) => identifiersOfWork(numbersOf(work)),
	title: [title, 'monogr.title'],
	creators: (work) => {
		const authors = ['analytic', 'monogr'].map((part) => children(child(work, part), 'author'));
		return authors.flat().flatMap((author) => {
			const name = xml.textAt(author, [{ joined: ['persName.surname', 'persName.forename'] }, 'persName', 'orgName']);
			return name === undefined ? [] : [{ name, orcid: xml.textAt(author, 'idno[@type=ORCID]') }];
		});
	},
	publicationDate: ['monogr.imprint.date[@type=published].@when', 'monogr.imprint.date.@when'],
	publishers: 'monogr.imprint.publisher',
	container: {
		title: ['monogr.title[@level=j]', (work) => child(work, 'analytic') && child(work, 'monogr', 'title')],
		issns: ['monogr.idno[@type=ISSN]', 'monogr.idno[@type=eISSN]'],
		volume: 'monogr.imprint.biblScope[@unit=volume]',
		issue: 'monogr.imprint.biblScope[@unit=issue]',
		pages: 'monogr.imprint.biblScope[@unit=page]',
		firstPage: 'monogr.imprint.biblScope[@unit=page].@from',
		lastPage: 'monogr.imprint.biblScope[@unit=page].@to',
	},
};

/** Reads what GROBID found of a reference; where it found no number, its address or its words. */
function readReference(reference: XmlElement): Reference {
	const numbers = numbersOf(reference);
	const addresses = descendants(reference, 'ptr').flatMap(({ attributes: { target: id } }) => (id ? [{ id }] : []));
	const raw = children(reference, 'note').find(({ attributes }) => attributes.type === 'raw_reference');
	return {
		identifiers: numbers.length > 0 ? numbers : addresses,
		words: textOf(raw),
		about: {
			title: xml.textAt(reference, title),
			publicationDate: xml.textAt(reference, 'monogr.imprint.date.@when'),
		},
	};
}

/** Lists the numbers of a work; those of what it appeared in are not its own. */
function numbersOf(work: XmlElement): GivenIdentifier[] {
	const isWhole = child(work, 'analytic') === undefined;
	const own = [work, child(work, 'analytic')].flatMap((holder) => children(holder, 'idno')).flatMap(readNumber);
	const ofHolder = children(child(work, 'monogr'), 'idno').flatMap(readNumber);
	return [...own, ...ofHolder.filter(({ scheme }) => isWhole || !schemesOfHolders.has(scheme))];
}

/** What articles appear in has these; the numbers of archives are always of articles. */
const schemesOfHolders: ReadonlySet<string> = new Set(['doi', 'isbn', 'ark']);

function readNumber(number: XmlElement): NumberOfKind[] {
	return numberOfKind(number.attributes.type, textOf(number));
}
