// Resolves the description of each work after events: every field as the latest event gave it, also
// when works merge.
import { type Description, describeAsText, isBareType, joinDescriptions } from '../links/description.ts';
import type { DescribedRow } from '../store/descriptions.ts';
import type { Described, Id, Placement } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';
import type { CombinedBatch, Interned } from './combine-batches.ts';
import type { Merged } from './merge-groups.ts';

/** Fields of which the latest one given counts; Publisher and Keywords gather instead. */
const latestFields = ['Title', 'Creator', 'PublicationDate', 'Type', 'Kind', 'Container'] as const;
type LatestField = (typeof latestFields)[number];

/**
 * What events say of identifiers, by their positions in the batch, in the order in which they do.
 */
export type Said = readonly { position: number; description: Id }[];

/** Names an identifier as one event speaks of it. */
export const nameOfSaid = (identifier: Id, event: Id): string => `${identifier} ${event}`;

/**
 * Records what events say of their identifiers; what is `unheeded` is set aside and not answered.
 */
export async function recordSaid(
	transaction: Transaction,
	{ descriptions }: CombinedBatch,
	{ found, descriptionIds }: Interned,
	unheeded: ReadonlySet<string>,
): Promise<Said> {
	const rows = descriptions.map(
		([position, event, place], at): DescribedRow => [found[position]?.id as Id, event, place, descriptionIds[at] as Id],
	);
	const said = descriptions.map(([position], at) => ({ position, description: descriptionIds[at] as Id }));
	if (unheeded.size === 0) {
		await transaction.recordDescriptions(rows);
		return said;
	}
	const isHeeded = ([id, event]: DescribedRow) => !unheeded.has(nameOfSaid(id, event));
	await transaction.recordDescriptions(rows.filter(isHeeded));
	await transaction.recordDescriptions(
		rows.filter((row) => !isHeeded(row)),
		'withdrawn',
	);
	return said.filter((_, at) => isHeeded(rows[at] as DescribedRow));
}

/** What there is to say about one Identity group. */
type Voices = {
	/** Its description before the events. */
	own: Id | null;
	/** The descriptions of the groups that it consists of now, its own included. */
	before: Set<Id>;
	/** What the events say of its members, in the order in which they do. */
	said: Id[];
};

/**
 * Resolves the groups that events described or merged, of which `first` was accepted first; answers
 * the Identity groups whose description changed.
 */
export async function resolveDescriptions(
	transaction: Transaction,
	first: Id,
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
	for (const { group, description, differs } of await resolveDisputed(transaction, first, disputed)) {
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

/** Reads the descriptions, before the events, of the groups that they described or merged. */
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
	first: Id,
	disputed: ReadonlyMap<Id, Voices>,
): Promise<{ group: Id; description: Id; differs: boolean }[]> {
	if (disputed.size === 0) return [];
	const wanted = new Set([...disputed.values()].flatMap(({ before, said }) => [...before, ...said]));
	const texts = new Map(await transaction.texts('description', [...wanted]));
	const read = (id: Id) => JSON.parse(texts.get(id) as string) as Description;
	const isLatest = !(await transaction.hasEvent({ after: first, isApplied: true }));
	const heard = Array.from(disputed, ([group, { before, said }]) =>
		hear(group, [...before].map(read), said.map(read), isLatest),
	);
	const last = await latestSaid(
		transaction,
		heard.filter(({ open }) => open.length > 0),
	);
	const resolved = heard.map(({ group, joined }) => ({
		group,
		text: describeAsText({ ...joined, ...last.get(group) }),
	}));
	const ids = await transaction.internDescriptions(resolved);
	return resolved.flatMap(({ group, text }, at) => {
		const { own } = disputed.get(group) as Voices;
		const description = ids[at] as Id;
		return description === own ? [] : [{ group, description, differs: own === null || text !== texts.get(own) }];
	});
}

/** What is known of a group whose description is disputed, without its history. */
type Heard = {
	group: Id;
	joined: Description;
	/** The fields that its history decides. */
	open: readonly LatestField[];
	/** Whether all of its types are bare. */
	allBare: boolean;
};

/**
 * Resolves one group field by field. What the events say decides a field where no later event is
 * applied already; else, and where only the merged groups differ, the history of the group does.
 */
function hear(group: Id, before: readonly Description[], said: readonly Description[], isLatest: boolean): Heard {
	const all = [...before, ...said];
	const open = latestFields.filter((field) => {
		if (distinctValues(all, field) <= 1) return false;
		return !(isLatest && decides(said, field, before));
	});
	const allBare = all.every((voice) => voice.Type === undefined || isBare(voice));
	return { group, joined: all.reduce(joinDescriptions), open, allBare };
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

/** What is found in the history of a group, and the fields that are still looked for. */
type Search = { found: Description; open: Set<LatestField>; allBare: boolean; before: Id };

/**
 * Looks up the latest word on fields, newest first, of all groups at once. Where the types of all
 * that is known of the parts of a group are bare, so is the last one said.
 */
async function latestSaid(transaction: Transaction, heard: readonly Heard[]): Promise<ReadonlyMap<Id, Description>> {
	const searches = new Map(
		heard.map(({ group, open, allBare }): [Id, Search] => [
			group,
			{ found: {}, open: new Set(open), allBare, before: Number.MAX_SAFE_INTEGER },
		]),
	);
	const looking = new Set(searches.keys());
	while (looking.size > 0) {
		const wanted = Array.from(looking, (group) => ({ group, before: (searches.get(group) as Search).before }));
		const steps = await transaction.describedHistory(wanted);
		const ids = new Set(steps.flatMap(({ descriptions }) => descriptions.map(({ description }) => description)));
		const texts = new Map(await transaction.texts('description', [...ids]));
		for (const { group, descriptions, before } of steps) {
			const search = searches.get(group) as Search;
			for (const own of byEvent(descriptions)) {
				for (const { description } of own) listen(search, JSON.parse(texts.get(description) as string));
				if (search.open.size === 0) break;
			}
			if (search.open.size === 0 || before === null) looking.delete(group);
			else search.before = before;
		}
	}
	return new Map(Array.from(searches, ([group, { found }]) => [group, found]));
}

/** Takes what was said before all that is found so far. */
function listen({ found, open, allBare }: Search, said: Description): void {
	for (const field of open) {
		if (said[field] === undefined) continue;
		const isSettled = field === 'Type' && !allBare ? takeType(found, said) : take(found, said, field);
		if (isSettled) open.delete(field);
	}
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

/** Gathers what one event after the other said. */
function byEvent<Row extends { event: Id }>(history: readonly Row[]): Row[][] {
	return [...Map.groupBy(history, ({ event }) => event).values()];
}
