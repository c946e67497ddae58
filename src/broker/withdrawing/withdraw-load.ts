// Withdraws a whole load: one order, which lasts, and then its events one by one, newest first, each
// in a transaction of its own. Whoever finds an open order continues it, also several at once.
import { setImmediate as nextTick } from 'node:timers/promises';
import { BrokerError } from '../../errors.ts';
import { previewLimits } from '../../links/limits.ts';
import type { Act } from '../../store/audit.ts';
import type { Id } from '../../store/graph.ts';
import type { Records } from '../../store/records.ts';
import { type LoadView, type WithdrawalPreview, withdrawnByAnother } from '../event-view.ts';
import { previewOf, undoEvent } from './withdraw-event.ts';

/** Names a load by the number and the id of its first event. */
export type NamedLoad = Pick<LoadView, 'sequence' | 'loadId'>;

/** The load to withdraw, by whom (null: by the command line) and why. */
export type LoadWithdrawalOrder = NamedLoad & { userId: Id | null; reason: string | null };

/**
 * Orders the withdrawal of a load, durably, with one entry in the audit. Nothing changes where all of
 * its events are withdrawn. Events that are being processed are withdrawn when they have ended, and
 * events that come later to the load are withdrawn as well.
 */
export async function orderLoadWithdrawal(
	records: Records,
	{ act, sequence, loadId, userId, reason }: LoadWithdrawalOrder & { act: Act },
): Promise<void> {
	await records.change(
		async (transaction) => {
			const events = await transaction.orderLoadWithdrawal(sequence, { at: act.now, by: userId, reason });
			if (events === 0) return;
			const detail = { events, ...(reason !== null && { reason }) };
			await transaction.audit([{ ...act, action: 'load.withdrawn', subject: loadId, detail }]);
		},
		{ durable: true },
	);
}

/**
 * Withdraws the next event of a load whose withdrawal was ordered. Returns whether one may follow,
 * those left are being processed, or the withdrawal has ended.
 */
export function withdrawNext(records: Records, load: Id): Promise<'again' | 'wait' | 'ended'> {
	return records.change(async (transaction) => {
		await transaction.lockWithdrawing('exclusive');
		const next = await transaction.nextToWithdraw(load);
		if (typeof next === 'string') return next;
		await undoEvent(transaction, next.event);
		await transaction.setWithdrawn(next.event.sequence, { ...next.withdrawn, withLoad: true });
		return 'again';
	});
}

/** Withdraws events of a load until none is left, those left are being processed, or the work `mayEnd`. */
export async function withdrawEventsOf(records: Records, load: Id, mayEnd: () => boolean): Promise<void> {
	// What else waits for this thread comes between two events.
	while (!mayEnd() && (await withdrawNext(records, load)) === 'again') await nextTick();
}

/**
 * Withdraws the next event of the load whose withdrawal was ordered first, but for those that wait;
 * false where there is none.
 */
export async function withdrawOrdered(records: Records): Promise<boolean> {
	const loads = await records.read((transaction) => transaction.openLoadWithdrawals());
	for (const load of loads) if ((await withdrawNext(records, load)) === 'again') return true;
	return false;
}

/**
 * Returns what withdrawing a load would change, as one difference, like previewWithdrawal. What is
 * being processed for the first time changes nothing yet. Fails with `conflict` where the load has
 * more links than a preview reads.
 */
export function previewLoadWithdrawal(
	records: Pick<Records, 'read'>,
	loadId: string,
	mostLinks: number = previewLimits.links,
): Promise<WithdrawalPreview> {
	return records.read(async (transaction) => {
		const members = await transaction.membersOfLoad(loadId);
		const applied = members.filter(({ isApplied, state }) => isApplied && state !== 'Withdrawn');
		const links = applied.reduce((sum, event) => sum + event.links, 0);
		if (links > mostLinks) {
			const most = mostLinks.toLocaleString('en');
			const message =
				`The load ${loadId} has ${links.toLocaleString('en')} links, and a preview reads at most ${most}. ` +
				'It can be withdrawn without a preview, and restored.';
			throw new BrokerError('conflict', message);
		}
		return previewOf(transaction, applied);
	});
}

/** The load to restore; `withdrawnBy`: the account that must have withdrawn it, if not any. */
export type LoadRestoration = NamedLoad & { withdrawnBy?: Id | undefined };

/**
 * Makes the events New again that were withdrawn with their load, or all where all were withdrawn one
 * by one, durably, with one entry in the audit. Fails with `conflict` where the load is not
 * withdrawn, and with `forbidden` where another account withdrew it or some of these events.
 */
export async function restoreLoad(
	records: Records,
	{ act, sequence, loadId, withdrawnBy }: LoadRestoration & { act: Act },
): Promise<void> {
	await records.change(
		async (transaction) => {
			await transaction.lockWithdrawing('exclusive');
			const events = await transaction.restoreLoad(sequence, withdrawnBy);
			if (events === 'not withdrawn') {
				throw new BrokerError('conflict', `The load ${loadId} is not withdrawn, so there is nothing to restore.`);
			}
			if (events === 'of another account') throw withdrawnByAnother(`load ${loadId}`);
			await transaction.audit([{ ...act, action: 'load.restored', subject: loadId, detail: { events } }]);
		},
		{ durable: true },
	);
}

/**
 * Makes all events of a load New again that are neither Processing nor Withdrawn, durably, with one
 * entry in the audit. Fails with `conflict` where there is none.
 */
export async function rerunLoad(records: Records, { act, sequence, loadId }: NamedLoad & { act: Act }): Promise<void> {
	await records.change(
		async (transaction) => {
			const events = await transaction.rerunLoad(sequence);
			if (events === 0) {
				const why = `All events of the load ${loadId} are withdrawn or being processed.`;
				throw new BrokerError('conflict', `${why} Restore a withdrawn load instead.`);
			}
			await transaction.audit([{ ...act, action: 'load.rerun', subject: loadId, detail: { events } }]);
		},
		{ durable: true },
	);
}
