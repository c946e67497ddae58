// Resolves the description of each work after events: every field as the latest event gave it, also
// when works merge.
import {
	containerSize,
	type Description,
	describeAsText,
	isBareType,
	isFilled,
	joinDescriptions,
} from '../links/description.ts';
import type { DescribedRow } from '../store/descriptions.ts';
import type { Described, Id, Placement } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';
import type { CombinedBatch, Interned } from './combine-batches.ts';
import { type LatestField, latestFields } from './deciding-descriptions.ts';
import type { Merged } from './merge-groups.ts';

/** Descriptions that events assert, by the positions of identifiers in the batch, in order. */
export type DescribedPositions = readonly { position: number; description: Id }[];

/**
 * Records the descriptions that the assertions at these positions of a batch give, each at its last
 * place, and returns them in the order of events and places.
 */
export async function recordDescribed(
	transaction: Transaction,
	{ assertions, descriptions }: CombinedBatch,
	{ found, descriptionIds }: Interned,
	counting: readonly number[],
): Promise<DescribedPositions> {
	const last = new Map<number, { event: Id; place: number }>();
	for (const at of counting) {
		const [, , , , , place, source, target, event] = assertions[at] as CombinedBatch['assertions'][number];
		[source, target].forEach((description, end) => {
			if (description >= 0) last.set(description, { event, place: 2 * place + end });
		});
	}
	const rows = Array.from(last, ([description, { event, place }]) => {
		const [position] = descriptions[description] as CombinedBatch['descriptions'][number];
		return { position, description: descriptionIds[description] as Id, event, place };
	}).sort((one, other) => one.event - other.event || one.place - other.place);
	await transaction.recordDescriptions(
		rows.map(({ position, event, place, description }): DescribedRow => {
			return [found[position]?.id as Id, event, place, description];
		}),
	);
	return rows;
}

/** The descriptions from which that of one Identity group is resolved. */
type Candidates = {
	/** Its description before the events. */
	own: Id | null;
	/** The descriptions of the groups that it consists of now, its own included. */
	before: Set<Id>;
	/** The descriptions that the events assert of its members, in their order. */
	asserted: Id[];
};

/**
 * Resolves the descriptions of the groups that events described or merged; `first` is the event that
 * was accepted first. `changed` has the Identity groups whose description changed, `reordered` those
 * that an event described which was applied late, or that had different descriptions and became one.
 */
export async function resolveDescriptions(
	transaction: Transaction,
	first: Id,
	touched: { identified: readonly Described[]; described: DescribedPositions; merged: Merged },
): Promise<{ changed: Id[]; reordered: Id[] }> {
	const resolved: (readonly [group: Id, description: Id])[] = [];
	const changed: Id[] = [];
	const disputed = new Map<Id, Candidates>();
	for (const [group, candidates] of await gatherCandidates(transaction, touched)) {
		const distinct = new Set([...candidates.before, ...candidates.asserted]);
		const [agreed] = distinct;
		if (distinct.size > 1) disputed.set(group, candidates);
		else if (agreed !== undefined && agreed !== candidates.own) {
			resolved.push([group, agreed]);
			changed.push(group);
		}
	}
	const areLatest = disputed.size === 0 || !(await transaction.hasEvent({ after: first, isApplied: true }));
	for (const { group, description, differs } of await resolveDisputed(transaction, areLatest, disputed)) {
		resolved.push([group, description]);
		if (differs) changed.push(group);
	}
	const absorbed = touched.merged.identityUnions.flatMap(({ groups, staying }) =>
		groups.filter((group) => group !== staying).map((group) => [group, null] as const),
	);
	await transaction.describe([...absorbed, ...resolved]);
	const reordered = [...disputed].filter(([, { before }]) => !areLatest || before.size > 1).map(([group]) => group);
	return { changed, reordered };
}

async function gatherCandidates(
	transaction: Transaction,
	{
		identified,
		described,
		merged,
	}: { identified: readonly Described[]; described: DescribedPositions; merged: Merged },
): Promise<ReadonlyMap<Id, Candidates>> {
	const before = await descriptionsBefore(transaction, identified, described, merged);
	const candidates = new Map<Id, Candidates>();
	const candidatesOf = (group: Id): Candidates =>
		candidates.getOrInsertComputed(group, () => {
			const own = before.get(group) ?? null;
			return { own, before: new Set(own === null ? [] : [own]), asserted: [] };
		});
	for (const { groups, staying } of merged.identityUnions) {
		for (const group of groups) {
			const description = before.get(group);
			if (description != null) candidatesOf(staying).before.add(description);
		}
	}
	for (const { position, description } of described) {
		candidatesOf((merged.places[position] as Placement).identity).asserted.push(description);
	}
	return candidates;
}

/** Reads the descriptions, before the events, of the groups that they described or merged. */
async function descriptionsBefore(
	transaction: Transaction,
	identified: readonly Described[],
	described: DescribedPositions,
	merged: Merged,
): Promise<ReadonlyMap<Id, Id | null>> {
	const known = new Map<Id, Id | null>();
	const groups = new Set(merged.identityUnions.flatMap(({ groups }) => groups));
	for (const { id, identity, description } of identified) if (id === identity) known.set(id, description);
	for (const { position } of described) groups.add((identified[position] as Described).identity);
	const unread = [...groups].filter((group) => !known.has(group));
	if (unread.length > 0) {
		for (const { id, description } of await transaction.identifiers(unread)) known.set(id, description);
	}
	return known;
}

/**
 * Resolves groups with different candidates. `differs`: the text of the description is not that of
 * the group's own description before.
 */
async function resolveDisputed(
	transaction: Transaction,
	areLatest: boolean,
	disputed: ReadonlyMap<Id, Candidates>,
): Promise<{ group: Id; description: Id; differs: boolean }[]> {
	if (disputed.size === 0) return [];
	const wanted = new Set([...disputed.values()].flatMap(({ before, asserted }) => [...before, ...asserted]));
	const texts = new Map(await transaction.texts('description', [...wanted]));
	const read = (id: Id) => JSON.parse(texts.get(id) as string) as Description;
	const partly = Array.from(disputed, ([group, { before, asserted }]) =>
		resolveByEvents(group, { before: [...before].map(read), asserted: asserted.map(read) }, areLatest),
	);
	const last = await findLatest(
		transaction,
		partly.filter(({ open }) => open.length > 0),
	);
	const resolved = partly.map(({ group, joined }) => ({
		group,
		text: describeAsText({ ...joined, ...last.get(group) }),
	}));
	const ids = await transaction.internDescriptions(resolved);
	return resolved.flatMap(({ group, text }, at) => {
		const { own } = disputed.get(group) as Candidates;
		const description = ids[at] as Id;
		return description === own ? [] : [{ group, description, differs: own === null || text !== texts.get(own) }];
	});
}

/** The description of a group as far as it is resolved without its history. */
type PartlyResolved = {
	group: Id;
	joined: Description;
	/** The fields that only its history decides. */
	open: readonly LatestField[];
	/** The fields that no link states. */
	filled: readonly LatestField[];
	/** How many fields its container has. */
	containerFields: number;
	/** Whether all of its types are bare. */
	allBare: boolean;
};

/**
 * Resolves one group field by field. The events decide a field if no later event is applied yet.
 * Otherwise, and where only the merged groups differ, the history of the group decides.
 */
function resolveByEvents(
	group: Id,
	{ before, asserted }: { before: readonly Description[]; asserted: readonly Description[] },
	areLatest: boolean,
): PartlyResolved {
	const all = [...before, ...asserted];
	const joined = all.reduce(joinDescriptions);
	const filled = latestFields.filter((field) => isFilled(joined, field));
	const containerFields = containerSize(joined);
	const among = (descriptions: readonly Description[], field: LatestField) =>
		descriptions.filter((one) => hasSay(one, field, { filled, containerFields }));
	const open = latestFields.filter((field) => {
		if (distinctValues(among(all, field), field) <= 1) return false;
		return !(areLatest && decides(among(asserted, field), field, among(before, field)));
	});
	return { group, joined, open, filled, containerFields, allBare: among(all, 'Type').every(isBare) };
}

/**
 * Whether a description has a say in a field: where a link states it, what was filled in has none, and
 * a container has none beside one of more fields.
 */
function hasSay(
	description: Description,
	field: LatestField,
	{ filled, containerFields }: Pick<PartlyResolved, 'filled' | 'containerFields'>,
): boolean {
	if (description[field] === undefined || isFilled(description, field) !== filled.includes(field)) return false;
	return field !== 'Container' || containerSize(description) === containerFields;
}

/**
 * Whether the latest event decides a field. A bare type keeps an earlier SubType, which only the
 * history has when groups merge.
 */
function decides(asserted: readonly Description[], field: LatestField, before: readonly Description[]): boolean {
	const last = asserted.findLast((description) => description[field] !== undefined);
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

/** The fields found in the history of a group, and those still missing. */
type Search = Pick<PartlyResolved, 'filled' | 'containerFields' | 'allBare'> & {
	found: Description;
	open: Set<LatestField>;
	before: Id;
};

/**
 * Finds the latest values of fields in the histories of all groups at once, newest first. Where the
 * types of all parts of a group are bare, the latest type is bare too.
 */
async function findLatest(
	transaction: Transaction,
	partly: readonly PartlyResolved[],
): Promise<ReadonlyMap<Id, Description>> {
	const searches = new Map(
		partly.map(({ group, open, ...rest }): [Id, Search] => [
			group,
			{ ...rest, found: {}, open: new Set(open), before: Number.MAX_SAFE_INTEGER },
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
				for (const { description } of own) addEarlier(search, JSON.parse(texts.get(description) as string));
				if (search.open.size === 0) break;
			}
			if (search.open.size === 0 || before === null) looking.delete(group);
			else search.before = before;
		}
	}
	return new Map(Array.from(searches, ([group, { found }]) => [group, found]));
}

/** Adds an earlier description to what is found so far. */
function addEarlier(search: Search, earlier: Description): void {
	const { found, open, allBare } = search;
	for (const field of open) {
		if (!hasSay(earlier, field, search)) continue;
		const isComplete = field === 'Type' && !allBare ? takeType(found, earlier) : take(found, earlier, field);
		if (isComplete) open.delete(field);
	}
}

function take(found: Description, earlier: Description, field: LatestField): true {
	Object.assign(found, { [field]: earlier[field] });
	return true;
}

/**
 * Adds an earlier type to what is found. Returns whether the type is complete: a bare type keeps the
 * SubType given earlier with the same name (see joinDescriptions).
 */
function takeType(found: Description, { Type }: Description): boolean {
	if (!Type || (found.Type && found.Type.Name !== Type.Name)) return true;
	found.Type = Type;
	return !isBareType(Type);
}

/** Groups descriptions by event, in their order. */
function byEvent<Row extends { event: Id }>(history: readonly Row[]): Row[][] {
	return [...Map.groupBy(history, ({ event }) => event).values()];
}
