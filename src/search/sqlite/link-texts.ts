// The words of many links' objects as few large texts, and the search for a phrase in them; knows neither columns nor queries.
import { type ObjectTextField, objectTextFields } from '../query-node.ts';
import type { Connection } from './connection.ts';

/**
 * Holds the words of the objects of links as `text.words` has them, one link in each line: one text is searched several times as fast as many.
 * `ordinals` says which link stands in each line, ascending. `begins` has five places for each line, where its fields begin in `words`, and
 * at last the end.
 */
export type LinkTexts = { ordinals: Uint32Array; words: string; begins: Uint32Array };

const fields = objectTextFields.length;
const laterFields = objectTextFields.slice(1);

/** Reads the texts of links' objects, given by id for each link, as one text after the other as they are taken. */
export type LinkTextsReader = (objects: Float64Array, ordinals: Uint32Array) => Iterable<LinkTexts>;

/**
 * Reads texts of at most so many bytes of UTF-8 at once, one object's alone where it has more. The database puts them together: a row for each
 * takes twice as long. Rows of a cross join come in the order of its left side.
 */
export function createLinkTextsReader(connection: Connection, bytesAtOnce: number): LinkTextsReader {
	const asked = 'json_each(?) asked CROSS JOIN text ON text.id = asked.value';
	// The database tells lengths in bytes without reading the texts.
	const readLengths = connection.prepare(`SELECT json_group_array(octet_length(words)) FROM ${asked}`);
	const read = connection.prepare(
		`SELECT group_concat(words, char(10)), '[' || group_concat(${laterFields.join(" || ',' || ")}) || ']' FROM ${asked}`,
	);
	return function* (objects, ordinals) {
		const idsOf = (some: Uint32Array) => JSON.stringify(Array.from(some, (ordinal) => objects[ordinal]));
		const [lengths] = readLengths.get<[string]>(idsOf(ordinals)) as [string];
		for (const some of cut(ordinals, JSON.parse(lengths) as number[], bytesAtOnce)) {
			const [words, begins] = read.get<[string, string]>(idsOf(some)) as [string, string];
			yield { ordinals: some, words, begins: beginsIn(words, JSON.parse(begins) as number[]) };
		}
	};
}

/** Cuts ordinals where their lengths come to more than `most` together. */
function* cut(ordinals: Uint32Array, lengths: readonly number[], most: number): Generator<Uint32Array> {
	let from = 0;
	let together = 0;
	for (let at = 0; at < ordinals.length; at++) {
		const length = lengths[at] as number;
		if (at > from && together + length > most) {
			yield ordinals.slice(from, at);
			from = at;
			together = 0;
		}
		together += length;
	}
	if (from < ordinals.length) yield ordinals.slice(from);
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
function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/** Counts the units of UTF-16 of a text's first characters, as SQLite counts characters: those above U+FFFF are two units. */
function countUnits(text: string, characters: number): number {
	let units = 0;
	for (let counted = 0; counted < characters; counted++) units += (text.codePointAt(units) as number) > 0xffff ? 2 : 1;
	return units;
}

// What a text takes beside its words and numbers: two buffers, a string and what holds them.
const bytesBeside = 300;

/** Tells at most how much room texts take: what is not plain ASCII may have two bytes for each unit of UTF-16. */
export function bytesOfTexts({ ordinals, words, begins }: LinkTexts): number {
	return bytesBeside + ordinals.byteLength + begins.byteLength + (isAscii(words) ? words.length : words.length * 2);
}

/** Words that stand next to each other within one value of a field, of any where it is null. */
type Phrase = { field: ObjectTextField | null; tokens: readonly string[]; prefix: boolean };

/** Marks, by their ordinals, those links among the wanted ones whose objects hold a phrase. */
export function markPhrase(texts: LinkTexts, asked: Phrase, wanted: Uint8Array, marks: Uint8Array): void {
	// Words stand between spaces. The first one is looked for without its own: engines look for the first character, and spaces are everywhere.
	const phrase = `${asked.tokens.join(' ')}${asked.prefix ? '' : ' '}`;
	for (const stretch of stretchesOf(texts.ordinals, wanted))
		markStretch(texts, stretch, asked.field, phrase, wanted, marks);
}

/** Lines from one to another, that one not among them. */
type Stretch = { from: number; to: number };

// To look through so many lines in vain takes about as long as to begin anew behind them.
const linesBetween = 4;

/** Finds the stretches of lines in which links are wanted. */
function stretchesOf(ordinals: Uint32Array, wanted: Uint8Array): Stretch[] {
	const stretches: Stretch[] = [];
	let last: Stretch | undefined;
	for (let line = 0; line < ordinals.length; line++) {
		if (wanted[ordinals[line] as number] === 0) continue;
		if (last && line - last.to <= linesBetween) last.to = line + 1;
		else {
			last = { from: line, to: line + 1 };
			stretches.push(last);
		}
	}
	return stretches;
}

function markStretch(
	{ ordinals, words, begins }: LinkTexts,
	{ from, to }: Stretch,
	field: ObjectTextField | null,
	phrase: string,
	wanted: Uint8Array,
	marks: Uint8Array,
): void {
	const first = field === null ? 0 : objectTextFields.indexOf(field);
	const beyond = field === null ? fields : first + 1;
	const start = begins[from * fields] as number;
	const stretch = words.slice(start, begins[to * fields]);
	const beginOf = (line: number) => (begins[line * fields + first] as number) - start;
	const endOf = (line: number) => (begins[line * fields + beyond] as number) - start;
	let line = from;
	for (let at = stretch.indexOf(phrase); at !== -1; ) {
		while (line < to && endOf(line) <= at) line++;
		if (line === to) return;
		const ordinal = ordinals[line] as number;
		let next = at + 1;
		if (wanted[ordinal] === 0) next = endOf(line);
		else if (at < beginOf(line)) next = beginOf(line);
		else if (stretch.charCodeAt(at - 1) === space) {
			marks[ordinal] = 1;
			next = endOf(line);
		}
		at = stretch.indexOf(phrase, next);
	}
}

const space = 32;
