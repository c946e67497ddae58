// Derives what the index keeps of groups (identifiers, texts, the ready-made answer, what stands for a Version group); knows neither index engine nor SQL.

import { describeObject, describeVersions } from '../formats/scholix/object-document.ts';
import { compareIdentifiers, type Identifier } from '../identifiers/index.ts';
import type { Description } from '../links/description.ts';
import { dateInstant, dateYear } from '../links/link-date.ts';
import type { Id, LinkRecords, Placement } from '../ports/records/link-store.ts';
import type { IndexObject } from '../ports/search/search-index.ts';
import { readVersionMembers } from './places.ts';

/** An Identity group as far as answers need it. `identifiers` are in order (see compareIdentifiers). */
type Work = { group: Id; version: Id; identifiers: Identifier[]; description: Description };

// A step is so small that most of it is no more when garbage is collected.
const groupsPerStep = 250;

/**
 * Derives, step by step, the objects of Identity groups, each given once by the placement of the identifier that it is named after, and of all Version groups
 * they lie in that have an object of their own. What lies in one Version group comes in one step.
 */
export async function* deriveObjects(
	records: LinkRecords,
	groups: Iterable<Placement>,
): AsyncGenerator<readonly IndexObject[]> {
	let step: Placement[] = [];
	for (const group of [...groups].sort((one, other) => one.version - other.version)) {
		if (step.length >= groupsPerStep && step.at(-1)?.version !== group.version) {
			yield await deriveStep(records, step);
			step = [];
		}
		step.push(group);
	}
	if (step.length > 0) yield await deriveStep(records, step);
}

async function deriveStep(records: LinkRecords, groups: readonly Placement[]): Promise<IndexObject[]> {
	const identityGroups = groups.map(({ identity }) => identity);
	const members = await readVersionMembers(records, groups);
	const byVersion = Map.groupBy(members, ({ version }) => version);
	const families = [...byVersion].filter(([version, those]) => isFamily(version, those));
	const wanted = new Set(identityGroups);
	const inFamilies = families.flatMap(([, those]) => those.map(({ identity }) => identity));
	const works = await readWorks(
		records,
		members.filter(({ identity }) => wanted.has(identity)).concat(families.flatMap(([, those]) => those)),
		[...new Set([...identityGroups, ...inFamilies])],
	);
	const identityObjects = identityGroups.map((group) => identityObject(works.get(group) as Work));
	const versionsOf = await readVersions(
		records,
		families.flatMap(([, those]) => those),
	);
	const versionObjects = families.map(([version, those]) => versionObject(version, those, works, versionsOf));
	return [...identityObjects, ...versionObjects];
}

/** Derives the objects of Identity groups of several identifiers, given by their placements. */
export async function deriveIdentityObjects(
	records: LinkRecords,
	groups: readonly Placement[],
): Promise<IndexObject[]> {
	if (groups.length === 0) return [];
	const versions = new Map(groups.map(({ identity, version }) => [identity, version]));
	const wanted = [...versions.keys()];
	const members = (await records.identityMembers(wanted)).map(
		([identity, id]): Placement => ({ id, identity, version: versions.get(identity) as Id, alone: false }),
	);
	const works = await readWorks(records, members, wanted);
	return wanted.map((group) => identityObject(works.get(group) as Work));
}

/** Derives the objects of Version groups that need one of their own: see RecordStream.families. */
export async function deriveVersionObjects(records: LinkRecords, versions: readonly Id[]): Promise<IndexObject[]> {
	if (versions.length === 0) return [];
	const members = await records.versionMembers(versions);
	const works = await readWorks(records, members, [...new Set(members.map(({ identity }) => identity))]);
	const byVersion = Map.groupBy(members, ({ version }) => version);
	const versionsOf = await readVersions(records, members);
	return versions.map((version) => versionObject(version, byVersion.get(version) ?? [], works, versionsOf));
}

/** Tells whether a Version group needs an object of its own: see IndexObject. */
function isFamily(version: Id, members: readonly Placement[]): boolean {
	return members.some(({ identity }) => identity !== version);
}

async function readWorks(
	records: LinkRecords,
	members: readonly Placement[],
	groups: readonly Id[],
): Promise<Map<Id, Work>> {
	const works = new Map<Id, Work>();
	const placeOf = new Map(members.map((member) => [member.id, member]));
	for (const { id, ...identifier } of await records.identifiers([...placeOf.keys()])) {
		const { identity, version } = placeOf.get(id) as Placement;
		let work = works.get(identity);
		if (!work) {
			work = { group: identity, version, identifiers: [], description: {} };
			works.set(identity, work);
		}
		work.identifiers.push(identifier);
	}
	const standing = await records.groupDescriptions(groups);
	const ids = [...new Set(standing.flatMap(({ description }) => (description === null ? [] : [description])))];
	const texts = new Map(await records.descriptions(ids));
	const read = new Map<Id, Description>();
	for (const { group, description } of standing) {
		const work = works.get(group);
		if (!work || description === null) continue;
		let known = read.get(description);
		if (!known) {
			known = JSON.parse(texts.get(description) as string) as Description;
			read.set(description, known);
		}
		work.description = known;
	}
	for (const work of works.values()) work.identifiers.sort(compareIdentifiers);
	return works;
}

/** Makes the object of an Identity group alone, from what is known of it. */
export function identityObject({ group, version, identifiers, description }: Work): IndexObject {
	return {
		level: 'identity',
		group,
		version,
		identifiers,
		...traits(identifiers, description),
		document: { ...describeObject(identifiers, description), versions: '' },
	};
}

function traits(identifiers: readonly Identifier[], description: Description) {
	const [smallest] = identifiers as readonly [Identifier];
	return {
		type: description.Type?.Name ?? 'unknown',
		year: description.PublicationDate === undefined ? null : dateYear(description.PublicationDate),
		sortKey: `${smallest.key} ${smallest.scheme}`,
		text: {
			title: description.Title === undefined ? [] : [description.Title],
			creator: (description.Creator ?? []).map(({ Name }) => Name),
			publisher: (description.Publisher ?? []).map(({ Name }) => Name),
			keyword: description.Keywords ?? [],
			identifier: identifiers.map(({ value }) => value),
		},
	} as const;
}

/** Tells of each work which others are said to be its versions; works without any are left out. */
async function readVersions(
	records: LinkRecords,
	members: readonly Placement[],
): Promise<ReadonlyMap<Id, ReadonlySet<Id>>> {
	const versionsOf = new Map<Id, Set<Id>>();
	if (members.length === 0) return versionsOf;
	const workOf = new Map(members.map(({ id, identity }) => [id, identity]));
	for (const [source, target] of await records.versionEdges([...workOf.keys()])) {
		const [from, to] = [workOf.get(source) as Id, workOf.get(target) as Id];
		if (from === to) continue;
		const versions = versionsOf.get(from);
		if (versions) versions.add(to);
		else versionsOf.set(from, new Set([to]));
	}
	return versionsOf;
}

function versionObject(
	version: Id,
	members: readonly Placement[],
	works: ReadonlyMap<Id, Work>,
	versionsOf: ReadonlyMap<Id, ReadonlySet<Id>>,
): IndexObject {
	const groups = [...new Set(members.map(({ identity }) => identity))];
	const family = groups.map((group) => works.get(group) as Work);
	family.sort((one, other) => compareIdentifiers(one.identifiers[0] as Identifier, other.identifiers[0] as Identifier));
	const standing = standingWork(family, versionsOf);
	const all = family.flatMap(({ identifiers }) => identifiers).sort(compareIdentifiers);
	const own = traits(standing.identifiers, standing.description);
	return {
		level: 'version',
		group: version,
		version,
		identifiers: [],
		...own,
		// Any version's identifier finds the family.
		text: { ...own.text, identifier: all.map(({ value }) => value) },
		document: {
			...describeObject(standing.identifiers, standing.description),
			versions: describeVersions(family.map(({ identifiers }) => identifiers)),
		},
	};
}

/**
 * Chooses the work from which the versions come: no incoming HasVersion; among several (or where all have one) the most outgoing,
 * then the earliest PublicationDate, then the smallest identifier. `family` is in order of smallest identifiers.
 */
function standingWork(family: readonly Work[], versionsOf: ReadonlyMap<Id, ReadonlySet<Id>>): Work {
	const versions = new Set(family.flatMap(({ group }) => [...(versionsOf.get(group) ?? [])]));
	const origins = family.filter(({ group }) => !versions.has(group));
	const candidates = origins.length > 0 ? origins : family;
	return candidates.reduce((best, work) => {
		const more = (versionsOf.get(work.group)?.size ?? 0) - (versionsOf.get(best.group)?.size ?? 0);
		return more > 0 || (more === 0 && publishedAt(work) < publishedAt(best)) ? work : best;
	});
}

function publishedAt({ description }: Work): number {
	return description.PublicationDate === undefined
		? Number.POSITIVE_INFINITY
		: dateInstant(description.PublicationDate);
}
