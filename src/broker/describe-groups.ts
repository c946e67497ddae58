// Resolves the descriptions of groups from all descriptions that events asserted.
import { type Description, describeAsText, joinDescriptions } from '../links/description.ts';
import type { Id } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';

/** A description as an event asserted it, at a place in the event. */
export type PlacedDescription = { event: Id; place: number; description: Id };

/** A group whose description should be this one, or none. */
export type Misdescribed = { group: Id; text: string | null };

/**
 * Resolves groups from all descriptions of each, and corrects those whose `stored` description
 * differs; returns these.
 */
export async function describeGroups(
	transaction: Transaction,
	descriptionsOf: ReadonlyMap<Id, readonly PlacedDescription[]>,
	stored: ReadonlyMap<Id, Id | null>,
): Promise<Id[]> {
	const wrong = await findMisdescribed(transaction, descriptionsOf, stored);
	await correctDescriptions(transaction, wrong);
	return wrong.map(({ group }) => group);
}

/** Resolves groups likewise, and lists those whose stored description differs. */
export async function findMisdescribed(
	transaction: Pick<Transaction, 'texts'>,
	descriptionsOf: ReadonlyMap<Id, readonly PlacedDescription[]>,
	stored: ReadonlyMap<Id, Id | null>,
): Promise<Misdescribed[]> {
	const asserted = [...descriptionsOf.values()].flat().map(({ description }) => description);
	const before = [...descriptionsOf.keys()].map((group) => stored.get(group) ?? null).filter((id) => id !== null);
	const texts = new Map(await transaction.texts('description', [...new Set([...asserted, ...before])]));
	const foldAll = (own: readonly PlacedDescription[]): string | null => {
		const inOrder = own.toSorted((one, other) => one.event - other.event || one.place - other.place);
		// The doctor reports lost texts; here they do not count.
		const there = inOrder.map(({ description }) => texts.get(description)).filter((text) => text !== undefined);
		return there.length === 0 ? null : fold(there);
	};
	const wrong: Misdescribed[] = [];
	for (const [group, own] of descriptionsOf) {
		const description = stored.get(group) ?? null;
		const text = foldAll(own);
		// The same text may have several ids: see internDescriptions.
		if (text !== (description === null ? null : texts.get(description))) wrong.push({ group, text });
	}
	return wrong;
}

/** Gives groups the descriptions that they should have. */
export async function correctDescriptions(transaction: Transaction, wrong: readonly Misdescribed[]): Promise<void> {
	const resolved = wrong.flatMap(({ group, text }) => (text === null ? [] : [{ group, text }]));
	const emptied = wrong.filter(({ text }) => text === null).map(({ group }): [Id, null] => [group, null]);
	const ids = await transaction.internDescriptions(resolved);
	await transaction.describe([
		...emptied,
		...resolved.map(({ group }, position): [Id, Id] => [group, ids[position] as Id]),
	]);
}

function fold(texts: readonly string[]): string {
	const distinct = new Set(texts);
	if (distinct.size === 1) return texts[0] as string;
	return describeAsText(texts.map((text) => JSON.parse(text) as Description).reduce(joinDescriptions));
}
