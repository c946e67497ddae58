// Suite of the records: what reports read: DOIs with a common beginning, who asserts that a work is
// cited, and the works of a provider.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Id } from '../graph.ts';
import type { Records } from '../records.ts';
import type { CitationRow, DoiPlace } from '../reporting.ts';
import { assertAll, assertedBy, createIds, noon, type OpenRecords, recordsForEach } from './records.fixture.ts';

export function describeReporting(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describeDois(records);
	describeCitations(records);
	describeWorksOfProvider(records);
}

/** Creates DOIs and returns their ids. */
function createDois(records: Records, ...values: readonly string[]): Promise<Id[]> {
	const dois = values.map((value) => ({ scheme: 'doi', key: value.toLowerCase(), value }));
	return records.change(async (transaction) => (await transaction.identify(dois)).map(({ id }) => id));
}

function describeDois(records: () => Records): void {
	const valuesOf = async (beginning: string, size = 100) => {
		const values: string[] = [];
		for (let after: DoiPlace | null | undefined = null; after !== undefined; ) {
			const found = await records().doisBeginning(beginning, after, size);
			values.push(...found.map(({ value }) => value));
			after = found.at(-1);
		}
		return values;
	};

	it('have the given beginning, in the order of their bytes, in steps of any size', async () => {
		const dois = [
			'10.1/b',
			'10.1/A',
			'10.1/ä',
			'10.1/a.2',
			'10.10/a',
			'10.1000/a',
			'10.2/a',
			`10.1/${'x'.repeat(4_000)}`,
		];
		await createDois(records(), ...dois);
		await records().change((transaction) =>
			transaction.identify([{ scheme: 'handle', key: '10.1/handle', value: '10.1/handle' }]),
		);
		const expected = ['10.1/A', '10.1/a.2', '10.1/b', `10.1/${'x'.repeat(4_000)}`, '10.1/ä'];
		for (const size of [1, 2, 100]) assert.deepEqual(await valuesOf('10.1/', size), expected);
		assert.deepEqual(await valuesOf('10.1/a'), ['10.1/A', '10.1/a.2']);
		assert.deepEqual(await valuesOf('10.3/'), []);
	});

	it('with a common beginning of six hundred characters are all listed', async () => {
		const alike = ['c', 'a', 'b'].map((end) => `10.1/${'x'.repeat(700)}${end}`);
		await createDois(records(), ...alike);
		for (const size of [1, 100]) assert.deepEqual((await valuesOf('10.1/', size)).sort(), alike.toSorted());
	});

	it('are listed once for each work, and not where they are retired', async () => {
		const [first = 0, , last = 0, retired = 0] = await createDois(records(), '10.1/a', '10.1/b', '10.1/c', '10.1/d');
		await records().change(async (transaction) => {
			await transaction.move([[last, first]], [[last, first]]);
			await transaction.setKnown([retired], false);
		});
		assert.deepEqual(await valuesOf('10.1/', 1), ['10.1/a', '10.1/b']);
		assert.deepEqual(await valuesOf('10.1/c'), ['10.1/c']);
		const [work] = await records().doisBeginning('10.1/c', null, 1);
		assert.equal(work?.identity, first);
	});
}

function describeCitations(records: () => Records): void {
	const citationsOf = async (identifier: Id, size = 100) => {
		const all: CitationRow[] = [];
		for (let after: CitationRow | null | undefined; after !== null; ) {
			const { citations, next } = await records().citationsOf(identifier, after ?? null, size);
			all.push(...citations);
			after = next;
		}
		return all;
	};

	it('of a work are those of all its identifiers, by whoever asserts them, in steps of any size', async () => {
		const [one = 0, two = 0, citing = 0, other = 0] = await createIds(records(), 4);
		await records().change((transaction) => transaction.move([[two, one]], [[two, one]]));
		await assertAll(records(), [[citing, 1, one]], { by: 'a' });
		await assertAll(records(), [[citing, 1, one]], { by: 'a' });
		await assertAll(
			records(),
			[
				[citing, 1, one],
				[other, 1, two],
				[citing, 2, two],
				[one, 1, other],
			],
			{ by: 'b' },
		);
		const [a = 0, b = 0] = await records().change((transaction) => transaction.internProvenances(assertedBy('a', 'b')));
		const expected = [
			[one, citing, a],
			[one, citing, b],
			[two, other, b],
		];
		for (const size of [1, 2, 3, 100]) {
			assert.deepEqual(await citationsOf(one, size), expected);
			assert.deepEqual(await citationsOf(two, size), expected);
		}
		assert.deepEqual(await citationsOf(citing), []);
	});

	it('of a work by itself, and unindexed ones, are left out', async () => {
		const [one = 0, two = 0, citing = 0] = await createIds(records(), 3);
		await records().change((transaction) => transaction.move([[two, one]], [[two, one]]));
		await assertAll(records(), [[one, 1, two]]);
		await assertAll(records(), [[citing, 1, one]], { noindex: true });
		for (const size of [1, 100]) assert.deepEqual(await citationsOf(one, size), []);
	});
}

function describeWorksOfProvider(records: () => Records): void {
	it('of a provider are those stored last, in their order, under any spelling of the name', async () => {
		const [one = 0, two = 0, retired = 0] = await createDois(records(), '10.1/a', '10.1/B', '10.1/c');
		await records().change((transaction) => transaction.setKnown([retired], false));
		const provider = await records().change(async (transaction) => {
			const [provenance] = await transaction.internProvenances(assertedBy('["Zenodo","2018"]'));
			return provenance as Id;
		});
		const [stored] = await records().storedProvenances([provider]);
		const id = stored?.provider ?? 0;
		assert.equal(await records().worksOfProvider('Nobody'), undefined);
		const keep = (groups: readonly Id[]) =>
			records().keepHoldings('one', {}, { at: noon, of: [{ provider: id, total: 2_018, groups }] });
		assert.deepEqual(await records().worksOfProvider(' ZENODO'), {
			...{ name: 'Zenodo', total: 0, countedAt: null, works: [] },
		});
		await keep([one]);
		await keep([two, retired, one]);
		assert.deepEqual(await records().worksOfProvider('zenodo'), {
			...{ name: 'Zenodo', total: 2_018, countedAt: noon },
			works: [
				{ scheme: 'doi', key: '10.1/b', value: '10.1/B' },
				{ scheme: 'doi', key: '10.1/a', value: '10.1/a' },
			],
		});
		await keep(Array.from({ length: 1_000 }, () => one));
		assert.equal((await records().worksOfProvider('Zenodo'))?.works.length, 1_000);
		await records().keepHoldings('one', {}, { at: noon, of: [] });
		assert.deepEqual((await records().worksOfProvider('Zenodo'))?.works, []);
	});
}
