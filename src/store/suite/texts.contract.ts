// Suite of the records: texts that are found or created: provenances, descriptions.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Id } from '../graph.ts';

/** Tests how texts are stored that `intern` finds or creates. */
export function describeInterned({
	intern,
	read,
}: {
	intern(texts: readonly string[]): Promise<Id[]>;
	read(ids: readonly Id[]): Promise<[Id, string][]>;
}): void {
	it('finds or creates texts and returns ids in the order given', async () => {
		const [a, b] = (await intern(['["a"]', '["b"]'])) as [Id, Id];
		const again = await intern(['["b"]', '["c"]', '["a"]', '["b"]']);
		assert.deepEqual([again[0], again[2], again[3]], [b, a, b]);
		assert.equal(new Set(again).size, 3);
		assert.deepEqual(await intern([]), []);
	});

	it('keeps any text as it is', async () => {
		const odd = ['"\'\\', 'Éloïse 😀 東京', 'a', 'A', 'a ', '', 'long é'.repeat(50_000), `${'long é'.repeat(50_000)}!`];
		const ids = await intern(odd);
		assert.equal(new Set(ids).size, odd.length);
		const texts = new Map(await read(ids));
		assert.deepEqual(
			ids.map((id) => texts.get(id)),
			odd,
		);
	});

	it('creates a text that is given twice at once only once', async () => {
		const [one, other] = await intern(['twice', 'twice']);
		assert.equal(one, other);
	});

	it('takes sets of any size', async () => {
		const many = Array.from({ length: 12_000 }, (_, number) => `["text ${number}"]`);
		const ids = await intern(many);
		assert.equal(new Set(ids).size, many.length);
		assert.deepEqual(await intern(many.toReversed()), ids.toReversed());
	});
}
