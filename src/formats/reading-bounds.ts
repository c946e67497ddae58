// Bounds the reading of a text by one count, whatever its form: the readers of JSON, XML, YAML,
// BibTeX and tables share it, and stop while they read.
import { BrokerError } from '../errors.ts';
import { readingLimits } from '../links/limits.ts';

/** Counts what one text holds. Every method fails with `bad-file` beyond its bound, with the line. */
export type ReadingBounds = {
	/** Adds parts (see readingLimits.parts) that stand in this line. */
	add(parts: number, line: number): void;
	/** Checks how deep what begins in this line is nested. */
	checkDepth(depth: number, line: number): void;
	/** Checks the length of one name, value or tag. */
	checkToken(length: number, line: number): void;
	/** Begins the next document: in a stream, the count begins again. */
	nextDocument(): void;
};

/** Says what goes beyond a bound. */
export const excess = {
	parts: `it has more than ${readingLimits.parts} parts (values, elements, rows, entries); send fewer at once`,
	depth: `its parts are nested more than ${readingLimits.depth} deep`,
	token: `a name or value is longer than ${readingLimits.tokenLength} characters`,
} as const;

/**
 * Starts on a file or body. `isStream`: its documents are read one after the other, so that each is
 * counted alone; else all are counted together.
 */
export function createReadingBounds(file: string, { isStream = false }: { isStream?: boolean } = {}): ReadingBounds {
	let parts = 0;
	const check = (isRight: boolean, line: number, message: string): void => {
		if (!isRight) throw new BrokerError('bad-file', `${file}, line ${line}: ${message}.`);
	};
	return {
		add(more, line) {
			parts += more;
			check(parts <= readingLimits.parts, line, excess.parts);
		},
		checkDepth: (depth, line) => check(depth <= readingLimits.depth, line, excess.depth),
		checkToken: (length, line) => check(length <= readingLimits.tokenLength, line, excess.token),
		nextDocument() {
			if (isStream) parts = 0;
		},
	};
}
