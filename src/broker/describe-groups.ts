// Resolves the descriptions of groups from all that was said of them. It knows no engine.
import { type Description, describeAsText, joinDescriptions } from '../links/description.ts';
import type { Id } from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';

/** A description as an event said it, at a place in the event. */
export type Said = { event: Id; place: number; description: Id };

/**
 * Resolves groups from all that was said of each, and corrects those whose description (`stored`) is
 * another one; answers which.
 */
export async function describeGroups(
	transaction: Transaction,
	saidOf: ReadonlyMap<Id, readonly Said[]>,
	stored: ReadonlyMap<Id, Id | null>,
): Promise<Id[]> {
	const said = [...saidOf.values()].flat().map(({ description }) => description);
	const before = [...saidOf.keys()].map((group) => stored.get(group) ?? null).filter((id) => id !== null);
	const texts = new Map(await transaction.descriptions([...new Set([...said, ...before])]));
	const foldAll = (said: readonly Said[]): string => {
		const inOrder = said.toSorted((one, other) => one.event - other.event || one.place - other.place);
		return fold(inOrder.map(({ description }) => texts.get(description) as string));
	};
	const silenced: [Id, null][] = [];
	const wrong: { group: Id; text: string }[] = [];
	for (const [group, said] of saidOf) {
		const description = stored.get(group) ?? null;
		const text = said.length === 0 ? null : foldAll(said);
		// The same text may have several ids: see internDescriptions.
		if (text === (description === null ? null : texts.get(description))) continue;
		if (text === null) silenced.push([group, null]);
		else wrong.push({ group, text });
	}
	const ids = await transaction.internDescriptions(wrong);
	await transaction.describe([
		...silenced,
		...wrong.map(({ group }, position): [Id, Id] => [group, ids[position] as Id]),
	]);
	return [...silenced.map(([group]) => group), ...wrong.map(({ group }) => group)];
}

function fold(texts: readonly string[]): string {
	const distinct = new Set(texts);
	if (distinct.size === 1) return texts[0] as string;
	return describeAsText(texts.map((text) => JSON.parse(text) as Description).reduce(joinDescriptions));
}
