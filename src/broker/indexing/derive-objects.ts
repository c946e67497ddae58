// Derives the objects of groups for the index: identifiers, texts for searches, and the prepared
// answer.
import { describeObject } from '../../formats/scholix/writing/object-document.ts';
import { compareIdentifiers, type Identifier, identifierText } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import { dateInstant, dateYear } from '../../links/link-date.ts';
import { plainText, searchedTexts } from '../../links/markup/styled-text.ts';
import { relationCode } from '../../links/relation.ts';
import { chooseVersionHead, describeVersionGroup, newestFirst } from '../../links/version-head.ts';
import type { IndexObject } from '../../ports/search/index-content.ts';
import type { Described, Id, Placement } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { inSteps, inWholeRuns } from '../in-steps.ts';
import { readVersionMembers } from './places.ts';
import type { Source } from './rebuild-options.ts';
import { traitsOf } from './traits.ts';

/**
 * An Identity group as far as answers need it. `identifiers` are in order (see compareIdentifiers).
 */
type Work = { group: Id; version: Id; identifiers: Identifier[]; description: Description };

const groupsPerStep = 250;

/**
 * Derives, step by step, the objects of Identity groups, each passed in once as the placement of
 * the identifier that it is named after, and of all their Version groups that have an object of
 * their own. Objects in one Version group come in one step.
 */
export async function* deriveObjects(
	transaction: Transaction,
	groups: Iterable<Placement>,
): AsyncGenerator<readonly IndexObject[]> {
	const sorted = [...groups].sort((one, other) => one.version - other.version);
	for await (const step of inWholeRuns([sorted], groupsPerStep, isSameVersion)) {
		const wanted = new Set(step.map(({ identity }) => identity));
		const members = await readVersionMembers(transaction, step);
		const families = findFamilies(members);
		const ofFamilies = families.flatMap(([, those]) => those);
		const ofWanted = members.filter(({ identity }) => wanted.has(identity));
		const works = await readWorks(transaction, await readMembers(transaction, [...ofWanted, ...ofFamilies]));
		const ofWorks = [...wanted].map((group) => identityObject(works.get(group) as Work));
		yield [...ofWorks, ...(await versionObjects(transaction, families, works))];
	}
}

/**
 * Derives, step by step, the objects of all groups named after identifiers of a range, none in some
 * steps: first those of Version groups.
 */
export async function* streamObjects({
	transaction,
	snapshot,
	onDerived,
	range,
}: Source): AsyncGenerator<readonly IndexObject[]> {
	for await (const members of inWholeRuns(snapshot.members(range), groupsPerStep, isSameVersion)) {
		const families = findFamilies(members);
		if (families.length === 0) {
			yield [];
			continue;
		}
		const ofFamilies = families.flatMap(([, those]) => those);
		const works = await readWorks(transaction, await readMembers(transaction, ofFamilies));
		yield await versionObjects(transaction, families, works);
	}
	for await (const rows of snapshot.identifiers(range)) {
		for (const step of inSteps(rows, groupsPerStep)) {
			const shared = step.filter(({ id, identity, alone }) => !alone && id === identity).map(({ id }) => id);
			const members = shared.length === 0 ? [] : await transaction.members('identity', shared);
			const alone = step.filter((row) => row.alone);
			const works = await readWorks(transaction, [...alone, ...(await readMembers(transaction, members))]);
			yield Array.from(works.values(), identityObject);
		}
		onDerived(rows.length);
	}
}

function isSameVersion(one: Placement, other: Placement): boolean {
	return one.version === other.version;
}

/** A Version group and all its members. */
type Family = readonly [version: Id, members: readonly Placement[]];

/**
 * Finds the Version groups that need an object of their own, from all their members: see
 * IndexObject.
 */
function findFamilies(members: readonly Placement[]): Family[] {
	const groups = Map.groupBy(members, ({ version }) => version);
	return [...groups].filter(([version, those]) => those.some(({ identity }) => identity !== version));
}

type Member = Described & Identifier;

async function readMembers(transaction: Transaction, members: readonly Placement[]): Promise<Member[]> {
	if (members.length === 0) return [];
	return transaction.identifiers([...new Set(members.map(({ id }) => id))]);
}

/** Reads the works of which these identifiers are all the members. */
async function readWorks(transaction: Transaction, members: readonly Member[]): Promise<Map<Id, Work>> {
	const works = new Map<Id, Work>();
	const descriptionOf = new Map<Id, Id>();
	for (const { id, identity: group, version, scheme, key, value, description } of members) {
		const work = works.getOrInsertComputed(group, () => ({ group, version, identifiers: [], description: {} }));
		work.identifiers.push({ scheme, key, value });
		if (id === group && description !== null) descriptionOf.set(group, description);
	}
	const texts = new Map(await transaction.texts('description', [...new Set(descriptionOf.values())]));
	for (const [group, description] of descriptionOf) {
		// A lost text means an empty description.
		const text = texts.get(description);
		if (text !== undefined) (works.get(group) as Work).description = JSON.parse(text) as Description;
	}
	for (const work of works.values()) work.identifiers.sort(compareIdentifiers);
	return works;
}

/** Makes the object of an Identity group alone, from its description. */
function identityObject({ group, version, identifiers, description }: Work): IndexObject {
	return {
		level: 'identity',
		group,
		version,
		identifiers,
		...searchedOf(identifiers, description),
		versionTitles: [],
		document: describeObject(identifiers, description, { group }),
	};
}

/** What of a work filters, orders and flags. */
function searchedOf(identifiers: readonly Identifier[], description: Description) {
	const [smallest] = identifiers as readonly [Identifier];
	return {
		type: description.Type?.Name ?? 'unknown',
		year: description.PublicationDate === undefined ? null : dateYear(description.PublicationDate),
		published: description.PublicationDate === undefined ? null : dateInstant(description.PublicationDate),
		sortKey: identifierText(smallest),
		text: {
			title: titlesOf(description),
			creator: (description.Creator ?? []).map(({ Name }) => plainText(Name)),
			journal: journalOf(description),
			publisher: (description.Publisher ?? []).map(({ Name }) => plainText(Name)),
			keyword: (description.Keywords ?? []).map(plainText),
			identifier: identifiers.map(({ value }) => value),
		},
		traits: traitsOf(identifiers, description),
	} as const;
}

/** Lists the title of what a work appeared in, and its ISSNs. */
function journalOf({ Container: { Title, ISSN = [] } = {} }: Description): string[] {
	return Title === undefined ? [...ISSN] : [plainText(Title), ...ISSN];
}

async function versionObjects(
	transaction: Transaction,
	families: readonly Family[],
	works: ReadonlyMap<Id, Work>,
): Promise<IndexObject[]> {
	const versionsOf = await readVersions(
		transaction,
		families.flatMap(([, members]) => members),
	);
	return families.map((family) => versionObject(family, works, versionsOf));
}

/**
 * Lists for each work the works that are asserted to be its versions; works without any are left
 * out.
 */
async function readVersions(
	transaction: Transaction,
	members: readonly Placement[],
): Promise<ReadonlyMap<Id, ReadonlySet<Id>>> {
	const versionsOf = new Map<Id, Set<Id>>();
	if (members.length === 0) return versionsOf;
	const workOf = new Map(members.map(({ id, identity }) => [id, identity]));
	const versions = { first: relationCode.HasVersion, last: relationCode.HasVersion };
	for (const [source, , target] of await transaction.relationshipsAmong([...workOf.keys()], versions)) {
		const [from, to] = [workOf.get(source) as Id, workOf.get(target) as Id];
		if (from !== to) versionsOf.getOrInsertComputed(from, () => new Set()).add(to);
	}
	return versionsOf;
}

function versionObject(
	[version, members]: Family,
	works: ReadonlyMap<Id, Work>,
	versionsOf: ReadonlyMap<Id, ReadonlySet<Id>>,
): IndexObject {
	const groups = [...new Set(members.map(({ identity }) => identity))];
	const { family, head, identifiers, description } = describeFamily(
		groups.map((group) => works.get(group) as Work),
		versionsOf,
	);
	const own = searchedOf(head.identifiers, description);
	return {
		level: 'version',
		group: version,
		version,
		identifiers: [],
		...own,
		// Any version's identifier finds the family, and registers it.
		text: { ...own.text, identifier: identifiers.map(({ value }) => value) },
		traits: traitsOf(identifiers, description),
		versionTitles: titlesOfVersions(family, own.text.title),
		document: describeObject(head.identifiers, description, {
			group: head.group,
			versions: family.map(({ identifiers }) => identifiers),
		}),
	};
}

/** Describes a group by its works: its identifiers and its head, which describes it. */
function describeFamily(works: readonly Work[], versionsOf: ReadonlyMap<Id, ReadonlySet<Id>>) {
	const family = works.toSorted((one, other) =>
		compareIdentifiers(one.identifiers[0] as Identifier, other.identifiers[0] as Identifier),
	);
	const head = chooseVersionHead(family, versionsOf);
	const identifiers = family.flatMap((work) => work.identifiers).sort(compareIdentifiers);
	return { family, head, identifiers, description: describeVersionGroup(head, family) };
}

/** Reads a group, given by all its members, as the index has it. */
export async function readGroup(transaction: Transaction, members: readonly Placement[]) {
	const works = await readWorks(transaction, await readMembers(transaction, members));
	return describeFamily([...works.values()], await readVersions(transaction, members));
}

function titlesOf({ Title }: Description): readonly string[] {
	return Title === undefined ? [] : searchedTexts(Title);
}

// A family has its object written again whenever a version changes.
const mostVersionTitles = 1_000;

/** Lists the titles of versions that differ from the family's own, of the newest versions first. */
function titlesOfVersions(family: readonly Work[], own: readonly string[]): string[] {
	const titles = new Set(newestFirst(family).flatMap(({ description }) => titlesOf(description)));
	for (const title of own) titles.delete(title);
	return [...titles].slice(0, mostVersionTitles);
}
