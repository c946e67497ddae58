// The words of many links' objects as one text, and the search for a phrase in it; knows neither columns nor queries.
import { type ObjectTextField, objectTextFields } from '../query-node.ts';
import type { Connection } from './connection.ts';

/**
 * Holds the words of the objects of links as `text.words` has them, one link in each line: one text is searched several times as fast as many.
 * `begins` has five places for each link, where its fields begin in `words`, and at last the end.
 */
export type LinkTexts = { words: string; begins: Uint32Array };

const fields = objectTextFields.length;
const laterFields = objectTextFields.slice(1);

/**
 * Reads the texts of objects, given by id in the order of their links. The database puts them together: a row for each takes twice as long.
 * Rows of a cross join come in the order of its left side.
 */
export function createLinkTextsReader(connection: Connection): (objects: Float64Array) => LinkTexts {
	const read = connection.prepare(
		`SELECT group_concat(words, char(10)), '[' || group_concat(${laterFields.join(" || ',' || ")}) || ']'
			FROM json_each(?) asked CROSS JOIN text ON text.id = asked.value`,
	);
	return (objects) => {
		const [words, begins] = read.get<[string, string]>(JSON.stringify([...objects])) as [string, string];
		return { words, begins: beginsIn(words, JSON.parse(begins) as number[]) };
	};
}

/** Tells where fields begin in all words, given where those after the first begin in each line: at which character, the first is 1. */
function beginsIn(words: string, characters: readonly number[]): Uint32Array {
	const begins = new Uint32Array((characters.length / laterFields.length) * fields + 1);
	const allAscii = isAscii(words);
	let line = 0;
	for (let from = 0, to = 0; from < characters.length; from += laterFields.length) {
		begins[to++] = line;
		const next = words.indexOf('\n', line) + 1 || words.length;
		const text = allAscii ? '' : words.slice(line, next);
		for (let later = 0; later < laterFields.length; later++) {
			const before = (characters[from + later] as number) - 1;
			begins[to++] = line + (allAscii ? before : countUnits(text, before));
		}
		line = next;
	}
	begins[begins.length - 1] = words.length;
	return begins;
}

/** Tells quickly whether a text is in ASCII alone. */
export function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/** Counts the units of UTF-16 of a text's first characters, as SQLite counts characters: those above U+FFFF are two units. */
function countUnits(text: string, characters: number): number {
	let units = 0;
	for (let counted = 0; counted < characters; counted++) units += (text.codePointAt(units) as number) > 0xffff ? 2 : 1;
	return units;
}

/** Marks, by their ordinals, the links whose objects hold words next to each other within one value of a field, of any where it is null. */
export function markPhrase(
	{ words, begins }: LinkTexts,
	field: ObjectTextField | null,
	{ tokens, prefix }: { tokens: readonly string[]; prefix: boolean },
	marks: Uint8Array,
): void {
	const first = field === null ? 0 : objectTextFields.indexOf(field);
	const beyond = field === null ? fields : first + 1;
	const beginOf = (ordinal: number) => begins[ordinal * fields + first] as number;
	const endOf = (ordinal: number) => begins[ordinal * fields + beyond] as number;
	// Words stand between spaces. The first one is looked for without its own: engines look for the first character, and spaces are everywhere.
	const phrase = `${tokens.join(' ')}${prefix ? '' : ' '}`;
	let ordinal = 0;
	for (let at = words.indexOf(phrase); at !== -1; ) {
		while (endOf(ordinal) <= at && ordinal < marks.length) ordinal++;
		if (ordinal >= marks.length) return;
		let next = at + 1;
		if (at < beginOf(ordinal)) next = beginOf(ordinal);
		else if (words.charCodeAt(at - 1) === space) {
			marks[ordinal] = 1;
			next = endOf(ordinal);
		}
		at = words.indexOf(phrase, next);
	}
}

const space = 32;
