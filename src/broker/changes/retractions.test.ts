// Tests which entries of the change log say that a work was retracted, and whom they concern.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { BrokerError } from '../../errors.ts';
import type { Link } from '../../links/link.ts';
import { given, receive, send } from '../graph.fixture.ts';
import { readChangesQuery } from './change-query.ts';
import { readChanges, readNewestChanges } from './read-changes.ts';

const worded = (subType: string, ...texts: string[]): Link[] =>
	given(...texts).map((link) => ({ ...link, provenances: link.provenances.map((one) => ({ ...one, subType })) }));

describe('retractions in the change log', () => {
	let opened: TestRecords;
	before(async () => {
		opened = await openTestRecords();
		const { records } = opened;
		const retraction = worded('retraction', '10.1000/n relatesTo 10.1000/p');
		await send(records, given('10.1000/q cites 10.5281/a', '10.1000/p = 10.1000/q', '10.1000/x cites 10.1000/p'));
		await send(records, [...retraction, ...worded('correction', '10.1000/m relatesTo 10.1000/x')]);
		await send(records, worded('IsRetractedBy', '10.1000/x relatesTo 10.1000/o'));
		await send(records, worded('retraction', '10.1000/n relatesTo 10.1000/p by Crossref'));
		await receive(records, [{ links: retraction, action: 'withdraw', takesAll: true, noindex: false }]);
	});
	after(() => opened.close());

	const ask = (filter: Record<string, string>) =>
		readChanges(opened.records, readChangesQuery({ kind: 'retracted', ...filter }));
	const numbersOf = async (filter: Record<string, string> = {}) =>
		(await ask(filter)).changes.map(({ kind, number }) => `${number} ${kind}`);
	const ofP = ['4 asserted', '7 asserted', '8 withdrawn'];

	it('are assertions and withdrawals of links whose words say so, from either end', async () => {
		assert.deepEqual(await numbersOf(), [...ofP.slice(0, 1), '6 asserted', ...ofP.slice(1)]);
		assert.deepEqual(await numbersOf({ entries: 'first' }), ['4 asserted', '6 asserted']);
		assert.deepEqual(await numbersOf({ provider: 'Crossref' }), ['7 asserted']);
	});

	it('concern the retracted work, under each of its identifiers, and the works that it cites', async () => {
		for (const filter of [{ id: '10.1000/p' }, { id: '10.1000/q' }]) {
			assert.deepEqual(await numbersOf(filter), ['4 asserted', '6 asserted', '7 asserted', '8 withdrawn']);
		}
		assert.deepEqual(await numbersOf({ id: '10.5281/a' }), ofP);
		assert.deepEqual(await numbersOf({ prefix: '10.5281' }), ofP);
		assert.deepEqual(await numbersOf({ ids: '10.1000/x, 10.1000/o' }), ['6 asserted']);
		assert.deepEqual(await numbersOf({ id: '10.1000/n' }), []);
	});

	it('name the work that they concern', async () => {
		const { changes } = await ask({ ids: '10.5281/a' });
		const [cited] = await opened.records.read((transaction) =>
			transaction.locate([{ scheme: 'doi', key: '10.5281/a' }], 'all'),
		);
		assert.deepEqual(changes[0]?.matched, [{ work: cited?.identity, as: '10.5281/a' }]);
	});

	it('are in feeds, newest first', async () => {
		const { changes } = await readNewestChanges(
			opened.records,
			readChangesQuery({ kind: 'retracted', id: '10.5281/a' }),
		);
		assert.deepEqual(
			changes.map(({ number }) => number),
			[8, 7, 4],
		);
	});

	it('have no direction, and are no citations', () => {
		for (const more of [
			...[{ direction: 'in' }, { entries: 'citations' }],
			...[{ relation: 'cites' }, { definition: 'datacite' }],
		])
			assert.throws(
				() => readChangesQuery({ kind: 'retracted', id: '10.1000/p', ...more }),
				({ problems }: BrokerError) => {
					assert.deepEqual(
						problems.map(({ field }) => field),
						Object.keys(more),
					);
					return true;
				},
			);
	});
});
