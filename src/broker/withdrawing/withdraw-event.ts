// Withdraws a whole event: everything is then as if it had never been submitted. It stays on record
// and can be restored.
import { BrokerError } from '../../errors.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { Act } from '../../store/audit.ts';
import type { LockedEvent } from '../../store/events.ts';
import type { Assertion, Id } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { DescriptionKey } from '../../store/withdrawing.ts';
import { readAccepted } from '../accept-event.ts';
import { spellProviders } from '../combine-batches.ts';
import type { WithdrawalOrder, WithdrawalPreview } from '../event-view.ts';
import { eachOnce, readTaking, saidWith } from './apply-withdrawals.ts';
import { type Settled, settle, type Turned } from './settle.ts';

/** Which event is withdrawn, by whom and why, and what the audit is told of that. */
export type EventWithdrawal = WithdrawalOrder & { act: Act };

type WithdrawalEffect = {
	/** Relationships that nobody asserts any more. */
	relationships: number;
	/** Identifiers that nothing names any more. */
	identifiers: number;
	splitGroups: number;
	/** Identity groups that lose something, by the ids of their identifiers. */
	works: readonly Id[];
};

const noEffect: WithdrawalEffect = { relationships: 0, identifiers: 0, splitGroups: 0, works: [] };

/**
 * Withdraws an event in one transaction, durably, and tells the audit; one that is Withdrawn stays
 * so. Fails with `not-found` where there is none, and with `conflict` while it is being processed.
 */
export function withdrawEvent(
	records: Records,
	{ eventId, userId, reason, act }: EventWithdrawal,
): Promise<WithdrawalEffect> {
	return records.change(
		async (transaction) => {
			const event = await lockForWithdrawal(transaction, eventId);
			if (event.state === 'Withdrawn') return noEffect;
			const effect = await undoEvent(transaction, event);
			await transaction.setWithdrawn(event.sequence, { userId, reason, now: act.now });
			const detail = reason === null ? {} : { reason };
			await transaction.audit([{ ...act, action: 'event.withdrawn', subject: eventId, detail }]);
			return effect;
		},
		{ durable: true },
	);
}

const mostShown = 100;

/**
 * Tells what the withdrawal of an event would change, and changes nothing; fails as withdrawEvent.
 */
export async function previewWithdrawal(records: Records, eventId: string): Promise<WithdrawalPreview> {
	try {
		await records.change(async (transaction) => {
			const event = await lockForWithdrawal(transaction, eventId);
			const effect = event.state === 'Withdrawn' ? noEffect : await undoEvent(transaction, event);
			const shown = effect.works.slice(0, mostShown);
			const known = await transaction.identifiers(shown, 'all');
			throw new Previewed({ ...effect, works: known.map(shownIdentifier) });
		});
	} catch (error) {
		if (error instanceof Previewed) return error.preview;
		throw error;
	}
	throw new Error('the preview was not rolled back');
}

/** Rolls the transaction of a preview back, with what it found. */
class Previewed extends Error {
	readonly preview: WithdrawalPreview;

	constructor(preview: WithdrawalPreview) {
		super('This was a preview.');
		this.preview = preview;
	}
}

/**
 * Makes a Withdrawn event New again, durably, and tells the audit; fails with `conflict` where it
 * is not Withdrawn.
 */
export async function restoreEvent(records: Records, { eventId, act }: { eventId: string; act: Act }): Promise<void> {
	await records.change(
		async (transaction) => {
			const event = await transaction.lockEvent(eventId);
			if (event === undefined || !(await transaction.setWithdrawn(event.sequence, null))) {
				const message = `The event ${eventId} is not withdrawn, so there is nothing to restore.`;
				throw new BrokerError('conflict', message);
			}
			await transaction.audit([{ ...act, action: 'event.restored', subject: eventId }]);
		},
		{ durable: true },
	);
}

/** Keeps all others from applying events, and locks one that is not being processed. */
async function lockForWithdrawal(transaction: Transaction, eventId: string): Promise<LockedEvent> {
	await transaction.lockWithdrawing('exclusive');
	const event = await transaction.lockEvent(eventId);
	if (event === undefined) throw new BrokerError('not-found', `There is no event ${JSON.stringify(eventId)}.`);
	if (event.state !== 'Processing') return event;
	throw new BrokerError(
		'conflict',
		`The event ${eventId} is being processed at the moment; try again when it is done.`,
	);
}

/** Undoes an event, if it was ever applied, and tells what that changed. */
async function undoEvent(transaction: Transaction, event: LockedEvent): Promise<WithdrawalEffect> {
	if (!event.isApplied) return noEffect;
	const batch = readAccepted(await transaction.payloadOf(event.sequence), event.action);
	const { forgotten, ended, splitGroups, changed } = await undo(transaction, event, batch);
	return {
		relationships: ended.length,
		identifiers: forgotten.length,
		splitGroups,
		works: [...new Set([...changed, ...ended.flatMap(([source, , target]) => [source, target])])],
	};
}

/** Undoes what an applied event said and took back, and settles what follows. */
async function undo(transaction: Transaction, event: LockedEvent, batch: LinkBatch): Promise<Settled> {
	const back = event.action === 'assert' ? nothing : await bringBack(transaction, event, batch);
	const said = event.action === 'withdraw' ? nothing : await remove(transaction, event, batch);
	// What a noindex event did to groups may have come to the index with a later event.
	const told = { sequence: event.sequence, noindex: false };
	return settle(transaction, told, {
		lost: said.lost,
		gained: back.gained,
		unsaid: said.unsaid,
		saidAgain: back.saidAgain,
	});
}

const nothing: Turned = { lost: [], gained: [], unsaid: [], saidAgain: [] };

/** Forgets what the event took back; what nobody else took back counts again. */
async function bringBack(transaction: Transaction, event: LockedEvent, batch: LinkBatch): Promise<Turned> {
	const taking = await readTaking(transaction, event, batch);
	const fitting = eachOnce(await transaction.fitting(event.sequence, taking, 'withdrawn'));
	await transaction.recordWithdrawn(event.sequence, null);
	const still = await transaction.withdrawnLater(fitting);
	const gained = fitting.filter((_, position) => !still.has(position));
	await transaction.restoreAssertions(gained);
	const saidAgain = await transaction.restoreDescriptions(saidWith(gained));
	return { ...nothing, gained, saidAgain };
}

async function remove(transaction: Transaction, event: LockedEvent, batch: LinkBatch): Promise<Turned> {
	const ids = (await transaction.identify(batch.identifiers, 'reserved')).map(({ id }) => id);
	const assertions = await assertionsOf(transaction, event.sequence, batch, ids);
	const lost = await transaction.removeAssertions(assertions);
	const described = batch.descriptions.map(([position]): DescriptionKey => [ids[position] as Id, event.sequence]);
	const unsaid = await transaction.removeDescriptions(described);
	return { ...nothing, lost, unsaid };
}

/** Lists what an event asserts; `ids` has the identifiers of its batch by position. */
export async function assertionsOf(
	transaction: Transaction,
	event: Id,
	batch: LinkBatch,
	ids: readonly Id[],
): Promise<Assertion[]> {
	const provenances = await transaction.internProvenances(await spellProviders(transaction, batch));
	const idAt = (position: number) => ids[position] as Id;
	return batch.assertions.map(
		([source, relation, target, provenance, record]): Assertion => [
			idAt(source),
			relation,
			idAt(target),
			provenances[provenance] as Id,
			event,
			idAt(record),
		],
	);
}
