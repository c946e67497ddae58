// Writes JSON of works shorter: what comes again and again becomes one control character, which JSON.stringify never writes; knows no work.

/**
 * The pieces by their control characters, from U+0001. What is stored is read by this list: pieces may be added at its end, but never
 * changed or moved.
 */
const pieces = [
	'"},{"Name":"',
	'{"Title":"',
	'"Title":"',
	'","Creator":[{"Name":"',
	',"Creator":[{"Name":"',
	'"}],"PublicationDate":"',
	',"PublicationDate":"',
	'","PublicationDate":"',
	'","Type":{"Name":"literature"}',
	'","Type":{"Name":"software"}',
	'","Type":{"Name":"dataset"}',
	'","Type":{"Name":"unknown"}',
	'"Type":{"Name":"literature"}',
	'"Type":{"Name":"software"}',
	'"Type":{"Name":"dataset"}',
	'"Type":{"Name":"unknown"}',
	'","Publisher":[{"Name":"',
	',"Publisher":[{"Name":"',
	',"Keywords":["',
	'","',
	'"}]',
	'{"ID":"',
	'","IDScheme":"doi"}',
	'","IDScheme":"arxiv"}',
	'","IDScheme":"ads"}',
	'","IDScheme":"url"}',
	'","IDScheme":"',
	'{"Identifiers":[{"ID":"',
] as const;

const codes = new Map<string, string>(pieces.map((piece, at) => [piece, String.fromCharCode(at + 1)]));
// The longest that fits: "},{"Name":" before "}],.
const known = new RegExp(
	[...pieces]
		.sort((one, other) => other.length - one.length)
		.map((piece) => RegExp.escape(piece))
		.join('|'),
	'g',
);

/** Shortens what JSON.stringify wrote without indent, of works to two thirds and less. */
export function shorten(json: string): string {
	return json.replace(known, (piece) => codes.get(piece) as string);
}

// Whatever stands below the space.
const control = /[^ -\uffff]/g;

/** Gives back what `shorten` was given, in one piece: what V8 joins of many keeps all of them, three times as much room, as long as it is kept. */
export function expand(short: string): string {
	return short.replace(control, (character) => {
		const code = character.charCodeAt(0);
		const piece = pieces[code - 1];
		if (piece === undefined)
			throw new Error(`U+${code.toString(16).padStart(4, '0')} stands for nothing: the text is of a newer program`);
		return piece;
	});
}
