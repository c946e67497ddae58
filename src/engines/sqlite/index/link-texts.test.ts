// Says which objects' texts hold a phrase, beside the most naive way to tell.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { type ObjectTextField, objectTextFields } from '../../../search/query-node.ts';
import { createLinkTextsReader, markPhrase } from './link-texts.ts';
import { textColumns } from './schema.ts';
import { openTables } from './tables.fixture.ts';

// Words that begin and end as others do, of characters of one to four bytes; their analysis is themselves.
const word = fc.constantFrom('a', 'ab', 'ba', 'aba', 'b', 'ω', '机', '𐌰', '𐌰b');
const values = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 });
const text = fc.record({ title: values, creator: values, publisher: values, keyword: values, identifier: values });
// As a rule all are read and wanted; of many, the wanted ones lie apart.
const mostly = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false));
const objectsAsked = fc.oneof(
	fc.array(fc.record({ text, read: mostly, wanted: mostly }), { minLength: 1, maxLength: 6 }),
	fc.array(fc.record({ text, read: mostly, wanted: fc.nat(9).map((one) => one === 0) }), {
		minLength: 20,
		maxLength: 40,
	}),
);
// Few hold one text or two, many hold all.
const bytes = fc.oneof(fc.nat(200), fc.constant(1_000_000));
const field = fc.option(fc.constantFrom(...objectTextFields));
const phrase = fc.record({ tokens: fc.array(word, { minLength: 1, maxLength: 2 }), prefix: fc.boolean() });

type Text = Readonly<Record<ObjectTextField, readonly string[][]>>;
type Phrase = { tokens: readonly string[]; prefix: boolean };

function holds(object: Text, asked: ObjectTextField | null, { tokens, prefix }: Phrase): boolean {
	const searched = asked === null ? objectTextFields.flatMap((name) => object[name]) : object[asked];
	const last = tokens.length - 1;
	return searched.some((words) =>
		words.some((_, start) =>
			tokens.every((token, at) => {
				const found = words[start + at];
				return found === token || (prefix && at === last && found?.startsWith(token));
			}),
		),
	);
}

describe('the texts of many links', () => {
	const { connection, remove } = openTables();
	after(remove);

	it('hold a phrase where one value of the field asked for does, whatever stands before and after', () => {
		const put = connection.prepare('INSERT OR REPLACE INTO text VALUES (?, ?, ?, ?, ?, ?)');
		fc.assert(
			fc.property(objectsAsked, field, phrase, bytes, (asking, asked, wanted, bytesAtOnce) => {
				const objects = asking.map((one) => one.text);
				connection.execute('BEGIN');
				for (const [id, object] of objects.entries()) {
					const fields = objectTextFields.map((name) => [name, object[name].map((words) => words.join(' '))]);
					put.run(id, ...textColumns(Object.fromEntries(fields) as Record<ObjectTextField, string[]>));
				}
				// Not in the order of their ids, which is the order that the table has them in.
				const order = objects.map((_, id) => id).reverse();
				const isIn = (part: 'read' | 'wanted') => order.map((id) => Number(asking[id]?.[part]));
				const ordinals = Uint32Array.from([...order.keys()].filter((ordinal) => isIn('read')[ordinal]));
				const marks = new Uint8Array(objects.length);
				const read = createLinkTextsReader(connection, bytesAtOnce);
				for (const texts of read(Float64Array.from(order), ordinals)) {
					markPhrase(texts, { field: asked, ...wanted }, Uint8Array.from(isIn('wanted')), marks);
				}
				connection.execute('ROLLBACK');
				assert.deepEqual(
					[...marks],
					order.map((id) => {
						const { read, wanted: isWanted, text } = asking[id] as (typeof asking)[number];
						return Number(read && isWanted && holds(text, asked, wanted));
					}),
				);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('are read in pieces of so many bytes at most, a longer one of its own', () => {
		connection.execute('BEGIN');
		const put = connection.prepare("INSERT INTO text VALUES (?, ?, '', '', '', '')");
		const lengths = [4, 6, 1, 30, 5, 5, 1];
		for (const [id, length] of lengths.entries()) put.run(id, 'ß'.repeat(length / 2) + 'a'.repeat(length % 2));
		const read = createLinkTextsReader(connection, 10);
		const pieces = [...read(Float64Array.from(lengths.keys()), Uint32Array.from(lengths.keys()))];
		assert.deepEqual([...read(Float64Array.of(), Uint32Array.of())], []);
		connection.execute('ROLLBACK');
		assert.deepEqual(
			pieces.map(({ ordinals }) => [...ordinals]),
			[[0, 1], [2], [3], [4, 5], [6]],
		);
		assert.deepEqual(
			pieces.map(({ words }) => words),
			// Behind the titles there are four empty lines for each object.
			['ßß\nßßß', 'a', 'ß'.repeat(15), 'ßßa\nßßa', 'a'].map(
				(titles) => titles + '\n'.repeat(4 * titles.split('\n').length),
			),
		);
	});
});
