// Says which objects' texts hold a phrase, beside the most naive way to tell.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { type ObjectTextField, objectTextFields } from '../query-node.ts';
import { openConnection } from './connection.ts';
import { createLinkTextsReader, markPhrase } from './link-texts.ts';
import { tables, textColumns } from './schema.ts';

// Words that begin and end as others do, of characters of one to four bytes.
const word = fc.constantFrom('a', 'ab', 'ba', 'aba', 'b', 'ß', '机', '𐌰', '𐌰b');
const values = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 });
const text = fc.record({ title: values, creator: values, publisher: values, keyword: values, identifier: values });
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
	const folder = mkdtempSync(join(tmpdir(), 'link-texts-'));
	const connection = openConnection(join(folder, 'index.db'), { create: true, cacheMebibytes: 1, busyMilliseconds: 0 });
	connection.execute(tables);
	const read = createLinkTextsReader(connection);
	after(() => {
		connection.close();
		rmSync(folder, { recursive: true });
	});

	it('hold a phrase where one value of the field asked for does, whatever stands before and after', () => {
		const put = connection.prepare('INSERT OR REPLACE INTO text VALUES (?, ?, ?, ?, ?, ?)');
		fc.assert(
			fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), field, phrase, (objects, asked, wanted) => {
				connection.execute('BEGIN');
				for (const [id, object] of objects.entries()) {
					const fields = objectTextFields.map((name) => [name, object[name].map((words) => words.join(' '))]);
					put.run(id, ...textColumns(Object.fromEntries(fields) as Record<ObjectTextField, string[]>));
				}
				// Not in the order of their ids, which is the order that the table has them in.
				const order = objects.map((_, id) => id).reverse();
				const marks = new Uint8Array(objects.length);
				markPhrase(read(Float64Array.from(order)), asked, wanted, marks);
				connection.execute('ROLLBACK');
				assert.deepEqual(
					[...marks],
					order.map((id) => Number(holds(objects[id] as Text, asked, wanted))),
				);
			}),
			{ numRuns: 1_000 },
		);
	});
});
