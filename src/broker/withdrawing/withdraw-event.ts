// Withdraws a whole event, as if it had never been submitted. It stays on record and can be restored.
import { BrokerError } from '../../errors.ts';
import { readAcceptedLinks } from '../../formats/scholix/read-links.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { Act } from '../../store/audit.ts';
import type { StoredEvent } from '../../store/events.ts';
import { type Assertion, byPlace, type Id, type PlacedAssertion } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { WithdrawalOrder, WithdrawalPreview } from '../event-view.ts';
import { eachOnce, readWithdrawals } from './apply-withdrawals.ts';
import { assertionsOf, placeEvents } from './place-events.ts';
import { type Recomputed, recompute, recomputeRecords } from './recompute.ts';
import { withoutEvent } from './without-event.ts';

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
	/** Identity groups that lose something, by the ids of their identifiers. */
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
			const effect = await undoEvent(transaction, event, recompute);
			await transaction.setWithdrawn(event.sequence, { userId, reason, now: at });
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
	return records.read(async (transaction) => {
		const event = readyToWithdraw(await transaction.eventOf(eventId, 'unlocked'), eventId);
		const effect =
			event.state === 'Withdrawn'
				? noEffect
				: await undoEvent(withoutEvent(transaction, event.sequence), event, (reading, _, delta) =>
						recomputeRecords(reading, delta),
					);
		const known = await transaction.identifiers(effect.works.slice(0, mostShown), 'all');
		return { ...effect, changedWorks: effect.works.length, works: known.map(shownIdentifier) };
	});
}

/**
 * Makes a Withdrawn event New again, durably, with an entry in the audit; fails with `conflict` if it
 * is not Withdrawn.
 */
export async function restoreEvent(records: Records, { eventId, act }: { eventId: string; act: Act }): Promise<void> {
	await records.change(
		async (transaction) => {
			const event = await transaction.eventOf(eventId, 'locked');
			if (event === undefined || !(await transaction.setWithdrawn(event.sequence, null))) {
				const message = `The event ${eventId} is not withdrawn, so there is nothing to restore.`;
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
async function undoEvent(transaction: Transaction, event: StoredEvent, followUp: FollowUp): Promise<WithdrawalEffect> {
	if (!event.isApplied) return noEffect;
	const batch = readAcceptedLinks(await transaction.payloadOf(event.sequence), event.action);
	const { retired, ended, splitGroups, changed } = await undo(transaction, event, { batch, followUp });
	return {
		relationships: ended.length,
		identifiers: retired.length,
		splitGroups,
		works: [...new Set([...changed, ...ended.flatMap(([source, , target]) => [source, target])])],
	};
}

type FollowUp = (...given: Parameters<typeof recompute>) => Promise<Recomputed>;

/** Undoes the assertions and withdrawals of an applied event, and recomputes what follows. */
async function undo(
	transaction: Transaction,
	event: StoredEvent,
	{ batch, followUp }: { batch: LinkBatch; followUp: FollowUp },
): Promise<Recomputed> {
	const restored = event.action === 'assert' ? [] : await restoreWithdrawn(transaction, event, batch);
	const lost = event.action === 'withdraw' ? [] : await remove(transaction, event.sequence, batch);
	// A later event may have brought the changes of a noindex event to the index.
	return followUp(transaction, { sequence: event.sequence, noindex: false }, { lost, gained: restored });
}

/** Removes the withdrawals of an event; returns what counts again, since no other event withdraws it. */
async function restoreWithdrawn(
	transaction: Transaction,
	event: StoredEvent,
	batch: LinkBatch,
): Promise<PlacedAssertion[]> {
	const planned = await readWithdrawals(transaction, event, batch);
	const fitting = eachOnce(await transaction.fitting(event.sequence, planned, 'withdrawn'));
	await transaction.recordWithdrawn(event.sequence, null);
	const selfLinks = await placeEvents(
		transaction,
		fitting.map(([, , , , of]) => of),
	);
	const still = await transaction.withdrawnLater(fitting);
	const restored = await transaction.restoreAssertions(fitting.filter((_, position) => !still.has(position)));
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
