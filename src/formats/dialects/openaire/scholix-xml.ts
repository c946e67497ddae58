// Reads links in the XML of Scholix, versions 1 and 3 (scholix.org).
import type { Dialect, GivenLink, GivenRecord, XmlElement } from '../dialect.ts';
import { type ObjectTable, xml } from '../mapping.ts';
import { child, children } from '../syntaxes/xml-elements.ts';
import { isOfWork, schemeOf } from './scholexplorer.ts';

/**
 * `<link>` of version 1 and `<scholix>` of version 3, one or many in a file. The schemas and those
 * who follow them write the first letter of a name large or small.
 */
export const scholixXml: Dialect<'xml'> = {
	name: 'scholix-xml',
	title: 'Scholix in XML, versions 1 and 3',
	syntax: 'xml',
	replacement: 'statement',
	dateRule: 'LinkPublicationDate',
	example:
		'<scholix xmlns="http://www.scholix.org"><LinkPublicationDate>2020-05-01</LinkPublicationDate><LinkProvider>' +
		'<name>DataCite</name></LinkProvider><RelationshipType><Name>References</Name></RelationshipType><source>' +
		'<Identifier><ID>10.1234/data</ID><IDScheme>doi</IDScheme></Identifier><Type><Name>dataset</Name></Type>' +
		'</source><target><Identifier><ID>10.1234/paper</ID><IDScheme>doi</IDScheme></Identifier></target></scholix>',
	fits: (root) => linksIn(inLowerCase(root)).length > 0,
	*read(root) {
		for (const link of linksIn(inLowerCase(root))) yield readLink(link);
	},
};

function inLowerCase(element: XmlElement): XmlElement {
	const inner = element.children.map((one) => (typeof one === 'string' ? one : inLowerCase(one)));
	return { ...element, name: element.name.toLowerCase(), children: inner };
}

function linksIn(element: XmlElement): XmlElement[] {
	const isLink = child(element, 'source') !== undefined && child(element, 'target') !== undefined;
	return isLink && /scholix/i.test(element.namespace) ? [element] : children(element).flatMap(linksIn);
}

function readLink(link: XmlElement): GivenRecord {
	const common = {
		source: xml.object(child(link, 'source'), end),
		target: xml.object(child(link, 'target'), end),
		date: xml.textAt(link, ['linkpublicationdate', 'publicationdate']),
	};
	const providers = xml.textsAt(link, 'linkprovider[].name');
	const types = children(link).filter(({ name }) => name === 'relationshiptype' || name === 'relationship');
	const links = types.values().flatMap((type) => {
		const name = xml.textAt(type, 'name') ?? 'IsRelatedTo';
		const words = {
			relation: name.toLowerCase() === 'unknown' ? 'IsRelatedTo' : name,
			subType: xml.textAt(type, 'subtype'),
			subTypeSchema: xml.textAt(type, 'subtypeschema'),
		};
		return providers.values().map((provider): GivenLink => ({ ...common, ...words, provider }));
	});
	return { links, line: link.line };
}

/** An identifier is `<ID>` and `<IDScheme>`, in version 1 `<identifier>` and `<schema>`. */
const end: ObjectTable<XmlElement> = {
	identifiers: [
		{
			each: 'identifier[]',
			id: ['id', 'identifier'],
			scheme: { at: ['idscheme', 'schema'], as: schemeOf },
			only: isOfWork,
		},
	],
	type: ['type.name', 'objecttype'],
	subType: ['type.subtype', 'objectsubtype'],
	title: 'title',
	creators: { each: 'creator[]', name: 'name' },
	publicationDate: 'publicationdate',
	publishers: 'publisher[].name',
};
