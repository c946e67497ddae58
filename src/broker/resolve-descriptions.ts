// Resolves the description of each work after an event: every field as the latest event gave it,
// also when works merge. It knows no engine.
import { compareIdentifiers } from '../identifiers/index.ts';
import { type Description, describeAsText, joinDescriptions } from '../links/description.ts';
import type { LinkBatch } from '../links/link.ts';
import type { ClaimedEvent } from '../ports/records/events.ts';
import type { Described, Id, Placement } from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';
import type { Merged } from './merge-groups.ts';

/** Fields of which the latest one given counts; Publisher and Keywords gather instead. */
export const latestFields = ['Title', 'Creator', 'PublicationDate', 'Type'] as const;
type LatestField = (typeof latestFields)[number];

/** What the event says of each identifier of its batch, by position: the id of the description. */
export type Said = readonly (Id | undefined)[];

/** Records what an event says of its identifiers. */
export async function recordSaid(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	identified: readonly Placement[],
): Promise<Said> {
	const described = identified.flatMap(({ id, identity }, position) => {
		const text = batch.descriptions[position];
		return text == null ? [] : [{ id, position, group: identity, text }];
	});
	const descriptions = await transaction.internDescriptions(described);
	const said = new Array<Id | undefined>(identified.length).fill(undefined);
	const rows = described.map(({ id, position }, at): [Id, Id, Id] => {
		const description = descriptions[at] as Id;
		said[position] = description;
		return [id, event.sequence, description];
	});
	await transaction.recordDescriptions(rows);
	return said;
}

/** What there is to say about one Identity group. */
type Voices = {
	/** Its description before the event. */
	own: Id | null;
	/** The descriptions of the groups that it consists of now, its own included. */
	before: Set<Id>;
	/** What the event says of its members, in the order of their identifiers. */
	said: Id[];
};

/**
 * Resolves the groups that the event described or merged; answers the Identity groups whose
 * description changed.
 */
export async function resolveDescriptions(
	transaction: Transaction,
	event: ClaimedEvent,
	touched: { identified: readonly Described[]; said: Said; merged: Merged },
): Promise<Id[]> {
	const resolved: (readonly [group: Id, description: Id])[] = [];
	const changed: Id[] = [];
	const disputed = new Map<Id, Voices>();
	for (const [group, voices] of await gatherVoices(transaction, touched)) {
		const distinct = new Set([...voices.before, ...voices.said]);
		const [agreed] = distinct;
		if (distinct.size > 1) disputed.set(group, voices);
		else if (agreed !== undefined && agreed !== voices.own) {
			resolved.push([group, agreed]);
			changed.push(group);
		}
	}
	for (const { group, description, differs } of await resolveDisputed(transaction, event, disputed)) {
		resolved.push([group, description]);
		if (differs) changed.push(group);
	}
	const absorbed = touched.merged.identityUnions.flatMap(({ groups, staying }) =>
		groups.filter((group) => group !== staying).map((group) => [group, null] as const),
	);
	await transaction.describe([...absorbed, ...resolved]);
	return changed;
}

async function gatherVoices(
	transaction: Transaction,
	{ identified, said, merged }: { identified: readonly Described[]; said: Said; merged: Merged },
): Promise<ReadonlyMap<Id, Voices>> {
	const before = await descriptionsBefore(transaction, identified, said, merged);
	const voices = new Map<Id, Voices>();
	const voicesOf = (group: Id): Voices =>
		voices.getOrInsertComputed(group, () => {
			const own = before.get(group) ?? null;
			return { own, before: new Set(own === null ? [] : [own]), said: [] };
		});
	for (const { groups, staying } of merged.identityUnions) {
		for (const group of groups) {
			const description = before.get(group);
			if (description != null) voicesOf(staying).before.add(description);
		}
	}
	merged.places.forEach(({ identity }, position) => {
		const description = said[position];
		if (description !== undefined) voicesOf(identity).said.push(description);
	});
	return voices;
}

/** Reads the descriptions, before the event, of the groups that it described or merged. */
async function descriptionsBefore(
	transaction: Transaction,
	identified: readonly Described[],
	said: Said,
	merged: Merged,
): Promise<ReadonlyMap<Id, Id | null>> {
	const known = new Map<Id, Id | null>();
	const groups = new Set(merged.identityUnions.flatMap(({ groups }) => groups));
	identified.forEach(({ id, identity, description }, position) => {
		if (id === identity) known.set(id, description);
		if (said[position] !== undefined) groups.add(identity);
	});
	const unread = [...groups].filter((group) => !known.has(group));
	if (unread.length > 0) {
		for (const { id, description } of await transaction.identifiers(unread)) known.set(id, description);
	}
	return known;
}

/**
 * Resolves groups about which different things are said. `differs`: the description reads otherwise
 * than the group's own before, and is not just the same text kept for a group that it took in.
 */
async function resolveDisputed(
	transaction: Transaction,
	event: ClaimedEvent,
	disputed: ReadonlyMap<Id, Voices>,
): Promise<{ group: Id; description: Id; differs: boolean }[]> {
	if (disputed.size === 0) return [];
	const wanted = new Set([...disputed.values()].flatMap(({ before, said }) => [...before, ...said]));
	const texts = new Map(await transaction.descriptions([...wanted]));
	const read = (id: Id) => JSON.parse(texts.get(id) as string) as Description;
	const isLatest = !(await transaction.laterEventApplied(event.sequence));
	const resolved: { group: Id; text: string }[] = [];
	for (const [group, { before, said }] of disputed) {
		const description = await resolveFields(transaction, group, {
			before: [...before].map(read),
			said: said.map(read),
			isLatest,
		});
		resolved.push({ group, text: describeAsText(description) });
	}
	const ids = await transaction.internDescriptions(resolved);
	return resolved.flatMap(({ group, text }, at) => {
		const { own } = disputed.get(group) as Voices;
		const description = ids[at] as Id;
		return description === own ? [] : [{ group, description, differs: own === null || text !== texts.get(own) }];
	});
}

/**
 * Resolves one group field by field. What the event says decides a field where no later event is
 * applied already; else, and where only the merged groups differ, the history of the group does.
 */
async function resolveFields(
	transaction: Transaction,
	group: Id,
	{ before, said, isLatest }: { before: Description[]; said: Description[]; isLatest: boolean },
): Promise<Description> {
	const all = [...before, ...said];
	const joined = all.reduce(joinDescriptions);
	const open = latestFields.filter((field) => {
		const isDecided = isLatest && said.some((description) => description[field] !== undefined);
		return !isDecided && distinctValues(all, field) > 1;
	});
	return open.length === 0 ? joined : { ...joined, ...(await latestSaid(transaction, group, open)) };
}

function distinctValues(descriptions: readonly Description[], field: LatestField): number {
	const values = descriptions.map((description) => description[field]).filter((value) => value !== undefined);
	return new Set(values.map((value) => JSON.stringify(value))).size;
}

type SaidOf = { identifier: Id; description: Id };

/** Looks up the latest word on fields, newest event first. */
async function latestSaid(transaction: Transaction, group: Id, fields: readonly LatestField[]): Promise<Description> {
	const found: Description = {};
	const open = new Set(fields);
	for await (const said of byEvent(transaction.describedHistory(group))) {
		for (const description of await newestFirst(transaction, said)) {
			for (const field of open) {
				if (description[field] === undefined) continue;
				Object.assign(found, { [field]: description[field] });
				open.delete(field);
			}
		}
		if (open.size === 0) break;
	}
	return found;
}

/** Gathers the rows of one event after the other. */
async function* byEvent(history: AsyncIterable<SaidOf & { event: Id }>): AsyncGenerator<SaidOf[]> {
	let event: Id | null = null;
	let said: SaidOf[] = [];
	for await (const row of history) {
		if (event !== null && row.event !== event) {
			yield said;
			said = [];
		}
		event = row.event;
		said.push(row);
	}
	yield said;
}

/**
 * Reads what one event said; of its identifiers, the one that comes last in order has the last
 * word.
 */
async function newestFirst(transaction: Transaction, said: readonly SaidOf[]): Promise<Description[]> {
	const texts = new Map(await transaction.descriptions(said.map(({ description }) => description)));
	const descriptionOf = new Map(said.map(({ identifier, description }) => [identifier, texts.get(description)]));
	const identifiers = await transaction.identifiers([...descriptionOf.keys()]);
	return identifiers
		.sort(compareIdentifiers)
		.map(({ id }) => JSON.parse(descriptionOf.get(id) as string) as Description)
		.reverse();
}
