// Failures of input with several problems, kept short, and the distance between a wrong word and a
// right one.
import { BrokerError, type ErrorCode, type Problem } from '../errors.ts';

// A message lists this many problems; the failure has all of them.
const placesInWords = 10;
const longestName = 60;

/** Creates the failure of wrong input; its message lists the first problems. */
export function wrongInput(
	code: ErrorCode,
	problems: readonly Problem[],
	sentence: (problem: Problem) => string = ({ message }) => message,
): BrokerError {
	return new BrokerError(code, inWords(problems, sentence), { problems });
}

/** Creates the failure of one wrong parameter. */
export function wrongParameter(field: string, message: string): BrokerError {
	return wrongInput('bad-query', [{ field, message }]);
}

/** Lists the first of several problems in sentences, and the number of others. */
export function inWords(
	problems: readonly Problem[],
	sentence: (problem: Problem) => string = ({ message }) => message,
): string {
	const listed = problems.slice(0, placesInWords).map(sentence);
	return [...listed, ...andMore(problems.length - listed.length)].join(' ');
}

/** Creates the problem of an unknown parameter. */
export function unknownParameter(field: string, known: readonly string[]): Problem {
	const names = known.length === 0 ? 'This address has no parameters.' : `Known parameters: ${known.join(', ')}.`;
	const name = shortened(field, longestName);
	return { field: name, message: `Unknown parameter: ${JSON.stringify(name)}. ${names}` };
}

/** Returns the end of a shortened list: `… and 3 more.`, or nothing. */
export function andMore(count: number): string[] {
	return count > 0 ? [`… and ${count} more.`] : [];
}

/** Shortens a text from outside for display. */
export function shortened(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}

/**
 * Counts the letters added, omitted, changed or swapped with their neighbour between two words (the
 * Damerau-Levenshtein distance, each place edited once). Returns 3 for more than 2.
 */
export function countEdits(one: string, other: string): number {
	if (Math.abs(one.length - other.length) > 2) return 3;
	let before: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let row = 1; row <= one.length; row++) {
		const next = [row];
		for (let column = 1; column <= other.length; column++) {
			const differs = Number(one[row - 1] !== other[column - 1]);
			let edits = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + differs);
			const isExchanged =
				row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (isExchanged) edits = Math.min(edits, at(before, column - 2) + 1);
			next.push(edits);
		}
		if (next.every((edits) => edits > 2)) return 3;
		before = last;
		last = next;
	}
	return Math.min(3, at(last, other.length));
}

function at(row: readonly number[], column: number): number {
	return row[column] as number;
}
