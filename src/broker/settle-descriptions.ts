// Settles what stands for a work after an event: each field as the latest event gave it, also when works merge; knows no engine.
import { compareIdentifiers } from '../identifiers/index.ts';
import { type Description, describeAsText, joinDescriptions } from '../links/description.ts';
import { type DigestedText, digestOfOwner, digestText } from '../links/digested-text.ts';
import { type LinkBatch, saysNothing } from '../links/link.ts';
import { unpackTexts } from '../links/packed-texts.ts';
import type { ClaimedEvent, Id, LinkRecords, Placement } from '../ports/records/link-store.ts';

/** Fields of which the latest one given stands; Publisher and Keywords gather instead. */
export const latestFields = ['Title', 'Creator', 'PublicationDate', 'Type'] as const;
type LatestField = (typeof latestFields)[number];

/** One of the events that are applied together, and where its identifiers begin among those of all. */
export type Part = { event: ClaimedEvent; batch: LinkBatch; offset: number };

/** An identifier of the batches as it was found: `description` stands for its group where the group is named after it. */
export type Identified = Placement & { description: Id | null };

/** What the events say of each identifier of their batches, by position: the id of the description. */
export type Given = readonly (Id | undefined)[];

/** What merging has changed. */
export type Merged = {
	/** The identifiers' places after it, by position. */
	places: readonly Placement[];
	/** The sets of Identity groups that became one, and the one that each stays as. */
	identityUnions: readonly { groups: readonly Id[]; staying: Id }[];
	/** Groups, at either level, that took in others. */
	regrouped: ReadonlySet<Id>;
	/** How many groups became fewer by each of the events. */
	mergedGroups: readonly number[];
};

/** What speaks for one Identity group: what stood for it and its parts before, and what the events say, later ones last. */
type Voices = { own: Id | null; standing: readonly Id[]; given: Id[] };

/**
 * Settles the groups of the identifiers that the events, of which this is the first, described (`given`); answers the Identity groups whose
 * description changed.
 */
export async function settleDescriptions(
	records: LinkRecords,
	first: ClaimedEvent,
	identified: readonly Identified[],
	given: Given,
	merged: Merged,
): Promise<Id[]> {
	const settled = new Map<Id, Id>();
	const disputed = new Map<Id, Voices>();
	const isSimple = findSimple(identified, given, merged);
	identified.forEach(({ id, description }, position) => {
		const said = given[position];
		if (said === undefined || said === description || !isSimple(position)) return;
		if (description === null) settled.set(id, said);
		else disputed.set(id, { own: description, standing: [description], given: [said] });
	});
	for (const [group, voice] of await gatherVoices(records, identified, given, merged, isSimple)) {
		const { own, standing, given } = voice;
		const first = standing[0] ?? given[0];
		if (first === undefined) continue;
		const agreed = standing.every((one) => one === first) && given.every((one) => one === first);
		if (!agreed) disputed.set(group, voice);
		else if (first !== own) settled.set(group, first);
	}
	const alike: [Id, Id][] = [];
	for (const { group, description, changed } of await settleDisputed(records, first, disputed)) {
		if (changed) settled.set(group, description);
		else alike.push([group, description]);
	}

	const absorbed = merged.identityUnions.flatMap(({ groups, staying }) =>
		groups.filter((group) => group !== staying).map((group): [Id, null] => [group, null]),
	);
	await records.describe([...absorbed, ...settled, ...alike]);
	return [...settled.keys()];
}

/** Records what the events say of their identifiers, some of which they have created. */
export async function recordGiven(
	records: LinkRecords,
	events: readonly Part[],
	identified: readonly Placement[],
	created: ReadonlySet<Id>,
): Promise<Given> {
	const speakers: { position: number; event: Id }[] = [];
	const texts: DigestedText[] = [];
	for (const { event, batch, offset } of events) {
		const descriptions = unpackTexts(batch.descriptions);
		batch.described.forEach((said, at) => {
			if (said === saysNothing) return;
			const position = offset + at;
			speakers.push({ position, event: event.sequence });
			const { identity } = identified[position] as Placement;
			const ownerIsNew = created.has(identity);
			texts.push(digestOfOwner(identity, descriptions[said] as DigestedText, { ownerIsNew }));
		});
	}
	const ids = await records.internDescriptions(texts);
	const given: (Id | undefined)[] = new Array(identified.length).fill(undefined);
	const rows = speakers.map(({ position, event }, at): [Id, Id, Id] => {
		const description = ids[at] as Id;
		given[position] = description;
		return [(identified[position] as Placement).id, event, description];
	});
	await records.recordDescriptions(rows);
	return given;
}

/** Finds the positions of identifiers that are alone and that one event alone speaks of, as most are: nobody else's word is to be gathered. */
function findSimple(
	identified: readonly Identified[],
	given: Given,
	{ places }: Merged,
): (position: number) => boolean {
	const spokenOf = new Set<Id>();
	const again = new Set<Id>();
	identified.forEach(({ id }, position) => {
		if (given[position] === undefined) return;
		if (spokenOf.has(id)) again.add(id);
		spokenOf.add(id);
	});
	return (position) => places[position]?.alone === true && !again.has((identified[position] as Identified).id);
}

/** Gathers what speaks for the groups of the other identifiers. */
async function gatherVoices(
	records: LinkRecords,
	identified: readonly Identified[],
	given: Given,
	merged: Merged,
	isSimple: (position: number) => boolean,
): Promise<Map<Id, Voices>> {
	const before = await standingBefore(records, identified, given, merged, isSimple);
	const voices = new Map<Id, Voices>();
	const voicesOf = (group: Id): Voices => {
		let found = voices.get(group);
		if (!found) {
			const own = before.get(group) ?? null;
			found = { own, standing: own === null ? [] : [own], given: [] };
			voices.set(group, found);
		}
		return found;
	};
	for (const { groups, staying } of merged.identityUnions) {
		const voice = voicesOf(staying);
		const stood = groups.map((group) => before.get(group)).filter((description) => description != null);
		voice.standing = [...new Set([...voice.standing, ...stood])];
	}
	// In the order of events and identifiers: of two that name one work in one event, the later one's word stands.
	merged.places.forEach(({ identity }, position) => {
		const said = given[position];
		if (said !== undefined && !isSimple(position)) voicesOf(identity).given.push(said);
	});
	return voices;
}

/** Answers what stood for the groups that the events spoke of or joined, but for simple ones. */
async function standingBefore(
	records: LinkRecords,
	identified: readonly Identified[],
	given: Given,
	merged: Merged,
	isSimple: (position: number) => boolean,
): Promise<ReadonlyMap<Id, Id | null>> {
	const before = new Map<Id, Id | null>();
	const groups = new Set(merged.identityUnions.flatMap(({ groups }) => groups));
	identified.forEach(({ id, identity, description }, position) => {
		if (isSimple(position)) return;
		if (id === identity) before.set(id, description);
		if (given[position] !== undefined) groups.add(identity);
	});
	const unread = [...groups].filter((group) => !before.has(group));
	if (unread.length > 0) {
		for (const { group, description } of await records.groupDescriptions(unread)) before.set(group, description);
	}
	return before;
}

/**
 * Settles the groups of which different things have been said: answers those that are described otherwise now (`changed`), and those that are described alike, in words
 * that were kept for a group that they took in, or before there were owners. These are kept for them now, so that whoever says them again agrees.
 */
async function settleDisputed(
	records: LinkRecords,
	event: ClaimedEvent,
	disputed: ReadonlyMap<Id, Voices>,
): Promise<{ group: Id; description: Id; changed: boolean }[]> {
	if (disputed.size === 0) return [];
	const wanted = new Set([...disputed.values()].flatMap(({ standing, given }) => [...standing, ...given]));
	const texts = new Map(await records.descriptions([...wanted]));
	const inOrder = !(await records.laterEventApplied(event.sequence));
	const described: { group: Id; own: Id | null; text: string }[] = [];
	for (const [group, { own, standing, given }] of disputed) {
		const read = (id: Id) => JSON.parse(texts.get(id) as string) as Description;
		const text = describeAsText(await settle(records, group, standing.map(read), given.map(read), inOrder));
		described.push({ group, own, text });
	}
	const ids = await records.internDescriptions(
		described.map(({ group, text }) => digestOfOwner(group, digestText(text))),
	);
	return described.flatMap(({ group, own, text }, position) => {
		const description = ids[position] as Id;
		return description === own ? [] : [{ group, description, changed: own === null || text !== texts.get(own) }];
	});
}

async function settle(
	records: LinkRecords,
	group: Id,
	standing: readonly Description[],
	given: readonly Description[],
	inOrder: boolean,
): Promise<Description> {
	const joined = [...standing, ...given].reduce(joinDescriptions);
	const open = latestFields.filter((field) => {
		const decided = inOrder && given.some((description) => description[field] !== undefined);
		return !decided && distinctValues([...standing, ...given], field) > 1;
	});
	return open.length === 0 ? joined : { ...joined, ...(await latestSaid(records, group, open)) };
}

function distinctValues(descriptions: readonly Description[], field: LatestField): number {
	const values = descriptions.map((description) => description[field]).filter((value) => value !== undefined);
	return new Set(values.map((value) => JSON.stringify(value))).size;
}

/** Looks up the latest word on fields, newest event first; within an event the identifier that comes last in order has it. */
async function latestSaid(records: LinkRecords, group: Id, fields: readonly LatestField[]): Promise<Description> {
	const found: Description = {};
	const open = new Set(fields);
	let event: Id | null = null;
	let said: { identifier: Id; description: Id }[] = [];
	const hear = async () => {
		const inOrder = await orderByIdentifier(records, said);
		const texts = new Map(await records.descriptions(inOrder.map(({ description }) => description)));
		for (const { description } of inOrder.toReversed()) {
			const read = JSON.parse(texts.get(description) as string) as Description;
			for (const field of open) {
				if (read[field] === undefined) continue;
				Object.assign(found, { [field]: read[field] });
				open.delete(field);
			}
		}
	};
	for await (const row of records.describedHistory(group)) {
		if (event !== null && row.event !== event) {
			await hear();
			if (open.size === 0) return found;
			said = [];
		}
		event = row.event;
		said.push(row);
	}
	await hear();
	return found;
}

async function orderByIdentifier<Said extends { identifier: Id }>(
	records: LinkRecords,
	said: readonly Said[],
): Promise<Said[]> {
	if (said.length < 2) return [...said];
	const identifiers = new Map(
		(await records.identifiers(said.map(({ identifier }) => identifier))).map((one) => [one.id, one]),
	);
	return said.toSorted((one, other) => {
		const a = identifiers.get(one.identifier);
		const b = identifiers.get(other.identifier);
		return a && b ? compareIdentifiers(a, b) : 0;
	});
}
