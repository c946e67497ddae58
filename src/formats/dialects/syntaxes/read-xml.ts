// Reads texts in XML as trees of elements.
import { SaxesParser } from 'saxes';
import { BrokerError } from '../../../errors.ts';
import type { XmlElement } from '../dialect.ts';

/** How deep elements may lie in each other. */
const deepest = 200;

/** The part of an element that is filled while it is read. */
type Open = XmlElement & { children: (XmlElement | string)[] };

/**
 * Reads the root elements of a text: of one document, or of several after one another, each with
 * its declaration. Entities but those of XML itself are refused, and no document type is fetched.
 * Fails with `bad-file` where it is not well-formed, with the line.
 */
export function* readXml(text: string, file: string): Generator<XmlElement> {
	let line = 1;
	for (const document of documentsIn(text)) {
		if (document.trim() !== '') yield readRoot(document.trimStart(), file, line + linesBefore(document));
		line += count(document, '\n');
	}
}

/** Divides a text before each declaration, but for those that stand in a comment or in CDATA. */
function* documentsIn(text: string): Generator<string> {
	const marks = /<\?xml\s|<!\[CDATA\[|<!--/g;
	let from = 0;
	for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
		if (mark[0].startsWith('<?')) {
			yield text.slice(from, mark.index);
			from = mark.index;
			continue;
		}
		const end = mark[0] === '<!--' ? '-->' : ']]>';
		const place = text.indexOf(end, marks.lastIndex);
		if (place === -1) break;
		marks.lastIndex = place + end.length;
	}
	yield text.slice(from);
}

function readRoot(text: string, file: string, firstLine: number): XmlElement {
	const parser = new SaxesParser({ xmlns: true });
	const open: Open[] = [];
	let root: XmlElement | undefined;
	const lineNow = () => firstLine + parser.line - 1;
	const fail = (reason: string, cause?: unknown): never => {
		const where = `${file}, line ${lineNow()}`;
		throw new BrokerError('bad-file', `${where}: this is not well-formed XML: ${reason}.`, { cause });
	};
	parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), error));
	parser.on('opentag', ({ local, uri, attributes }) => {
		const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
		const element: Open = {
			...{ name: local, namespace: uri, children: [], line: lineNow() },
			attributes: Object.fromEntries(values),
		};
		open.at(-1)?.children.push(element);
		root ??= element;
		if (open.push(element) > deepest) fail(`elements are nested more than ${deepest} deep`);
	});
	const addText = (piece: string) => open.at(-1)?.children.push(piece);
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('closetag', () => open.pop());
	parser.write(text).close();
	return root ?? fail('it has no element');
}

function linesBefore(document: string): number {
	return count(document.slice(0, document.length - document.trimStart().length), '\n');
}

function count(text: string, mark: string): number {
	return text.split(mark).length - 1;
}
