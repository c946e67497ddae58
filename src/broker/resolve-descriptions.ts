// Resolves the description of each work after an event: every field as the latest event gave it,
// also when works merge. It knows no engine.
import { type Description, describeAsText, isBareType, joinDescriptions } from '../links/description.ts';
import type { LinkBatch } from '../links/link.ts';
import type { ClaimedEvent } from '../ports/records/events.ts';
import type { Described, DescribedRow, Id, Placement } from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';
import type { Merged } from './merge-groups.ts';

/** Fields of which the latest one given counts; Publisher and Keywords gather instead. */
const latestFields = ['Title', 'Creator', 'PublicationDate', 'Type', 'Kind'] as const;
type LatestField = (typeof latestFields)[number];

/**
 * What the event says of identifiers, by their position in its batch, in the order in which it
 * does.
 */
export type Said = readonly { position: number; description: Id }[];

/**
 * Records what an event says of its identifiers; of those `unheeded` that is set aside and not
 * answered.
 */
export async function recordSaid(
	transaction: Transaction,
	event: ClaimedEvent,
	{ sayings }: LinkBatch,
	{ identified, unheeded }: { identified: readonly Placement[]; unheeded: ReadonlySet<Id> },
): Promise<Said> {
	const placeOf = (position: number) => identified[position] as Placement;
	const descriptions = await transaction.internDescriptions(
		sayings.map(([position, , text]) => ({ group: placeOf(position).identity, text })),
	);
	const rows = sayings.map(
		([position, place], at): DescribedRow => [placeOf(position).id, event.sequence, place, descriptions[at] as Id],
	);
	await transaction.recordDescriptions(rows.filter(([id]) => !unheeded.has(id)));
	if (unheeded.size > 0) {
		await transaction.recordDescriptions(
			rows.filter(([id]) => unheeded.has(id)),
			'taken back',
		);
	}
	return sayings
		.map(([position], at) => ({ position, description: descriptions[at] as Id }))
		.filter(({ position }) => !unheeded.has(placeOf(position).id));
}

/** What there is to say about one Identity group. */
type Voices = {
	/** Its description before the event. */
	own: Id | null;
	/** The descriptions of the groups that it consists of now, its own included. */
	before: Set<Id>;
	/** What the event says of its members, in the order in which it does. */
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
	for (const { position, description } of said) {
		voicesOf((merged.places[position] as Placement).identity).said.push(description);
	}
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
	for (const { id, identity, description } of identified) if (id === identity) known.set(id, description);
	for (const { position } of said) groups.add((identified[position] as Described).identity);
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
		if (distinctValues(all, field) <= 1) return false;
		return !(isLatest && decides(said, field, before));
	});
	return open.length === 0 ? joined : { ...joined, ...(await latestSaid(transaction, group, open, all)) };
}

/**
 * Tells whether what the latest event says decides a field. A bare type may leave what was said
 * before as it is, and where groups merge it takes their history to know what that was.
 */
function decides(said: readonly Description[], field: LatestField, before: readonly Description[]): boolean {
	const last = said.findLast((description) => description[field] !== undefined);
	if (!last) return false;
	return field !== 'Type' || !isBare(last) || distinctValues(before, field) <= 1;
}

function isBare({ Type }: Description): boolean {
	return Type !== undefined && isBareType(Type);
}

function distinctValues(descriptions: readonly Description[], field: LatestField): number {
	const values = descriptions.map((description) => description[field]).filter((value) => value !== undefined);
	return new Set(values.map((value) => JSON.stringify(value))).size;
}

/**
 * Looks up the latest word on fields, newest first. `voices` are the descriptions that are known of
 * the parts of the group; where the types of all of them are bare, so is the last one said.
 */
async function latestSaid(
	transaction: Transaction,
	group: Id,
	fields: readonly LatestField[],
	voices: readonly Description[],
): Promise<Description> {
	const found: Description = {};
	const open = new Set(fields);
	const allBare = voices.every((voice) => voice.Type === undefined || isBare(voice));
	for await (const ids of byEvent(transaction.describedHistory(group))) {
		const texts = new Map(await transaction.descriptions([...new Set(ids)]));
		for (const id of ids) {
			const said = JSON.parse(texts.get(id) as string) as Description;
			for (const field of open) {
				if (said[field] === undefined) continue;
				const isSettled = field === 'Type' && !allBare ? takeType(found, said) : take(found, said, field);
				if (isSettled) open.delete(field);
			}
		}
		if (open.size === 0) break;
	}
	return found;
}

function take(found: Description, said: Description, field: LatestField): true {
	Object.assign(found, { [field]: said[field] });
	return true;
}

/**
 * Takes what was said of the type before what is found of it; tells whether nothing that was said
 * still earlier matters: a bare type leaves the SubType that was given with the same name as it is
 * (see joinDescriptions).
 */
function takeType(found: Description, { Type }: Description): boolean {
	if (!Type || (found.Type && found.Type.Name !== Type.Name)) return true;
	found.Type = Type;
	return !isBareType(Type);
}

/** Gathers the descriptions that one event after the other gave. */
async function* byEvent(history: AsyncIterable<{ event: Id; description: Id }>): AsyncGenerator<Id[]> {
	let current: Id | null = null;
	let said: Id[] = [];
	for await (const { event, description } of history) {
		if (current !== null && event !== current) {
			yield said;
			said = [];
		}
		current = event;
		said.push(description);
	}
	yield said;
}
