// Damages samples of dialects: values that no reader expects in the place of every value of JSON,
// and texts that are cut, repeated or torn.
import type { Syntax } from './dialect.ts';
import { samplesByName } from './samples.fixture.ts';

/** JSON of values that no reader expects: objects that are no texts when they are made texts. */
export const unexpectedValues: readonly string[] = [
	...['null', 'true', '-1', '1e308', '""', '"\\u0000\\ud800"', '[]', '{}', '[null]', '[[]]', '[[{}]]'],
	...['{"toString":1}', '[{"toString":1}]', '[[{"toString":1}]]', '{"valueOf":null,"toString":null}'],
	...[
		'{"length":-1}',
		'{"__proto__":{"toString":1}}',
		'{"constructor":1,"hasOwnProperty":1}',
		`${'['.repeat(50)}${']'.repeat(50)}`,
	],
];

/** A damaged text, and how it was damaged. */
export type Damaged = { what: string; text: string };

/**
 * Puts each unexpected value in the place of each value of a JSON text, also as a member of each
 * object.
 */
export function* withUnexpectedValues(text: string): Generator<Damaged> {
	const documents = text.trim().startsWith('[') ? [text] : text.trim().split(/\n(?=\{)/);
	const whole = documents.length > 1 ? documents.join('') : text;
	if (documents.length > 1) {
		for (const document of documents) yield* withUnexpectedValues(document);
		return;
	}
	const root: unknown = JSON.parse(whole);
	for (const way of placesIn(root)) {
		const marked = JSON.stringify(replaced(root, way));
		for (const value of unexpectedValues)
			yield { what: `${value} at /${way.join('/')}`, text: marked.replace('"\\u0001"', () => value) };
	}
}

type Way = readonly (string | number)[];

function* placesIn(value: unknown, way: Way = []): Generator<Way> {
	yield way;
	if (typeof value !== 'object' || value === null) return;
	for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...way, name]);
}

function replaced(value: unknown, [name, ...rest]: Way): unknown {
	if (name === undefined) return '\u0001';
	if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? replaced(item, rest) : item));
	const object = value as Record<string, unknown>;
	return { ...object, [name]: replaced(object[name], rest) };
}

/** Where a text is damaged, from 0 to 1, how, and with which bytes. */
export type Damage = {
	sample: number;
	at: number;
	length: number;
	kind: 'drop' | 'repeat' | 'cut' | 'insert' | 'swap';
	bytes: string;
};

/** Damages a sample of any dialect; answers its name and syntax, too. */
export function damaged({ sample, at, length, kind, bytes }: Damage): { name: string; syntax: Syntax; text: string } {
	const samples = samplesByName();
	const { name, syntax, text } = samples[sample % samples.length] as (typeof samples)[number];
	const from = Math.floor(at * text.length);
	const [before, part, behind] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
	const texts = {
		drop: before + behind,
		repeat: before + part.repeat(3) + behind,
		cut: before,
		insert: before + bytes + part + behind,
		swap: behind + part + before,
	};
	return { name, syntax, text: texts[kind] };
}
