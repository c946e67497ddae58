// Reads texts in XML as trees of elements.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { BrokerError } from '../../../errors.ts';
import { partsOf } from '../../../links/limits.ts';
import { createReadingBounds, type ReadingBounds } from '../../reading-bounds.ts';
import type { XmlElement } from '../dialect.ts';
import { countCharacter, createLineFinder } from './lines.ts';

/** The part of an element that is filled while it is read. */
type Open = XmlElement & { children: (XmlElement | string)[] };

/**
 * Reads the root elements of a text: of one document, or of several after one another, each with
 * its declaration; of a set its records, one by one. Elements, attributes and texts count towards
 * the bounds. A document type is passed over, and what it names is not fetched; one that declares
 * something is refused, and so are entities but those of XML itself. Fails with `bad-file` where it
 * is not well-formed, with the line.
 */
export function* readXml(text: string, file: string, bounds = createReadingBounds(file)): Generator<XmlElement> {
	const lineOf = createLineFinder(text);
	// The parser joins what stands before and behind a reference, and reports only the whole text.
	let reference = text.indexOf('&');
	for (const [from, to] of documentsIn(text, file)) {
		const begin = to - text.slice(from, to).trimStart().length;
		if (begin === to) continue;
		const firstLine = lineOf(begin);
		bounds.nextDocument();
		// An element has two tags at most. Of a set, no more than a record is held.
		const [, first = ''] = /<([\w-]+)/.exec(text.slice(begin, begin + longestProlog)) ?? [];
		if (!sets.has(first)) bounds.foresee((countCharacter(text, '<', from, to) / 2) * partsOf.element);
		bounds.add(partsOf.document, firstLine);
		for (; reference !== -1 && reference < to; reference = text.indexOf('&', reference + 1)) {
			bounds.add(partsOf.reference, firstLine);
		}
		yield* readRoot(text.slice(begin, to), { file, bounds, firstLine });
	}
}

/** Divides a text before each declaration, but for those that stand in a comment or in CDATA. */
function* documentsIn(text: string, file: string): Generator<[from: number, to: number]> {
	const marks = /<\?xml\s|<!\[CDATA\[|<!--|<!DOCTYPE/gi;
	let from = 0;
	for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
		const [begin] = mark;
		if (begin.startsWith('<?')) {
			yield [from, mark.index];
			from = mark.index;
			continue;
		}
		if (/^<!d/i.test(begin)) {
			plainType.lastIndex = mark.index;
			if (!plainType.test(text)) throw documentType(file, createLineFinder(text)(mark.index));
			marks.lastIndex = plainType.lastIndex;
			continue;
		}
		const end = begin === '<!--' ? '-->' : ']]>';
		const place = text.indexOf(end, marks.lastIndex);
		if (place === -1) break;
		marks.lastIndex = place + end.length;
	}
	yield [from, text.length];
}

/** A document type that only names its definition: `<!DOCTYPE article PUBLIC "…" "….dtd">`. */
const plainType = /<!DOCTYPE(?:[^[<>"']|"[^"<]*"|'[^'<]*')*>/giy;

/**
 * A document type may define entities that expand a short text to gigabytes. No dialect needs one.
 */
function documentType(file: string, line: number): BrokerError {
	return new BrokerError(
		'bad-file',
		`${file}, line ${line}: document types with declarations (<!DOCTYPE … […]>) are refused; remove it.`,
	);
}

const longestProlog = 2_000;

type Place = { file: string; bounds: ReadingBounds; firstLine: number };

/** Sets of records, each of which is handed out by itself: a set may have ten thousands. */
const sets: ReadonlySet<string> = new Set(['PubmedArticleSet', 'pmc-articleset']);

function* readRoot(text: string, { file, bounds, firstLine }: Place): Generator<XmlElement> {
	const parser = new SaxesParser({ xmlns: true });
	const open: Open[] = [];
	let root: XmlElement | undefined;
	const records: XmlElement[] = [];
	const lineNow = () => firstLine + parser.line - 1;
	const fail = (reason: string, cause?: unknown): never => {
		const where = `${file}, line ${lineNow()}`;
		throw new BrokerError('bad-file', `${where}: this is not well-formed XML: ${reason}.`, { cause });
	};
	const isSet = () => root !== undefined && sets.has(root.name);
	parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), error));
	parser.on('attribute', ({ value }) => {
		bounds.add(partsOf.attribute, lineNow());
		bounds.checkToken(value.length, lineNow());
	});
	parser.on('opentag', (tag) => {
		const element = elementOf(tag, lineNow());
		if (open.length === 1 && isSet()) bounds.nextDocument();
		bounds.add(partsOf.element, element.line);
		bounds.checkToken(tag.name.length, element.line);
		if (open.length > 1 || !isSet()) open.at(-1)?.children.push(element);
		root ??= element;
		bounds.checkDepth(open.push(element), element.line);
	});
	const addText = (piece: string) => {
		bounds.add(1, lineNow());
		bounds.checkToken(piece.length, lineNow());
		open.at(-1)?.children.push(piece);
	};
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('closetag', () => {
		const closed = open.pop();
		if (closed === undefined) return;
		// An array that has grown reserves room, which is most of the memory of many small elements.
		if (closed.children.length < fewChildren) closed.children = closed.children.slice();
		if (open.length === 1 && isSet()) records.push(closed);
	});
	for (let at = 0; at < text.length; at += pieceLength) {
		parser.write(text.slice(at, at + pieceLength));
		yield* records.splice(0);
	}
	parser.close();
	if (root === undefined) fail('it has no element');
	else if (!isSet()) yield root;
}

/** So many characters are parsed before the records in them are handed out. */
const pieceLength = 65_536;

const fewChildren = 16;

function elementOf({ local, uri, attributes }: SaxesTagNS, line: number): Open {
	const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
	return {
		...{ name: local, namespace: uri, children: [], line },
		attributes: values.length === 0 ? noAttributes : Object.fromEntries(values),
	};
}

const noAttributes: XmlElement['attributes'] = Object.freeze({});
