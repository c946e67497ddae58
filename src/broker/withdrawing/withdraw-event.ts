// Withdraws a whole event, as if it had never been submitted. It stays on record and can be restored.
import { BrokerError } from '../../errors.ts';
import { readAcceptedLinks } from '../../formats/scholix/read-links.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { Act } from '../../store/audit.ts';
import type { StoredEvent } from '../../store/event-states.ts';
import { type Assertion, byPlace, type Id, type PlacedAssertion } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Fitting } from '../../store/withdrawing.ts';
import type { WithdrawalOrder, WithdrawalPreview } from '../event-view.ts';
import { eachOnce, readWithdrawals } from './apply-withdrawals.ts';
import { assertionsOf, placeEvents } from './place-events.ts';
import { type Recomputed, recompute, recomputeRecords } from './recompute.ts';
import { withoutEvents } from './without-events.ts';

/**
 * The event to withdraw, by whom and why, and the act that the audit records. `at`: when another
 * broker withdrew it.
 */
export type EventWithdrawal = WithdrawalOrder & { act: Act; at?: number };

type WithdrawalEffect = {
	/** Relationships without any assertion left. */
	relationships: number;
	/** Identifiers that nothing names any longer. */
	identifiers: number;
	splitGroups: number;
	/** Identity groups that change. */
	works: readonly Id[];
};

const noEffect: WithdrawalEffect = { relationships: 0, identifiers: 0, splitGroups: 0, works: [] };

/**
 * Withdraws an event in one transaction, durably, with an entry in the audit; a Withdrawn event stays
 * Withdrawn. Fails with `not-found`, and with `conflict` while the event is being processed.
 */
export function withdrawEvent(
	records: Records,
	{ eventId, userId, reason, act, at = act.now }: EventWithdrawal,
): Promise<WithdrawalEffect> {
	return records.change(
		async (transaction) => {
			const event = await lockForWithdrawal(transaction, eventId);
			if (event.state === 'Withdrawn') return noEffect;
			const effect = await undoEvent(transaction, event);
			await transaction.setWithdrawn(event.sequence, { at, by: userId, reason, withLoad: false });
			const detail = reason === null ? {} : { reason };
			await transaction.audit([{ ...act, action: 'event.withdrawn', subject: eventId, detail }]);
			return effect;
		},
		{ durable: true },
	);
}

const mostShown = 100;

/**
 * Returns what withdrawing an event would change; fails like withdrawEvent. It reads one state of the
 * records and locks nothing.
 */
export function previewWithdrawal(records: Pick<Records, 'read'>, eventId: string): Promise<WithdrawalPreview> {
	return records.read(async (transaction) =>
		previewOf(transaction, [readyToWithdraw(await transaction.eventOf(eventId, 'unlocked'), eventId)]),
	);
}

/** Returns what would change without these events, as one difference and not as a sum of steps. */
export async function previewOf(transaction: Transaction, events: readonly StoredEvent[]): Promise<WithdrawalPreview> {
	const those = events.filter(({ state }) => state !== 'Withdrawn');
	const without = withoutEvents(
		transaction,
		those.map(({ sequence }) => sequence),
	);
	const effect = await undo(without, those, (delta) => recomputeRecords(without, delta));
	const known = await transaction.identifiers(effect.works.slice(0, mostShown), 'all');
	return { ...effect, changedWorks: effect.works.length, works: known.map(shownIdentifier) };
}

/**
 * Makes a Withdrawn event New again, durably, with an entry in the audit; fails with `conflict` if it
 * is not Withdrawn, and while its load is being withdrawn.
 */
export async function restoreEvent(records: Records, { eventId, act }: { eventId: string; act: Act }): Promise<void> {
	await records.change(
		async (transaction) => {
			await transaction.lockWithdrawing('exclusive');
			const event = await transaction.eventOf(eventId, 'locked');
			if (event === undefined || !(await transaction.setWithdrawn(event.sequence, null))) {
				const message = `The event ${eventId} is not withdrawn, so there is nothing to restore.`;
				throw new BrokerError('conflict', message);
			}
			if (!(await transaction.endLoadWithdrawal(event.sequence))) {
				const message = `The load of the event ${eventId} is being withdrawn. Wait until it is, or restore the load.`;
				throw new BrokerError('conflict', message);
			}
			await transaction.audit([{ ...act, action: 'event.restored', subject: eventId }]);
		},
		{ durable: true },
	);
}

/** Locks an event that is not being processed, and keeps others from applying events. */
async function lockForWithdrawal(transaction: Transaction, eventId: string): Promise<StoredEvent> {
	await transaction.lockWithdrawing('exclusive');
	return readyToWithdraw(await transaction.eventOf(eventId, 'locked'), eventId);
}

function readyToWithdraw(event: StoredEvent | undefined, eventId: string): StoredEvent {
	if (event === undefined) throw new BrokerError('not-found', `There is no event ${JSON.stringify(eventId)}.`);
	if (event.state !== 'Processing') return event;
	throw new BrokerError(
		'conflict',
		`The event ${eventId} is being processed at the moment; try again when it is done.`,
	);
}

/** Undoes an event, if it was ever applied, and returns what that changed. */
export function undoEvent(transaction: Transaction, event: StoredEvent): Promise<WithdrawalEffect> {
	// A later event may have brought the changes of a noindex event to the index.
	const shown = { sequence: event.sequence, noindex: false };
	return undo(transaction, [event], (delta) => recompute(transaction, shown, delta));
}

type FollowUp = (delta: Parameters<typeof recomputeRecords>[1]) => Promise<Recomputed>;

/**
 * Undoes the assertions and withdrawals of those of the events that were applied, and recomputes what
 * follows.
 */
async function undo(
	transaction: Transaction,
	events: readonly StoredEvent[],
	followUp: FollowUp,
): Promise<WithdrawalEffect> {
	const applied = events.filter(({ isApplied }) => isApplied);
	if (applied.length === 0) return noEffect;
	const lost: Required<Assertion>[] = [];
	const fitting: Pick<Fitting, 'assertion'>[] = [];
	for (const event of applied) {
		const batch = readAcceptedLinks(await transaction.payloadOf(event.sequence), event.action);
		const [removed, freed] = [
			event.action === 'withdraw' ? [] : await remove(transaction, event.sequence, batch),
			event.action === 'assert' ? [] : await removeWithdrawals(transaction, event, batch),
		];
		for (const one of removed) lost.push(one);
		for (const one of freed) fitting.push(one);
	}
	const undone = new Set(applied.map(({ sequence }) => sequence));
	const freed = eachOnce(fitting).filter(([, , , , of]) => !undone.has(of));
	const { retired, ended, splitGroups, changed } = await followUp({ lost, gained: await restore(transaction, freed) });
	return { relationships: ended.length, identifiers: retired.length, splitGroups, works: changed };
}

/** Removes the withdrawals of an event; returns the assertions that it withdrew. */
async function removeWithdrawals(transaction: Transaction, event: StoredEvent, batch: LinkBatch): Promise<Fitting[]> {
	const planned = await readWithdrawals(transaction, event, batch);
	const fitting = await transaction.fitting(event.sequence, planned, 'withdrawn');
	await transaction.recordWithdrawn(event.sequence, null);
	return fitting;
}

/** Makes those of these assertions count again that no other event withdraws; returns what counts. */
async function restore(transaction: Transaction, freed: Required<Assertion>[]): Promise<PlacedAssertion[]> {
	if (freed.length === 0) return [];
	const selfLinks = await placeEvents(
		transaction,
		freed.map(([, , , , of]) => of),
	);
	const still = await transaction.withdrawnLater(freed);
	const restored = await transaction.restoreAssertions(freed.filter((_, position) => !still.has(position)));
	return [...selfLinks, ...restored].sort(byPlace);
}

/** Removes the assertions of an event; returns those that counted. */
async function remove(transaction: Transaction, event: Id, batch: LinkBatch): Promise<Required<Assertion>[]> {
	await placeEvents(transaction, [event]);
	return transaction.removeAssertions((await assertionsOf(transaction, event, batch)).map(unplaced));
}

function unplaced([source, relation, target, provenance, event, record]: PlacedAssertion): Required<Assertion> {
	return [source, relation, target, provenance, event, record];
}
