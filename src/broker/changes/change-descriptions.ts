// Reads the descriptions that entries of the change log show.
import { type Description, joinDescriptions } from '../../links/description.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/** Reads the present descriptions of works, by the ids of their identifiers. */
export async function knownOf(
	transaction: Transaction,
	reader: Reader,
	placed: readonly { id: Id; identity: Id }[],
): Promise<ReadonlyMap<Id, Description>> {
	const groups = await transaction.identifiers([...new Set(placed.map(({ identity }) => identity))]);
	const ofGroup = new Map(groups.flatMap(({ id, description }) => (description === null ? [] : [[id, description]])));
	const texts = await reader.read(ofGroup.values());
	return new Map(
		placed.flatMap(({ id, identity }) => {
			const description = texts.get(ofGroup.get(identity) ?? 0);
			return description === undefined ? [] : [[id, description] as const];
		}),
	);
}

/** Reads the descriptions that the assertions of entries give, by the positions of the entries. */
export async function assertedDescriptions(
	transaction: Transaction,
	reader: Reader,
	changes: readonly StoredChange[],
): Promise<ReadonlyMap<number, { source?: Description; target?: Description }>> {
	const wanted = [...changes.keys()].filter((at) => changes[at]?.descriptions !== 'known');
	const given = await transaction.descriptionsOf(wanted.map((at) => changes[at] as StoredChange));
	const texts = await reader.read(given.flatMap(([, , ...ends]) => ends.filter((id) => id !== null)));
	const descriptions = new Map<number, { source?: Description; target?: Description }>();
	for (const [position, , source, target] of given) {
		const ends = descriptions.getOrInsertComputed(wanted[position] as number, () => ({}));
		for (const [end, id] of [['source', source] as const, ['target', target] as const]) {
			const before = ends[end];
			const more = id === null ? undefined : texts.get(id);
			if (more) ends[end] = before ? joinDescriptions(before, more) : more;
		}
	}
	return descriptions;
}

type Reader = ReturnType<typeof createReader>;

/** Reads descriptions, each once, and counts their characters. */
export function createReader(transaction: Transaction) {
	const all = new Map<Id, Description>();
	let characters = 0;
	return {
		async read(ids: Iterable<Id>): Promise<ReadonlyMap<Id, Description>> {
			const missing = [...new Set(ids)].filter((id) => !all.has(id));
			for (const [id, text] of await transaction.texts('description', missing)) {
				characters += text.length;
				all.set(id, JSON.parse(text) as Description);
			}
			return all;
		},
		characters: () => characters,
	};
}
