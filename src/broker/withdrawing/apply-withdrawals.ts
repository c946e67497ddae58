// Withdraws the earlier assertions that withdraw and replace events name.
import { sameByRule } from '../../identifiers/index.ts';
import type { LinkBatch } from '../../links/link.ts';
import { type EventCounts, noCounts } from '../../links/link-event.ts';
import type { ClaimedEvent } from '../../store/claims.ts';
import type { Assertion, Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import type { Fitting, Replacement, Withdrawal, Withdrawn } from '../../store/withdrawing.ts';
import { placeEvents } from './place-events.ts';
import { recompute } from './recompute.ts';

type WithdrawingEvent = Pick<ClaimedEvent, 'sequence' | 'noindex' | 'replaces'>;

/** What an event withdraws, and the link of each withdrawal. */
type PlannedWithdrawal = Withdrawn & { linkOf: readonly number[] };

/** Applies a withdraw event. */
export async function applyWithdrawal(
	transaction: Transaction,
	event: WithdrawingEvent,
	batch: LinkBatch,
): Promise<EventCounts> {
	const planned = await readWithdrawals(transaction, event, batch);
	const { fitting, ...counts } = await withdraw(transaction, event, planned);
	const linksOf = (isOwn: boolean) =>
		new Set(fitting.flatMap((one) => (one.isOwn === isOwn ? (planned.linkOf[one.position] ?? []) : [])));
	const [own, others] = [linksOf(true), linksOf(false)];
	const { links, ignored } = batch.counts;
	return {
		...noCounts,
		...batch.counts,
		...counts,
		nothingToWithdraw: links - ignored - own.union(others).size,
		notYours: others.difference(own).size,
		identitiesKept: await transaction.countArrayIdentities(eachOnce(fitting.filter(({ isOwn }) => isOwn))),
	};
}

/**
 * Withdraws the earlier assertions that fit an event, as far as the event may, and returns all that
 * fit.
 */
export async function withdraw(
	transaction: Transaction,
	event: WithdrawingEvent,
	planned: Withdrawn,
): Promise<Pick<EventCounts, 'withdrawn' | 'splitGroups'> & { fitting: readonly Fitting[] }> {
	const fitting = await transaction.fitting(event.sequence, planned, 'counting');
	const lost = eachOnce(fitting.filter(({ isOwn }) => isOwn));
	await transaction.recordWithdrawn(event.sequence, planned);
	const gained = await placeEvents(
		transaction,
		lost.map(([, , , , of]) => of),
	);
	await transaction.withdrawAssertions(lost);
	const { splitGroups } = await recompute(transaction, event, { lost, gained });
	return { withdrawn: lost.length, splitGroups, fitting };
}

/** Lists the assertions that fit, each once. */
export function eachOnce(fitting: readonly Pick<Fitting, 'assertion'>[]): Required<Assertion>[] {
	return [...new Map(fitting.map(({ assertion }) => [assertion.join(), assertion])).values()];
}

/** Reads what an event withdraws, as ids of the records. */
export async function readWithdrawals(
	transaction: Transaction,
	{ sequence, replaces }: Pick<WithdrawingEvent, 'sequence' | 'replaces'>,
	{ identifiers, providers, withdrawals, replaced }: LinkBatch,
): Promise<PlannedWithdrawal> {
	const named = (replaces ?? []).map(({ source }) => sameByRule(source) ?? source);
	const ids = (await transaction.identify([...identifiers, ...named], 'reserved')).map(({ id }) => id);
	const names = [...providers, ...(replaces ?? []).map(({ provider }) => provider)];
	const known = await knownProviders(transaction, sequence, names);
	// An unknown provider has nothing to withdraw.
	const ofKnown = withdrawals.filter(([, , , , provider]) => known[provider] !== undefined);
	// The sets that an event names take the place of the Sources of its links.
	const records =
		replaces === null
			? replaced
			: named.map((_, at): [number, number] => [identifiers.length + at, providers.length + at]);
	return {
		withdrawals: ofKnown.map(
			([, source, relation, target, provider]): Withdrawal => [
				ids[source] as Id,
				relation,
				ids[target] as Id,
				known[provider] as Id,
			],
		),
		linkOf: ofKnown.map(([link]) => link),
		replacements: records
			.filter(([, provider]) => known[provider] !== undefined)
			.map(([source, provider]): Replacement => [ids[source] as Id, known[provider] as Id]),
	};
}

/**
 * Finds providers by their names. A new one is undefined, unless an event accepted earlier is still
 * to be applied and may name it: the providers of an imported event are stored when it is applied.
 */
async function knownProviders(
	transaction: Transaction,
	event: Id,
	names: readonly string[],
): Promise<(Id | undefined)[]> {
	const known = await transaction.providers(names, 'undefined');
	const mayBeNamed = known.includes(undefined) && (await transaction.hasEvent({ before: event, isApplied: false }));
	return (mayBeNamed ? await transaction.providers(names, 'created') : known).map((provider) => provider?.id);
}
