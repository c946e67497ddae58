// Applies what withdraw and replace events take back of what was said before.
import { sameByRule } from '../../identifiers/index.ts';
import type { LinkBatch } from '../../links/link.ts';
import { type EventCounts, noCounts } from '../../links/link-event.ts';
import type { ClaimedEvent } from '../../store/events.ts';
import type { Assertion, Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import type { DescriptionKey, Fitting, Replacement, Withdrawal, Withdrawn } from '../../store/withdrawing.ts';
import { settle } from './settle.ts';

type TakingEvent = Pick<ClaimedEvent, 'sequence' | 'noindex' | 'replaces'>;

/** What an event takes back, and of which of its links each withdrawal is. */
export type Taking = Withdrawn & { linkOf: readonly number[] };

/** Applies a withdraw event. */
export async function applyWithdrawal(
	transaction: Transaction,
	event: TakingEvent,
	batch: LinkBatch,
): Promise<EventCounts> {
	const taking = await readTaking(transaction, event, batch);
	const { fitting, ...counts } = await withdraw(transaction, event, taking);
	const linksOf = (isOwn: boolean) =>
		new Set(fitting.flatMap((one) => (one.isOwn === isOwn ? (taking.linkOf[one.position] ?? []) : [])));
	const [own, others] = [linksOf(true), linksOf(false)];
	const { links, ignored } = batch.counts;
	return {
		...noCounts,
		...batch.counts,
		...counts,
		nothingToWithdraw: links - ignored - own.union(others).size,
		notYours: others.difference(own).size,
	};
}

/**
 * Takes back what an event says, of all that was said before, and answers what fitted; where the
 * event may not, it stays.
 */
export async function withdraw(
	transaction: Transaction,
	event: TakingEvent,
	taking: Withdrawn,
): Promise<Pick<EventCounts, 'withdrawn' | 'splitGroups'> & { fitting: readonly Fitting[] }> {
	await transaction.recordWithdrawn(event.sequence, taking);
	const fitting = await transaction.fitting(event.sequence, taking, 'counting');
	const lost = eachOnce(fitting.filter(({ isOwn }) => isOwn));
	await transaction.withdrawAssertions(lost);
	const unsaid = await transaction.withdrawDescriptions(await unsupported(transaction, lost));
	const { splitGroups } = await settle(transaction, event, { lost, gained: [], unsaid, saidAgain: [] });
	return { withdrawn: lost.length, splitGroups, fitting };
}

/** Lists assertions that fit, each once. */
export function eachOnce(fitting: readonly Pick<Fitting, 'assertion'>[]): Required<Assertion>[] {
	return [...new Map(fitting.map(({ assertion }) => [assertion.join(), assertion])).values()];
}

/**
 * Lists what events said of the ends of assertions that count no more, where no other assertion of
 * the same event speaks for it.
 */
async function unsupported(transaction: Transaction, lost: readonly Assertion[]): Promise<DescriptionKey[]> {
	const said = saidWith(lost);
	const supported = await transaction.areSupported(said);
	return said.filter((_, position) => !supported.has(position));
}

/** Lists the ends of assertions, each once with each event. */
export function saidWith(assertions: readonly Assertion[]): DescriptionKey[] {
	const pairs = assertions.flatMap(([source, , target, , event]): DescriptionKey[] => [
		[source, event],
		[target, event],
	]);
	return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

/** Reads what an event takes back, in the records' terms. */
export async function readTaking(
	transaction: Transaction,
	{ sequence, replaces }: Pick<TakingEvent, 'sequence' | 'replaces'>,
	{ identifiers, providers, withdrawals, replaced }: LinkBatch,
): Promise<Taking> {
	const named = (replaces ?? []).map(({ source }) => sameByRule(source) ?? source);
	const ids = (await transaction.identify([...identifiers, ...named], 'reserved')).map(({ id }) => id);
	const names = [...providers, ...(replaces ?? []).map(({ provider }) => provider)];
	const known = await knownProviders(transaction, sequence, names);
	// What a provider is to take back that nobody ever named is nothing.
	const said = withdrawals.filter(([, , , , provider]) => known[provider] !== undefined);
	// What an event says that it replaces stands in place of what its links name.
	const records =
		replaces === null
			? replaced
			: named.map((_, at): [number, number] => [identifiers.length + at, providers.length + at]);
	return {
		withdrawals: said.map(
			([, source, relation, target, provider]): Withdrawal => [
				ids[source] as Id,
				relation,
				ids[target] as Id,
				known[provider] as Id,
			],
		),
		linkOf: said.map(([link]) => link),
		replacements: records
			.filter(([, provider]) => known[provider] !== undefined)
			.map(([source, provider]): Replacement => [ids[source] as Id, known[provider] as Id]),
	};
}

/**
 * Finds providers by their names. One that nobody named before is undefined, unless an event that
 * was accepted before this one is still to be applied and may name it: what an import brings tells
 * its providers only then.
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
