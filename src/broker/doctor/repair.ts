// Repairs derived data: which rows count, which identifiers are known, groups and descriptions.
import { sameByRule } from '../../identifiers/index.ts';
import type { Id } from '../../store/graph.ts';
import { orphanKinds } from '../../store/inspection.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { rebuildGraphInside } from '../rebuild-graph.ts';
import { retireUnnamed } from '../withdrawing/recompute.ts';
import { type WrongIdentifiers, wrongIdentifiers, wronglyCounting, wronglyWithdrawn } from './check-rows.ts';

const silent = () => undefined;

/** Mends all of it in one transaction. The index must be rebuilt afterwards. */
export function repairRecords(records: Pick<Records, 'change'>): Promise<void> {
	return records.change(async (transaction, snapshot) => {
		await transaction.lockWithdrawing('exclusive');
		await transaction.lock('everything');
		for (const kind of orphanKinds) await snapshot.removeOrphans(kind);
		await recount(transaction, snapshot);
		await renameKnown(transaction, snapshot);
		await rebuildGraphInside(transaction, snapshot, silent);
	});
}

/** Withdraws assertions that should not count, and restores withdrawn ones that should. */
async function recount(transaction: Transaction, snapshot: Snapshot): Promise<void> {
	// Gathered first: rows are not moved while they are read.
	const counting = await Array.fromAsync(wronglyCounting(transaction, snapshot, silent));
	const withdrawn = await Array.fromAsync(wronglyWithdrawn(transaction, snapshot, silent));
	for (const { wrong } of counting) await transaction.withdrawAssertions(wrong);
	for (const { wrong } of withdrawn) await transaction.restoreAssertions(wrong);
	const described = await Array.fromAsync(snapshot.misdescribed());
	for (const pairs of described) await transaction.rederiveDescriptions(pairs);
}

/**
 * Makes identifiers known or retired as what counts names them, and notes their representatives. What
 * comes back may keep others from going, so it is looked again until nothing is wrong.
 */
async function renameKnown(transaction: Transaction, snapshot: Snapshot): Promise<void> {
	for (;;) {
		const wrong = await Array.fromAsync(wrongIdentifiers(transaction, snapshot, silent));
		if (wrong.length === 0) return;
		for (const step of wrong) await mendIdentifiers(transaction, step);
	}
}

async function mendIdentifiers(
	transaction: Transaction,
	{ known, retired, represented }: WrongIdentifiers,
): Promise<void> {
	if (retired.length > 0) await transaction.setKnown(retired, true);
	if (known.length > 0) await retireUnnamed(transaction, known);
	await represent(transaction, represented);
}

/** Notes the representatives that these identifiers have by the rules of their schemes. */
async function represent(transaction: Transaction, ids: readonly Id[]): Promise<void> {
	if (ids.length === 0) return;
	const those = await transaction.identifiers(ids, 'all');
	const wanted = those.map((one) => ({ id: one.id, representative: sameByRule(one) }));
	const found = wanted.flatMap(({ representative }) => representative ?? []);
	const reserved = await transaction.identify(found, 'reserved');
	let at = 0;
	await transaction.represent(
		wanted.map(({ id, representative }) => [id, representative === undefined ? null : (reserved[at++]?.id as Id)]),
	);
}
