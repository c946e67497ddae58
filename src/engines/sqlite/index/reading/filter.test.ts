// Compares how phrases are found in texts with the simplest way. The contract of the index tests
// the rest of a query.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { type ObjectTextField, objectTextFields } from '../../../../search/query-node.ts';
import { textColumns, textRow } from '../schema.ts';
import { openTables } from '../tables.fixture.ts';
import { createQueryCondition } from './filter.ts';
import { createHistoryReader } from './histories.ts';

// Words with common beginnings and ends, of characters of one to four bytes; their analysis is
// themselves.
const word = fc.constantFrom('a', 'ab', 'ba', 'aba', 'b', 'ж', '机', '𐌰', '𐌰b');
const values = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 });
const text = fc.record({
	title: values,
	creator: values,
	journal: values,
	publisher: values,
	keyword: values,
	identifier: values,
});
const phrase = fc.record({
	kind: fc.constant('phrase' as const),
	field: fc.option(fc.constantFrom(...objectTextFields)),
	tokens: fc.array(word, { minLength: 1, maxLength: 2 }),
	prefix: fc.boolean(),
});

type Text = Readonly<Record<ObjectTextField, readonly string[][]>>;
type Phrase = { field: ObjectTextField | null; tokens: readonly string[]; prefix: boolean };

function holds(object: Text, { field, tokens, prefix }: Phrase): boolean {
	const searched = field === null ? objectTextFields.flatMap((name) => object[name]) : object[field];
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

describe('a phrase', () => {
	const { connection, remove } = openTables();
	after(remove);
	const queryHolds = createQueryCondition(connection, {
		readHistory: createHistoryReader(connection, 0),
		isCancelled: () => false,
	});
	const addObject = connection.prepare("INSERT INTO object (id, version, type, sort_key) VALUES (?, 0, 0, '')");
	const addText = connection.prepare(`INSERT INTO text VALUES (?${', ?'.repeat(textColumns.length)})`);

	it('matches where one value of the field asked for has it, whatever stands before and after', () => {
		fc.assert(
			fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), phrase, (texts, asked) => {
				connection.execute('BEGIN');
				for (const [id, object] of texts.entries()) {
					const fields = objectTextFields.map((name) => [name, object[name].map((words) => words.join(' '))]);
					addObject.run(id);
					const text = Object.fromEntries(fields) as Record<ObjectTextField, string[]>;
					addText.run(id, ...textRow({ text, versionTitles: [] }));
				}
				const found = connection
					.prepare(`SELECT o.id FROM object o, (SELECT 1 AS history) l WHERE ${queryHolds(asked)} ORDER BY o.id`)
					.all<[number]>();
				connection.execute('ROLLBACK');
				assert.deepEqual(
					found.map(([id]) => id),
					[...texts.keys()].filter((id) => holds(texts[id] as Text, asked)),
				);
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe('the providers of a query', () => {
	const { connection, remove } = openTables();
	after(remove);

	it('are looked for in each history at once, however many they are', () => {
		const read: (number | string)[] = [];
		const item = { date: '2020', instant: 0, end: 0, subTypes: [] };
		const queryHolds = createQueryCondition(connection, {
			readHistory(history) {
				read.push(history);
				return Array.from({ length: 3_000 }, (_, at) => ({ ...item, provider: `hub ${history} ${at}` }));
			},
			isCancelled: () => false,
		});
		connection.prepare("INSERT INTO object (id, version, type, sort_key) VALUES (1, 0, 0, '')").run();
		const empty = Object.fromEntries(objectTextFields.map((name) => [name, []])) as unknown as Record<
			ObjectTextField,
			string[]
		>;
		const columns = textColumns.map(() => '?').join(', ');
		connection.prepare(`INSERT INTO text VALUES (1, ${columns})`).run(...textRow({ text: empty, versionTitles: [] }));
		const phrases = ['0 5', '7 2999', '8 hub'].map((words) => ({
			...{ kind: 'phrase' as const, field: 'provider' as const, tokens: words.split(' '), prefix: false },
		}));
		const found = connection
			.prepare(
				`SELECT l.history FROM object o, (SELECT value AS history FROM json_each('[6, 7, 8]')) l
					WHERE ${queryHolds({ kind: 'or', nodes: phrases })}`,
			)
			.all<[number]>();
		assert.deepEqual(found.flat(), [7]);
		assert.deepEqual(read, [6, 7, 8]);
	});
});
