// Suite of the records: withdrawing: which assertions match, which count, and what moves between
// both.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Assertion, Id } from '../graph.ts';
import type { Records, Transaction } from '../records.ts';
import type { Withdrawn } from '../withdrawing.ts';
import { acceptOne, assertedBy, createIds, newEvent, type OpenRecords, recordsForAll } from './records.fixture.ts';

const cites = 1;
const identical = 5;

/** Tests withdrawing; `open` opens the records. */
export function describeWithdrawing(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;
	const change = <T>(work: (transaction: Transaction) => Promise<T>) => records().change(work);
	describe('fitting', () => describeFitting(records, change));
	describe('withdrawnLater', () => describeLater(records, change));
	describe('what is moved', () => describeMoves(records, change));
}

type Change = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** Asserts relationships as one event of a user, by one provider; returns the rows. */
async function assertAs(
	records: Records,
	userId: Id | null,
	relationships: readonly (readonly [Id, number, Id, record?: Id])[],
	text = 'any',
): Promise<{ event: Id; rows: Required<Assertion>[] }> {
	const event = await acceptOne(records, { userId });
	return records.change(async (transaction) => {
		const [by] = (await transaction.internProvenances(assertedBy(text))) as [Id];
		const rows = relationships.map(
			([source, relation, target, record = source]): Required<Assertion> => [
				source,
				relation,
				target,
				by,
				event,
				record,
			],
		);
		await transaction.assert(rows);
		return { event, rows };
	});
}

const providerOf = (transaction: Transaction, name: string) =>
	transaction.providers([name], 'undefined').then(([provider]) => provider?.id as Id);

function describeFitting(records: () => Records, change: Change): void {
	const fitting = (event: Id, taken: (provider: Id) => Partial<Withdrawn>) =>
		change(async (transaction) => {
			const what = { withdrawals: [], replacements: [], ...taken(await providerOf(transaction, 'ZENODO')) };
			const found = await transaction.fitting(event, what, 'counting');
			return found.map(({ assertion, position, isOwn }) => [assertion.join(' '), position, isOwn]).sort();
		});

	it('finds what a provider asserted about a relationship in earlier events, and whether it may be withdrawn', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const own = await assertAs(records(), 1, [
			[a, cites, b],
			[a, cites, c],
		]);
		const others = await assertAs(records(), 2, [[a, cites, b]]);
		const event = await acceptOne(records(), { userId: 1, action: 'withdraw' });
		await assertAs(records(), 1, [[a, cites, b]], 'later');
		const found = await fitting(event, (provider) => ({ withdrawals: [[a, cites, b, provider]] }));
		assert.deepEqual(
			found,
			[
				[own.rows[0]?.join(' '), 0, true],
				[others.rows[0]?.join(' '), 0, false],
			].sort(),
		);
	});

	it('lets an event withdraw what any user asserted where it may', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		const { rows } = await assertAs(records(), null, [[a, cites, b]]);
		const event = await acceptOne(records(), { userId: 1, action: 'withdraw', takesAll: true });
		const found = await fitting(event, (provider) => ({ withdrawals: [[a, cites, b, provider]] }));
		assert.deepEqual(found, [[rows[0]?.join(' '), 0, true]]);
	});

	it('finds what a provider asserted in records with a Source, wherever that stands', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[c, cites, a, a],
			[b, identical, c, a],
			[c, cites, b],
		]);
		const event = await acceptOne(records(), { userId: 1, action: 'replace' });
		const found = await fitting(event, (provider) => ({ replacements: [[a, provider]] }));
		assert.deepEqual(
			found,
			rows
				.slice(0, 3)
				.map((row) => [row.join(' '), 0, true])
				.sort(),
		);
	});

	it('means all identifiers that have the one named as representative', async () => {
		const [doi = 0, address = 0, c = 0] = await createIds(records(), 3);
		await change((transaction) => transaction.represent([[address, doi]]));
		const { rows } = await assertAs(records(), 1, [[address, cites, c]]);
		const event = await acceptOne(records(), { userId: 1, action: 'withdraw' });
		const found = await fitting(event, (provider) => ({ withdrawals: [[doi, cites, c, provider]] }));
		assert.deepEqual(found, [[rows[0]?.join(' '), 0, true]]);
	});
}

function describeLater(records: () => Records, change: Change): void {
	it('finds what an event that was accepted later withdraws and may withdraw', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[a, cites, c],
			[c, cites, b],
		]);
		const [mine, theirs] = [newEvent({ userId: 1, action: 'withdraw' }), newEvent({ userId: 2, action: 'replace' })];
		const [withdrawing = 0, replacing = 0] = await records().accept([mine, theirs]);
		const later = () => change(async (transaction) => [...(await transaction.withdrawnLater(rows))]);
		await change(async (transaction) => {
			const provider = await providerOf(transaction, 'zenodo');
			await transaction.recordWithdrawn(withdrawing, { withdrawals: [[a, cites, b, provider]], replacements: [] });
			await transaction.recordWithdrawn(replacing, { withdrawals: [], replacements: [[a, provider]] });
		});
		assert.deepEqual(await later(), [0]);
		await change((transaction) => transaction.recordWithdrawn(withdrawing, null));
		assert.deepEqual(await later(), []);
	});
}

function describeMoves(records: () => Records, change: Change): void {
	const counting = (rows: readonly Assertion[]) =>
		change(async (transaction) => [
			...(await transaction.areAsserted(rows.map(([source, relation, target]) => [source, relation, target]))),
		]);

	it('no longer counts once it is set aside, and counts again once it is moved back', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[a, cites, c],
		]);
		await change((transaction) => transaction.withdrawAssertions(rows.slice(0, 1)));
		assert.deepEqual(await counting(rows), [1]);
		await change((transaction) => transaction.restoreAssertions(rows));
		assert.deepEqual((await counting(rows)).sort(), [0, 1]);
	});

	it('is removed from either table; what counted is returned', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[c, cites, b, b],
		]);
		await change((transaction) => transaction.withdrawAssertions(rows.slice(0, 1)));
		assert.deepEqual(await change((transaction) => transaction.removeAssertions(rows)), rows.slice(1));
		await change((transaction) => transaction.restoreAssertions(rows.slice(0, 0)));
		assert.deepEqual(await counting(rows), []);
	});

	it('leaves identifiers that nothing names, which are retired until they are identified', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [[a, cites, b]]);
		await change((transaction) => transaction.represent([[b, c]]));
		const named = () =>
			change(async (transaction) => [...(await transaction.namedAmong([a, b, c]))].sort((x, y) => x - y));
		assert.deepEqual(await named(), [a, b, c]);
		await change(async (transaction) => {
			await transaction.withdrawAssertions(rows);
			await transaction.setKnown([a, b], false);
		});
		assert.deepEqual(await named(), []);
		await change(async (transaction) => {
			assert.deepEqual(await transaction.identifiers([a, b]), []);
			assert.deepEqual(
				(await transaction.identifiers([a, b, c], 'retired')).map(({ id }) => id).sort((x, y) => x - y),
				[a, b],
			);
			assert.deepEqual(await transaction.setKnown([a, b, c], true), [a, b]);
		});
	});
}
