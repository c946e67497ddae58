// Shortens the JSON of works for storage: frequent pieces of it become one control character.

/**
 * Lists the pieces. The first becomes U+0001, the second U+0002, and so on; JSON.stringify never
 * writes those characters. Stored texts are read by this list: pieces may be added at its end, but
 * never changed or moved.
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
]         ;

const codes = new Map                (pieces.map((piece, at) => [piece, String.fromCharCode(at + 1)]));

/** Matches any piece; where one begins with another, the longer one. */
const anyPiece = new RegExp(
	[...pieces]
		.sort((one, other) => other.length - one.length)
		.map((piece) => RegExp.escape(piece))
		.join('|'),
	'g',
);

/** Shortens what JSON.stringify wrote without indentation. */
export function shorten(json        )         {
	return json.replace(anyPiece, (piece) => codes.get(piece)          );
}

const controlCharacter = /[^ -\uffff]/g;

/**
 * Restores what `shorten` was given. Fails where the text holds a piece that this program does not
 * know.
 */
export function expand(short        )         {
	return short.replace(controlCharacter, (character) => {
		const code = character.charCodeAt(0);
		const piece = pieces[code - 1];
		if (piece === undefined) {
			throw new Error(`U+${code.toString(16).padStart(4, '0')} stands for nothing: the text is of a newer program`);
		}
		return piece;
	});
}
