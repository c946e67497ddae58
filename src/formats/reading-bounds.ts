// Bounds the reading of a text by one count, whatever its form: the readers of JSON, XML, YAML,
// BibTeX and tables share it, and stop while they read.
import { BrokerError } from '../errors.ts';
import { readingLimits } from '../links/limits.ts';

/**
 * Counts what one text holds. Every method fails with `bad-file` beyond its bound, with the line.
 */
export type ReadingBounds = {
	/** Adds parts (see readingLimits.parts) that stand in this line. */
	add(parts: number, line: number): void;
	/**
	 * Checks a lower estimate of the parts of a text before it is parsed. The parts are added later.
	 */
	foresee(parts: number): void;
	/** Checks the nesting of what begins in this line. */
	checkDepth(depth: number, line: number): void;
	/** Checks the length of one name, value or tag. */
	checkToken(length: number, line: number): void;
	/** Begins the next document: in a stream, the count begins again. */
	nextDocument(): void;
};

/** Describes what exceeds a bound. */
export const excess = {
	parts: excessOfParts(readingLimits.parts),
	depth: `its parts are nested more than ${readingLimits.depth} deep`,
	token: `a name or value is longer than ${readingLimits.tokenLength} characters`,
} as const;

function excessOfParts(most: number): string {
	return `it has more than ${most} parts (values, elements, rows, entries); send fewer at once`;
}

/**
 * What is read: `isStream` if each of its documents is counted alone, and the most parts of each.
 */
export type ReadingOptions = { isStream?: boolean; mostParts?: number };

/** Creates the bounds of one file or body. */
export function createReadingBounds(
	file: string,
	{ isStream = false, mostParts = readingLimits.parts }: ReadingOptions = {},
): ReadingBounds {
	let parts = 0;
	const check = (isRight: boolean, line: number, message: string): void => {
		if (!isRight) throw new BrokerError('bad-file', `${file}, line ${line}: ${message}.`);
	};
	return {
		add(more, line) {
			parts += more;
			if (parts > mostParts) check(false, line, excessOfParts(mostParts));
		},
		foresee(more) {
			if (parts + more > mostParts) check(false, 1, excessOfParts(mostParts));
		},
		checkDepth: (depth, line) => check(depth <= readingLimits.depth, line, excess.depth),
		checkToken: (length, line) => check(length <= readingLimits.tokenLength, line, excess.token),
		nextDocument() {
			if (isStream) parts = 0;
		},
	};
}
