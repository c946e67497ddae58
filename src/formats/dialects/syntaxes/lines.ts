// Counts lines of a text, a stretch at a time.

/** Counts the line feeds in a stretch of a text without copying it. */
export function countLines(text: string, from: number, to: number): number {
	return countCharacter(text, '\n', from, to);
}

/** Counts a character in a stretch of a text without copying it. */
export function countCharacter(text: string, character: string, from = 0, to = text.length): number {
	const code = character.charCodeAt(0);
	let count = 0;
	for (let at = from; at < to; at++) if (text.charCodeAt(at) === code) count++;
	return count;
}

/**
 * Returns a function that answers the line of each offset of a text, from 1; offsets must not fall.
 */
export function createLineFinder(text: string): (offset: number) => number {
	let line = 1;
	let counted = 0;
	return (offset) => {
		line += countLines(text, counted, offset);
		counted = Math.max(counted, offset);
		return line;
	};
}
