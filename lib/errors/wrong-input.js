// The failures of input that is wrong in several places: however many these are, what is told of
// them stays short. Knows no input.
import { BrokerError,                              } from '../errors.js';

// So many places stand in the sentence of a failure; all of them are in its problems.
const placesInWords = 10;
const longestName = 60;

/** Makes the failure of wrong input out of its problems; its sentence tells the first of them. */
export function wrongInput(
	code           ,
	problems                    ,
	sentence                               = ({ message }) => message,
)              {
	return new BrokerError(code, inWords(problems, sentence), { problems });
}

/** Tells the first of several problems in sentences, and how many more there are. */
export function inWords(
	problems                    ,
	sentence                               = ({ message }) => message,
)         {
	const told = problems.slice(0, placesInWords).map(sentence);
	return [...told, ...andMore(problems.length - told.length)].join(' ');
}

/** Makes the problem of a parameter that is not among the known ones, whose names are given. */
export function unknownParameter(field        , known                   )          {
	const names = known.length === 0 ? 'this address takes none' : `known are ${known.join(', ')}`;
	const name = shortened(field, longestName);
	return { field: name, message: `There is no parameter ${JSON.stringify(name)} here; ${names}.` };
}

/** Makes what ends a list that is too long to be told whole: nothing where nothing is left out. */
export function andMore(count        )           {
	return count > 0 ? [`… and ${count} more.`] : [];
}

/** Shortens a text that came from outside, so that it can be shown. */
export function shortened(text        , length        )         {
	return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}
