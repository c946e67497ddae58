// Makes random states of an index, and the changes from one to the next as the broker makes them.
import fc from 'fast-check';
import { objectTypeNames } from '../../../links/description.ts';
import { type DirectedProvenance, type HistoryItem, linkHistory } from '../../../links/provenance.ts';
import type { GroupRelation } from '../../../links/relation.ts';
import { objectTextFields } from '../../../search/query-node.ts';
import type { GroupBy, GroupId, IndexChanges, IndexLink, IndexObject } from '../index-content.ts';

/** One state: all objects, and all links with the state of both levels. */
export type World = { objects: readonly IndexObject[]; links: readonly IndexLink[] };

/** The state of a fresh index. */
export const emptyWorld: World = { objects: [], links: [] };

/** The number of identifiers in a world; groups have the numbers of their identifiers. */
export const identifierCount = 6;

/** The few words that texts and queries consist of. */
export const wordArbitrary = fc.constantFrom('dark', 'darkness', 'matter', '10', '机', '𠮷');

const historyArbitrary = fc
	.array(
		fc.record({
			provider: fc.constantFrom('Crossref', 'Zenodo', 'Dark Matter', "O'Brien"),
			date: fc.constantFrom('2015', '2015-01', '1960-05-05', '2016-06-01', '2016-06-01T12:00:00.5Z'),
			subType: fc.constantFrom('Cites', 'References', 'iscitedby', 'IsReviewedBy', 'Discusses', 'tm_accession'),
		}),
		{ minLength: 1, maxLength: 3 },
	)
	.map(linkHistory);

const textArbitrary = fc.array(
	fc.array(wordArbitrary, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
	{ maxLength: 2 },
);

const drawDated = (letter: string) =>
	fc.constantFrom([], [letter], ...['2015', '2015-06', '2015-06-03', '2016'].map((date) => [letter + date]));

const traitsArbitrary = fc.record({
	type: fc.constantFrom(...objectTypeNames),
	year: fc.constantFrom(null, 2014, 2015, 2016),
	published: fc.constantFrom(null, -1_000, 0, 1_000.5),
	// Surrogates are the greatest in UTF-8, but not in UTF-16.
	sortKeyBegin: fc.constantFrom('a', 'B', 'é', '\u{1f600}', '\uffee'),
	texts: fc.tuple(...objectTextFields.map(() => textArbitrary)),
	versionTitles: textArbitrary,
	traits: fc
		.tuple(
			fc.subarray([
				'i1',
				'i2',
				'na b',
				'nc d',
				'c',
				'cmany',
				's1234-5679',
				'jannals',
				'jletters',
				'pcrossref',
				'pzenodo',
				'g',
			]),
			...['y', 'r', 'k', 'e'].map(drawDated),
		)
		.map(([keys, ...dated]) => [...keys, ...dated.flat()]),
});
type Traits = typeof traitsArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const linkArbitrary = fc.record({
	source: fc.nat(identifierCount - 1),
	target: fc.nat(identifierCount - 1),
	relation: fc.constantFrom<GroupRelation>('Cites', 'Cites', 'IsSupplementTo', 'IsRelatedTo'),
	history: historyArbitrary,
});
type DrawnLink = typeof linkArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const identifiers = Array.from({ length: identifierCount }, (_, number) => number);
const joins = fc.array(fc.nat(identifierCount * 2), { minLength: identifierCount, maxLength: identifierCount });
const traitsOfAll = fc.array(traitsArbitrary, { minLength: identifierCount, maxLength: identifierCount });

/**
 * Draws states of up to six identifiers, many of them in groups, some in Version groups with
 * another number than any of their works.
 */
export const worldArbitrary: fc.Arbitrary<World> = fc
	.record({
		same: joins,
		versions: joins,
		absent: fc.uniqueArray(fc.nat(identifierCount - 1), { maxLength: 1 }),
		works: traitsOfAll,
		families: traitsOfAll,
		links: fc.array(linkArbitrary, { minLength: 4, maxLength: 24, size: 'max' }),
	})
	.map(({ same, versions, absent, works, families, links }) => {
		const identityOf = placeInGroups(same);
		// The works of one Version group follow their first ones.
		const familyOf = placeInGroups(versions);
		const places = identifiers.map((id) => {
			const identity = identityOf[id] as number;
			return { id, identity, family: familyOf[identity] as number };
		});
		// Where one identifier of a work is absent, so is the work.
		const retired = new Set(absent.map((id) => identityOf[id]));
		const present = places.filter(({ identity }) => !retired.has(identity));
		return makeWorld(present, works, families, links);
	});

// A number that joins an earlier one is in its group; otherwise it begins a group.
function placeInGroups(joins: readonly number[]): number[] {
	const groups: number[] = [];
	for (const [number, join] of joins.entries()) groups.push(join < number ? (groups[join] as number) : number);
	return groups;
}

type Place = { id: number; identity: number; family: number };
type Groups = { identity: GroupId; version: GroupId };

function makeWorld(
	places: readonly Place[],
	works: readonly Traits[],
	families: readonly Traits[],
	links: readonly DrawnLink[],
): World {
	const objects: IndexObject[] = [];
	const groupsOf = new Map<number, Groups>();
	for (const [family, members] of Map.groupBy(places, (place) => place.family)) {
		// The greatest number of a family is often not that of a work.
		const version = Math.max(...members.map(({ id }) => id)) + 1;
		const groups = [...new Set(members.map(({ identity }) => identity))];
		for (const identity of groups) {
			const own = members.filter((member) => member.identity === identity).map(({ id }) => id);
			for (const id of own) groupsOf.set(id, { identity: identity + 1, version });
			objects.push(
				makeObject(
					'identity',
					identity + 1,
					version,
					own.map((id) => `i${id}`),
					works[identity] as Traits,
				),
			);
		}
		if (groups.some((identity) => identity + 1 !== version)) {
			objects.push(makeObject('version', version, version, [], families[family] as Traits));
		}
	}
	return { objects, links: makeLinks(groupsOf, links) };
}

function makeObject(level: GroupBy, group: GroupId, version: GroupId, keys: string[], traits: Traits): IndexObject {
	const texts = objectTextFields.map((field, number) => [field, traits.texts[number]]);
	return {
		level,
		group,
		version,
		identifiers: keys.map((key) => ({ scheme: 'doi', key })),
		type: traits.type,
		year: traits.year,
		published: traits.published,
		sortKey: `${traits.sortKeyBegin}${group}`,
		text: Object.fromEntries(texts) as IndexObject['text'],
		versionTitles: level === 'version' ? traits.versionTitles : [],
		traits: traits.traits,
		document: {
			identifiers: JSON.stringify(keys),
			fields: `"Type":{"Name":"${traits.type}"}`,
			versions: level === 'version' ? '[]' : '',
		},
	};
}

/** Makes the links between works, and from them the links between their Version groups. */
function makeLinks(groupsOf: ReadonlyMap<number, Groups>, drawn: readonly DrawnLink[]): IndexLink[] {
	const links = createLinks();
	for (const { source, target, relation, history } of drawn) {
		const [from, to] = [groupsOf.get(source), groupsOf.get(target)];
		if (!from || !to || from.identity === to.identity) continue;
		links.at(from.identity, relation, to.identity).identity = history;
		if (relation === 'IsRelatedTo') links.at(to.identity, relation, from.identity).identity = reversed(history);
	}
	const versionOf = new Map(Array.from(groupsOf.values(), ({ identity, version }) => [identity, version]));
	for (const { source, relation, target, identity } of links.all()) {
		const [from, to] = [versionOf.get(source) as GroupId, versionOf.get(target) as GroupId];
		if (!identity || from === to) continue;
		const link = links.at(from, relation, to);
		link.via = [...(link.via ?? []), { source, target, history: identity }];
	}
	return links.all().map(({ via, ...link }): IndexLink => {
		if (!via) return link;
		const version = linkHistory(via.flatMap(({ history }) => history.flatMap(statementsIn)));
		const goesWithoutSaying = via.length === 1 && via[0]?.source === link.source && via[0].target === link.target;
		return goesWithoutSaying ? { ...link, version } : { ...link, version, via };
	});
}

function createLinks() {
	const links = new Map<string, IndexLink>();
	return {
		at: (source: GroupId, relation: GroupRelation, target: GroupId): IndexLink =>
			links.getOrInsertComputed(`${source} ${relation} ${target}`, () => ({ source, relation, target })),
		all: () => [...links.values()],
	};
}

function statementsIn({ provider, date, subTypes, reversed: others = [] }: HistoryItem): DirectedProvenance[] {
	const statements = [
		...subTypes.map((subType) => ({ provider, date, subType })),
		...others.map((subType) => ({ provider, date, subType, reversed: true })),
	];
	return statements.length > 0 ? statements : [{ provider, date }];
}

/** Makes a history as seen from the other end. */
function reversed(history: readonly HistoryItem[]): HistoryItem[] {
	return linkHistory(
		history.flatMap(statementsIn).map((statement) => ({ ...statement, reversed: statement.reversed !== true })),
	);
}

/**
 * Makes the change from one state to another: what was removed, and everything that exists, whether
 * it existed before or not.
 */
export function changesBetween(before: World, after: World): IndexChanges {
	const existing = allGroups(after);
	const removed = [...allGroups(before).values()].filter(({ level, group }) => !existing.has(`${level} ${group}`));
	const keyOf = ({ source, relation, target }: IndexLink) => `${source} ${relation} ${target}`;
	const stated = new Map(after.links.map((link) => [keyOf(link), link]));
	const all = new Map([...before.links, ...after.links].map((link) => [keyOf(link), link]));
	const links = [...all].map(([key, { source, relation, target }]): IndexLink => {
		const { identity = [], version = [], via } = stated.get(key) ?? {};
		return { source, relation, target, identity, version, ...(via && { via }) };
	});
	return { removed, objects: after.objects, links };
}

/**
 * Splits a change as one update may apply it: what is removed, the objects of each Version group,
 * then the links.
 */
export function stepsOf({ removed, objects, links }: IndexChanges): IndexChanges[] {
	const families = [...Map.groupBy(objects, ({ version }) => version).values()];
	return [
		{ removed, objects: [], links: [] },
		...families.map((family) => ({ removed: [], objects: family, links: [] })),
		{ removed: [], objects: [], links },
	];
}

function allGroups({ objects }: World): Map<string, { level: GroupBy; group: GroupId }> {
	const groups = objects.flatMap(({ level, group, version }) => [
		{ level, group },
		{ level: 'version' as const, group: version },
	]);
	return new Map(groups.map((one) => [`${one.level} ${one.group}`, one]));
}
