// Reads texts in YAML 1.2 as values.
import { Composer, type Document, isNode, isScalar, Lexer, type ParsedNode, Parser, visit } from 'yaml';
import { BrokerError } from '../../../errors.ts';
import { partsOf } from '../../../links/limits.ts';
import { createReadingBounds, type ReadingBounds } from '../../reading-bounds.ts';
import { countCharacter, countLines, createLineFinder } from './lines.ts';

/**
 * Aliases can expand a short text to gigabytes, and the package searches for each. No dialect needs
 * many.
 */
const mostAliases = 100;

/** A document: its value, its first line, and the line of a value within it, or of the next around it. */
export type YamlDocument = { value: unknown; line: number; lineAt(path: readonly PropertyKey[]): number };

/**
 * Reads the documents of a text, whose tokens count towards the bounds. Dates stay texts. Fails
 * with `bad-file` where it is no YAML, with the line.
 */
export function* readYaml(written: string, file: string, bounds = createReadingBounds(file)): Generator<YamlDocument> {
	const text = withLineFeeds(written, bounds);
	// Each is a token.
	bounds.foresee(countCharacter(text, '\n') * partsOf.token);
	const lineOf = createLineFinder(text);
	const composer = new Composer({ schema: 'core', prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
	for (const document of composer.compose(tokensOf(text, file, bounds))) {
		const [error] = document.errors;
		if (error) throw notYaml(file, createLineFinder(text)(error.pos[0]), error);
		refuseRepeatedKeys(document, file, text);
		const line = lineOf(document.range[0]);
		yield {
			value: readValue(document, file, line),
			line,
			lineAt(path) {
				for (let length = path.length; length > 0; length--) {
					const node = document.getIn(path.slice(0, length), true);
					if (isNode(node)) return lineOfNode(node, text);
				}
				return line;
			},
		};
	}
}

/**
 * Replaces carriage returns, which end lines, too (YAML 1.2, 5.4): the package reads the text again
 * and again where one stands alone.
 */
function withLineFeeds(text: string, bounds: ReadingBounds): string {
	let line = 1;
	for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) bounds.add(1, line++);
	return line === 1 ? text : text.replaceAll(/\r\n?/g, '\n');
}

/** Parses as far as the bounds allow: the package itself has none. */
function* tokensOf(text: string, file: string, bounds: ReadingBounds) {
	const parser = new Parser();
	let line = 1;
	let aliases = 0;
	for (const token of new Lexer().lex(text)) {
		bounds.add(partsOfToken(token), line);
		bounds.checkToken(token.length, line);
		if (token.startsWith('*') && ++aliases > mostAliases) {
			throw new BrokerError('bad-file', `${file}, line ${line}: more than ${mostAliases} aliases (*name) are refused.`);
		}
		yield* parser.next(token);
		bounds.checkDepth(parser.stack.length - documentItself, line);
		line += countLines(token, 0, token.length);
	}
	yield* parser.end();
}

function partsOfToken(token: string): number {
	if (token === beginOfDocument) return partsOf.document;
	return token === '[' || token === '{' ? partsOf.opening : partsOf.token;
}

/** Stands between documents. */
const beginOfDocument = '---';

/** The stack of the parser holds the document, and at the end the value that is being read. */
const documentItself = 2;

/** The package compares each key with all others. */
function refuseRepeatedKeys(document: Document.Parsed, file: string, text: string): void {
	visit(document, {
		Map(_, { items }) {
			const keys = new Set<unknown>();
			for (const { key } of items) {
				const value = isScalar(key) ? key.value : key;
				if (keys.has(value)) throw notYaml(file, lineOfNode(key, text), new Error('Map keys must be unique'));
				keys.add(value);
			}
		},
	});
}

function lineOfNode(node: unknown, text: string): number {
	return createLineFinder(text)((node as ParsedNode).range[0]);
}

function readValue(document: Document.Parsed, file: string, line: number): unknown {
	try {
		return document.toJS({ maxAliasCount: mostAliases });
	} catch (cause) {
		throw notYaml(file, line, cause as Error);
	}
}

function notYaml(file: string, line: number, cause: Error): BrokerError {
	const reason = cause.message.split(/ at line \d|\n/)[0]?.replace(/[.:]$/, '');
	return new BrokerError('bad-file', `${file}, line ${line}: this is not YAML: ${reason}.`, { cause });
}
