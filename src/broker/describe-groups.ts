// Resolves the descriptions of groups from all that was said of them.
import { type Description, describeAsText, joinDescriptions } from '../links/description.ts';
import type { Id } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';

/** A description as an event said it, at a place in the event. */
export type Said = { event: Id; place: number; description: Id };

/** A group whose description should be this one, or none. */
export type Misdescribed = { group: Id; text: string | null };

/**
 * Resolves groups from all that was said of each, and corrects those whose description (`stored`)
 * is another one; answers which.
 */
export async function describeGroups(
	transaction: Transaction,
	saidOf: ReadonlyMap<Id, readonly Said[]>,
	stored: ReadonlyMap<Id, Id | null>,
): Promise<Id[]> {
	const wrong = await findMisdescribed(transaction, saidOf, stored);
	await correctDescriptions(transaction, wrong);
	return wrong.map(({ group }) => group);
}

/** Resolves groups likewise, and tells which are described otherwise. */
export async function findMisdescribed(
	transaction: Pick<Transaction, 'texts'>,
	saidOf: ReadonlyMap<Id, readonly Said[]>,
	stored: ReadonlyMap<Id, Id | null>,
): Promise<Misdescribed[]> {
	const said = [...saidOf.values()].flat().map(({ description }) => description);
	const before = [...saidOf.keys()].map((group) => stored.get(group) ?? null).filter((id) => id !== null);
	const texts = new Map(await transaction.texts('description', [...new Set([...said, ...before])]));
	const foldAll = (said: readonly Said[]): string | null => {
		const inOrder = said.toSorted((one, other) => one.event - other.event || one.place - other.place);
		// A text that is lost says nothing; whoever looks for damage is told of it elsewhere.
		const there = inOrder.map(({ description }) => texts.get(description)).filter((text) => text !== undefined);
		return there.length === 0 ? null : fold(there);
	};
	const wrong: Misdescribed[] = [];
	for (const [group, said] of saidOf) {
		const description = stored.get(group) ?? null;
		const text = foldAll(said);
		// The same text may have several ids: see internDescriptions.
		if (text !== (description === null ? null : texts.get(description))) wrong.push({ group, text });
	}
	return wrong;
}

/** Gives groups the descriptions that they should have. */
export async function correctDescriptions(transaction: Transaction, wrong: readonly Misdescribed[]): Promise<void> {
	const said = wrong.flatMap(({ group, text }) => (text === null ? [] : [{ group, text }]));
	const silenced = wrong.filter(({ text }) => text === null).map(({ group }): [Id, null] => [group, null]);
	const ids = await transaction.internDescriptions(said);
	await transaction.describe([
		...silenced,
		...said.map(({ group }, position): [Id, Id] => [group, ids[position] as Id]),
	]);
}

function fold(texts: readonly string[]): string {
	const distinct = new Set(texts);
	if (distinct.size === 1) return texts[0] as string;
	return describeAsText(texts.map((text) => JSON.parse(text) as Description).reduce(joinDescriptions));
}
