// The words of many links' objects as few large texts, and the search for a phrase in them; knows neither columns nor queries.
import { type ObjectTextField, objectTextFields } from '../../../search/query-node.ts';
import type { Connection } from './connection.ts';

/**
 * Holds the words of the objects of links as `text` has them: one text is searched several times as fast as many. `ordinals` says of which links,
 * ascending. `words` has a line for each of them with the words of their titles, then as many with those of the next field, and so on: a search in
 * one field looks at no other. `begins` says where each line begins in `words`, and at last its end.
 */
export type LinkTexts = { ordinals: Uint32Array; words: string; begins: Uint32Array };

/** Reads the texts of links' objects, given by id for each link, as one text after the other as they are taken. */
export type LinkTextsReader = (objects: Float64Array, ordinals: Uint32Array) => Iterable<LinkTexts>;

/**
 * Reads texts of at most so many bytes of UTF-8 at once, one object's alone where it has more. The database puts them together: a row for each
 * takes twice as long. Rows of a cross join come in the order of its left side.
 */
export function createLinkTextsReader(connection: Connection, bytesAtOnce: number): LinkTextsReader {
	const asked = 'json_each(?) asked CROSS JOIN text ON text.id = asked.value';
	// The database tells lengths in bytes without reading the texts.
	const length = objectTextFields.map((field) => `octet_length(${field})`).join(' + ');
	const readLengths = connection.prepare(`SELECT json_group_array(${length}) FROM ${asked}`);
	const lines = objectTextFields.map((field) => `group_concat(${field}, char(10))`).join(' || char(10) || ');
	const read = connection.prepare(`SELECT ${lines} FROM ${asked}`);
	return function* (objects, ordinals) {
		const idsOf = (some: Uint32Array) => JSON.stringify(Array.from(some, (ordinal) => objects[ordinal]));
		const [lengths] = readLengths.get<[string]>(idsOf(ordinals)) as [string];
		for (const some of cut(ordinals, JSON.parse(lengths) as number[], bytesAtOnce)) {
			const [words] = read.get<[string]>(idsOf(some)) as [string];
			yield { ordinals: some, words, begins: beginsOfLines(words, some.length * objectTextFields.length) };
		}
	};
}

function beginsOfLines(words: string, count: number): Uint32Array {
	const begins = new Uint32Array(count + 1);
	for (let line = 1; line < count; line++) begins[line] = words.indexOf('\n', begins[line - 1]) + 1;
	begins[count] = words.length;
	return begins;
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

// What a text takes beside its words and numbers: two buffers, a string and what holds them.
const bytesBeside = 300;

/** Tells at most how much room texts take: what is not plain ASCII may have two bytes for each unit of UTF-16. */
export function bytesOfTexts({ ordinals, words, begins }: LinkTexts): number {
	return bytesBeside + ordinals.byteLength + begins.byteLength + words.length * (isAscii(words) ? 1 : 2);
}

/** Tells quickly whether a text is in ASCII alone. */
function isAscii(text: string): boolean {
	return Buffer.byteLength(text) === text.length;
}

/** Words that stand next to each other within one value of a field, of any where it is null. */
type Phrase = { field: ObjectTextField | null; tokens: readonly string[]; prefix: boolean };

/** Marks, by their ordinals, those links among the wanted ones whose objects hold a phrase. */
export function markPhrase(texts: LinkTexts, asked: Phrase, wanted: Uint8Array, marks: Uint8Array): void {
	const sought = seek(asked);
	for (const stretch of stretchesOf(texts.ordinals, wanted, asked.field))
		markStretch(texts, stretch, sought, wanted, marks);
}

/** A phrase with the spaces around it, in two: what is looked for, and what must stand before it. */
type Sought = { head: string; tail: string };

// Letters of English from the most frequent to the rarest. Of others, none is held to be frequent but the digits, which identifiers are full of.
const frequentFirst = '0123456789etaoinsrhldcumfpgwybvkxjqz';

/**
 * Cuts a phrase where its rarest letter stands: engines look for the first character, and compare where they find it. Looking for `galaxies` in the
 * texts of 450 links takes 8 µs so, and 31 from its g on.
 */
function seek({ tokens, prefix }: Pick<Phrase, 'tokens' | 'prefix'>): Sought {
	const phrase = ` ${tokens.join(' ')}${prefix ? '' : ' '}`;
	let rarest = 1;
	for (let at = 2; at < phrase.length; at++) if (rarity(phrase, at) > rarity(phrase, rarest)) rarest = at;
	return { head: phrase.slice(0, rarest), tail: phrase.slice(rarest) };
}

function rarity(phrase: string, at: number): number {
	const character = phrase[at] as string;
	if (character === ' ') return -1;
	const rank = frequentFirst.indexOf(character);
	return rank === -1 ? frequentFirst.length : rank;
}

/** Lines from one to another, that one not among them. */
type Stretch = { from: number; to: number };

// To look through so many lines in vain takes about as long as to begin anew behind them.
const linesBetween = 4;

/** Finds the stretches of lines in which a field of wanted links is to be looked at, or all fields. */
function stretchesOf(ordinals: Uint32Array, wanted: Uint8Array, field: ObjectTextField | null): Stretch[] {
	const ofOneField = stretchesOfLinks(ordinals, wanted);
	const stretches: Stretch[] = [];
	for (const [position, name] of objectTextFields.entries()) {
		if (field !== null && field !== name) continue;
		const before = position * ordinals.length;
		for (const { from, to } of ofOneField) addLines(stretches, before + from, before + to);
	}
	return stretches;
}

function stretchesOfLinks(ordinals: Uint32Array, wanted: Uint8Array): Stretch[] {
	const stretches: Stretch[] = [];
	for (let line = 0; line < ordinals.length; line++) {
		if (wanted[ordinals[line] as number] === 0) continue;
		const from = line++;
		while (line < ordinals.length && wanted[ordinals[line] as number] !== 0) line++;
		addLines(stretches, from, line);
	}
	return stretches;
}

/** Adds lines to stretches: to the last one, where that ends nearby. */
function addLines(stretches: Stretch[], from: number, to: number): void {
	const last = stretches.at(-1);
	if (last && from - last.to <= linesBetween) last.to = to;
	else stretches.push({ from, to });
}

function markStretch(
	{ ordinals, words, begins }: LinkTexts,
	{ from, to }: Stretch,
	{ head, tail }: Sought,
	wanted: Uint8Array,
	marks: Uint8Array,
): void {
	const start = begins[from] as number;
	const stretch = words.slice(start, begins[to]);
	const endOf = (line: number) => (begins[line + 1] as number) - start;
	let line = from;
	for (let at = stretch.indexOf(tail, head.length); at !== -1; ) {
		while (endOf(line) <= at) line++;
		const ordinal = ordinals[line % ordinals.length] as number;
		let next = at + 1;
		if (wanted[ordinal] === 0) next = endOf(line);
		else if (stretch.startsWith(head, at - head.length)) {
			marks[ordinal] = 1;
			next = endOf(line);
		}
		at = stretch.indexOf(tail, next);
	}
}
