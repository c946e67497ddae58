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
	for await (const { wrong } of wronglyCounting(transaction, snapshot, silent)) {
		await transaction.withdrawAssertions(wrong);
	}
	for await (const { wrong } of wronglyWithdrawn(transaction, snapshot, silent)) {
		await transaction.restoreAssertions(wrong);
	}
	for await (const pairs of snapshot.misdescribed()) await transaction.rederiveDescriptions(pairs);
}

// A round may find what the one before made wrong. What stays wrong after so many cannot be
// repaired; the check that follows reports it.
const mostRounds = 10;

/**
 * Makes identifiers known or retired as what counts names them, and notes their representatives. What
 * comes back may keep others from being retired, so this takes several rounds.
 */
async function renameKnown(transaction: Transaction, snapshot: Snapshot): Promise<void> {
	for (let round = 0; round < mostRounds; round++) {
		let isSound = true;
		for await (const wrong of wrongIdentifiers(transaction, snapshot, silent)) {
			isSound = false;
			await mendIdentifiers(transaction, wrong);
		}
		if (isSound) return;
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
