// Reads links in the XML of Scholix, versions 1 and 3 (scholix.org).
import type { Dialect, GivenLink, GivenObject, GivenRecord, XmlElement } from '../dialect.ts';
import { children, textOf } from '../frames/xml-elements.ts';
import { readIdentifier } from './scholexplorer.ts';

/**
 * `<link>` of version 1 and `<scholix>` of version 3, one or many in a file. The schemas and those
 * who follow them write the first letter of a name large or small.
 */
export const scholixXml: Dialect<'xml'> = {
	name: 'scholix-xml',
	title: 'Scholix in XML, versions 1 and 3',
	frame: 'xml',
	replacement: 'statement',
	dateRule: 'LinkPublicationDate',
	example:
		'<scholix xmlns="http://www.scholix.org"><LinkPublicationDate>2020-05-01</LinkPublicationDate><LinkProvider>' +
		'<name>DataCite</name></LinkProvider><RelationshipType><Name>References</Name></RelationshipType><source>' +
		'<Identifier><ID>10.1234/data</ID><IDScheme>doi</IDScheme></Identifier><Type><Name>dataset</Name></Type>' +
		'</source><target><Identifier><ID>10.1234/paper</ID><IDScheme>doi</IDScheme></Identifier></target></scholix>',
	fits: (root) => linksIn(root).length > 0,
	*read(root) {
		for (const link of linksIn(root)) yield readLink(link);
	},
};

function linksIn(element: XmlElement): XmlElement[] {
	const isLink = one(element, 'source') !== undefined && one(element, 'target') !== undefined;
	if (!/scholix/i.test(element.namespace)) return children(element).flatMap(linksIn);
	return isLink ? [element] : children(element).flatMap(linksIn);
}

/** Lists the elements within an element of one of these names, whatever their letter case. */
function all(element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] {
	return children(element).filter(({ name }) => names.includes(name.toLowerCase()));
}

/** Finds the first of them on a way through names. */
function one(element: XmlElement | undefined, ...way: readonly string[]): XmlElement | undefined {
	return way.reduce<XmlElement | undefined>((holder, name) => all(holder, name)[0], element);
}

function namesOf(elements: readonly XmlElement[]): string[] {
	return elements.flatMap((element) => textOf(one(element, 'name')) ?? []);
}

function readLink(link: XmlElement): GivenRecord {
	const said = {
		source: readObject(one(link, 'source')),
		target: readObject(one(link, 'target')),
		date: textOf(all(link, 'linkpublicationdate', 'publicationdate')[0]),
	};
	const providers = namesOf(all(link, 'linkprovider'));
	const links = all(link, 'relationshiptype', 'relationship').flatMap((type) => {
		const name = textOf(one(type, 'name')) ?? 'IsRelatedTo';
		const words = {
			relation: name.toLowerCase() === 'unknown' ? 'IsRelatedTo' : name,
			subType: textOf(one(type, 'subtype')),
			subTypeSchema: textOf(one(type, 'subtypeschema')),
		};
		return providers.map((provider): GivenLink => ({ ...said, ...words, provider }));
	});
	return { links, line: link.line };
}

/** An identifier is `<ID>` and `<IDScheme>`, in version 1 `<identifier>` and `<schema>`. */
function readObject(object: XmlElement | undefined): GivenObject {
	return {
		identifiers: all(object, 'identifier').flatMap((identifier) =>
			readIdentifier(textOf(all(identifier, 'id', 'identifier')[0]), textOf(all(identifier, 'idscheme', 'schema')[0])),
		),
		type: textOf(one(object, 'type', 'name') ?? one(object, 'objecttype')),
		subType: textOf(one(object, 'type', 'subtype') ?? one(object, 'objectsubtype')),
		title: textOf(one(object, 'title')),
		creators: namesOf(all(object, 'creator')).map((name) => ({ name })),
		publicationDate: textOf(one(object, 'publicationdate')),
		publishers: namesOf(all(object, 'publisher')),
	};
}
