// The failures of input that is wrong in several places: however many these are, what is told of
// them stays short.
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
