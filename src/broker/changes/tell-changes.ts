// Tells entries of the log of changes in full: identifiers, provenance, and what is said of the
// works.

import type { ToldChange, ToldEnd } from '../../formats/changes/write-changes.ts';
import type { Identifier } from '../../identifiers/index.ts';
import { type Description, joinDescriptions } from '../../links/description.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import { relations } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/**
 * Tells entries. What the event of an entry said of a work comes along, or what is known of it now
 * where that would not be the last word: an entry that is applied later than others must not undo
 * what these say. `characters` tells how much was read of what is said of the works.
 */
export async function tellChanges(
	transaction: Transaction,
	changes: readonly StoredChange[],
): Promise<{ told: ToldChange[]; characters: number }> {
	const reader = createReader(transaction);
	const ids = [...new Set(changes.flatMap(({ source, target }) => [source, target]))];
	const names = new Map<Id, Identifier>();
	const placed = await transaction.identifiers(ids);
	for (const one of [...placed, ...(await transaction.goneIdentifiers(ids))]) names.set(one.id, one);
	const known = await knownOf(transaction, reader, placed);
	const said = await saidOf(transaction, reader, changes);
	const provenances = new Map(await transaction.provenances([...new Set(changes.map((one) => one.provenance))]));
	const told = changes.map((change): ToldChange => {
		const { number, at, kind, isEdge, event, words } = change;
		const endOf = (id: Id): ToldEnd => ({
			identifier: names.get(id) as Identifier,
			description: (words === 'known' ? known.get(id) : said.get(`${id} ${event}`)) ?? {},
			known: known.get(id) ?? {},
		});
		return {
			...{ number, at, kind, isEdge },
			source: endOf(change.source),
			relation: relations[change.relation - 1] as ToldChange['relation'],
			target: endOf(change.target),
			provenance: provenanceFromText(provenances.get(change.provenance) as string),
		};
	});
	return { told, characters: reader.characters() };
}

/** Reads what is known of works, by the ids of their identifiers. */
async function knownOf(
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

/** Reads what events said of the works of their entries, by identifier and event. */
async function saidOf(
	transaction: Transaction,
	reader: Reader,
	changes: readonly StoredChange[],
): Promise<ReadonlyMap<string, Description>> {
	const pairs = new Map<string, readonly [Id, Id]>();
	for (const { source, target, event, words } of changes) {
		if (words === 'known') continue;
		for (const id of [source, target]) pairs.set(`${id} ${event}`, [id, event]);
	}
	const names = [...pairs.keys()];
	const rows = await transaction.saidIn([...pairs.values()]);
	const texts = await reader.read(rows.map(([, description]) => description));
	const said = new Map<string, Description>();
	for (const [position, description] of rows) {
		const name = names[position] as string;
		const more = texts.get(description) as Description;
		const before = said.get(name);
		said.set(name, before ? joinDescriptions(before, more) : more);
	}
	return said;
}

type Reader = ReturnType<typeof createReader>;

/** Reads descriptions, each once, and counts their characters. */
function createReader(transaction: Transaction) {
	const all = new Map<Id, Description>();
	let characters = 0;
	return {
		async read(ids: Iterable<Id>): Promise<ReadonlyMap<Id, Description>> {
			const missing = [...new Set(ids)].filter((id) => !all.has(id));
			for (const [id, text] of await transaction.descriptions(missing)) {
				characters += text.length;
				all.set(id, JSON.parse(text) as Description);
			}
			return all;
		},
		characters: () => characters,
	};
}
