// The failures of input that is wrong in several places, which stay short however many these are, and
// how near a wrong word is to a right one.
import { BrokerError, type ErrorCode, type Problem } from '../errors.ts';

// So many places stand in the sentence of a failure; all of them are in its problems.
const placesInWords = 10;
const longestName = 60;

/** Makes the failure of wrong input out of its problems; its sentence tells the first of them. */
export function wrongInput(
	code: ErrorCode,
	problems: readonly Problem[],
	sentence: (problem: Problem) => string = ({ message }) => message,
): BrokerError {
	return new BrokerError(code, inWords(problems, sentence), { problems });
}

/** Tells the first of several problems in sentences, and how many more there are. */
export function inWords(
	problems: readonly Problem[],
	sentence: (problem: Problem) => string = ({ message }) => message,
): string {
	const told = problems.slice(0, placesInWords).map(sentence);
	return [...told, ...andMore(problems.length - told.length)].join(' ');
}

/** Makes the problem of a parameter that is not among the known ones, whose names are given. */
export function unknownParameter(field: string, known: readonly string[]): Problem {
	const names = known.length === 0 ? 'this address takes none' : `known are ${known.join(', ')}`;
	const name = shortened(field, longestName);
	return { field: name, message: `There is no parameter ${JSON.stringify(name)} here; ${names}.` };
}

/** Makes what ends a list that is too long to be told whole: nothing where nothing is left out. */
export function andMore(count: number): string[] {
	return count > 0 ? [`… and ${count} more.`] : [];
}

/** Shortens a text that came from outside, so that it can be shown. */
export function shortened(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}

/**
 * Counts the letters that are added, left out, changed or exchanged with their neighbour between
 * two words (the distance of Damerau and Levenshtein, each place edited once); 3 where they are
 * more than 2.
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
