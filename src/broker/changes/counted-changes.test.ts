// Tests which entries of the change log count by a definition and without flags.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { hasCode } from '../../errors.ts';
import type { Link } from '../../links/link.ts';
import { about, given, receive, send } from '../graph.fixture.ts';
import { readChangesQuery } from './change-query.ts';
import { readChanges, readNewestChanges } from './read-changes.ts';

let opened: TestRecords;
beforeEach(async () => {
	opened = await openTestRecords();
});
afterEach(() => opened.close());

const mined = (...texts: string[]): Link[] =>
	given(...texts).map((link) => ({
		...link,
		provenances: link.provenances.map((one) => ({ ...one, subType: 'tm_accession' })),
	}));
const withdraw = (links: readonly Link[]) =>
	receive(opened.records, [{ links, action: 'withdraw', takesAll: true, noindex: false }]);
const written = (name: string, ...creators: string[]) => about(name, { Creator: creators.map((Name) => ({ Name })) });

type Filter = Readonly<Record<string, string>>;
const shown = ({ changes }: Awaited<ReturnType<typeof readChanges>>) =>
	changes.map(({ kind, source, relation, target }) => {
		const words = `${source.identifier.value} ${relation} ${target.identifier.value}`;
		return kind === 'asserted' ? words : `no ${words}`;
	});
const read = async (filter: Filter) => shown(await readChanges(opened.records, readChangesQuery(filter)));
const feed = async (filter: Filter) =>
	shown(await readNewestChanges(opened.records, readChangesQuery({ entries: 'citations', ...filter })));

describe('entries by a definition', () => {
	it('are those of its relations, which end as they began', async () => {
		const links = given('B cites A', 'A relatesTo C', 'A hasVersion D', 'A = E', 'F supplements A');
		await send(opened.records, links);
		await withdraw(links.slice(1, 2));
		assert.deepEqual(await read({ definition: 'asclepias' }), ['B Cites A']);
		assert.deepEqual(await read({ definition: 'datacite' }), ['B Cites A', 'F IsSupplementTo A']);
		assert.equal((await read({ definition: 'all' })).length, 6);
	});

	it('are citations wherever it says so: what a data set supplements cites it', async () => {
		await send(opened.records, given('B cites A', 'A supplements P', 'F supplements A', 'A cites D'));
		const counted = ['B Cites A', 'A IsSupplementTo P'];
		for (const asking of [{ relation: 'isCitedBy' }, { entries: 'citations' }]) {
			assert.deepEqual(await read({ id: 'A', definition: 'datacite', ...asking }), counted);
			assert.deepEqual(await read({ id: 'A', ...asking }), ['B Cites A']);
		}
		assert.deepEqual(await feed({ id: 'A', definition: 'datacite' }), counted.toReversed());
		assert.deepEqual(await read({ id: 'A', definition: 'datacite', entries: 'citations', direction: 'out' }), [
			'F IsSupplementTo A',
			'A Cites D',
		]);
	});

	it('cannot be asked for by one that does not exist, or does not count so', async () => {
		const refused = (filter: Filter) => assert.rejects(read(filter), (error) => hasCode(error, 'bad-query'));
		await refused({ definition: 'nobodys' });
		await refused({ definition: 'datacite', group_by: 'version', id: 'A' });
		await refused({ definition: 'strict', relation: 'isRelatedTo' });
	});
});

describe('entries without flags', () => {
	it('are left out by what is known of both works now, also under their other identifiers', async () => {
		await send(opened.records, [written('A', 'Ada Lovelace'), ...given('B cites A', 'C cites A', 'B = B2')]);
		const ask = () => read({ exclude: 'author-self', relation: 'cites' });
		assert.deepEqual(await ask(), ['B Cites A', 'C Cites A'], 'what is unknown is kept');
		await send(opened.records, [written('B2', 'Lovelace, Ada'), written('C', 'Grace Hopper')]);
		assert.deepEqual(await ask(), ['C Cites A']);
	});

	it('have every withdrawal: whoever has the link learns that it ended', async () => {
		await send(opened.records, [written('A', 'Ada Lovelace'), written('B', 'Ada Lovelace'), ...given('B cites A')]);
		await withdraw(given('B cites A'));
		assert.deepEqual(await read({ exclude: 'author-self', relation: 'cites' }), ['no B Cites A']);
	});

	it('have what is no link between two works', async () => {
		await send(opened.records, given('A hasVersion B', 'A = C', 'C cites A'));
		assert.equal((await read({ exclude: 'author-self,unregistered,single-provider' })).length, 3);
	});

	it('have, of first assertions, the one with which the link begins to count', async () => {
		await send(opened.records, mined('B cites A by One'));
		await send(opened.records, mined('B cites A by Two'));
		await send(opened.records, given('B cites A by Three'));
		await send(opened.records, given('B cites A by Four'));
		const numbers = async (filter: Filter) =>
			(await readChanges(opened.records, readChangesQuery({ exclude: 'machine', ...filter }))).changes.map(
				({ number }) => number,
			);
		for (const entries of ['first', 'citations']) assert.deepEqual(await numbers({ entries }), [3], entries);
		assert.deepEqual(await numbers({ entries: 'all' }), [3, 4]);
		assert.deepEqual(await numbers({ entries: 'first', exclude: 'single-provider' }), [2]);
		assert.deepEqual(await numbers({ entries: 'first', exclude: 'author-self' }), [1]);
		assert.deepEqual(await feed({ id: 'A', definition: 'strict' }), ['B Cites A']);
	});

	it('count a link without direction from either end', async () => {
		await send(opened.records, mined('A relatesTo B by One'));
		await send(opened.records, given('B relatesTo A by Two'));
		assert.deepEqual(await read({ exclude: 'machine', entries: 'first' }), ['B IsRelatedTo A']);
	});
});
