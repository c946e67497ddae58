// The whole graph computed in the plainest way from all that was received: arrays and sets,
// everything again. The oracle of tests.
import type { Identifier } from '../identifiers/index.ts';
import { type Agent, type Description, describeAsText, gatherNotices } from '../links/description.ts';
import type { Provenance } from '../links/link.ts';
import type { DirectedProvenance, HistoryItem } from '../links/provenance.ts';
import { inverseRelationType, type Relation } from '../links/relation.ts';
import {
	type Counting,
	type GivenEvent,
	objectsOf,
	plainName,
	type Statement,
	same,
	whatCounts,
} from './counting.model.ts';

export type { GivenEvent } from './counting.model.ts';

/**
 * The graph in words that compare and read well. An identifier is its key (`a`, or `a@arxiv` where
 * its scheme is not doi), a work its identifiers (`a = b`), a Version group its works (`a = b |
 * c`).
 */
export type Graph = {
	/**
	 * The description of each work, as canonical text, whether it is stated or filled in; '' without a
	 * description.
	 */
	works: Record<string, string>;
	/** The head of each Version group. */
	families: Record<string, string>;
	/** The description of each Version group, as that of a work. */
	describedFamilies: Record<string, string>;
	/**
	 * LinkHistory of each relationship between works (`x Cites a = b`), newest first: `Zenodo
	 * 2018-01-01`.
	 */
	betweenWorks: Record<string, string[]>;
	/** LinkHistory of each relationship between Version groups. */
	betweenFamilies: Record<string, string[]>;
};

/** Says which assertions count for relationships: those of events that may be searched, or all. */
export type Scope = 'searchable' | 'everything';

type Work = { identifiers: Identifier[]; description: Description };
type Family = { works: Work[] };

/** Computes the graph that the events make. */
export function modelGraph(events: readonly GivenEvent[], scope: Scope = 'searchable'): Graph {
	const counting = whatCounts(events);
	const statements = spelled(
		counting.flatMap((event) => event.statements),
		events,
	);
	const descriptions = counting.flatMap((event) => event.descriptions);
	const named = distinct([
		...statements.flatMap(({ source, target }) => [source, target]),
		...descriptions.filter(({ object }) => textOf(object.description) !== '').map(({ identifier }) => identifier),
	]);
	const byRule = events
		.flatMap(({ links }) => links.flatMap(objectsOf))
		.flatMap(({ sameByRule = [] }) => sameByRule)
		.filter(([identifier]) => named.some((one) => same(one, identifier)))
		.map(([source, target]) => ({ source, target }));
	const identifiers = distinct([...named, ...byRule.map(({ target }) => target)]);
	const identical = [...byRule, ...statements.filter(({ relation }) => relation === 'IsIdenticalTo')];
	const versions = statements.filter(({ relation }) => relation === 'HasVersion');
	const works = connected(identifiers, identical).map((identifiers) => ({
		identifiers,
		description: describe(descriptions, identifiers),
	}));
	const families = connected(identifiers, [...identical, ...versions]).map((members) => ({
		works: works.filter((work) =>
			work.identifiers.some((identifier) => members.some((member) => same(identifier, member))),
		),
	}));
	const counted = statements.filter(({ searchable }) => searchable || scope === 'everything');
	const membersOf = ({ works }: Family) => works.flatMap((work) => work.identifiers);
	return {
		works: Object.fromEntries(works.map((work) => [nameOfWork(work.identifiers), textOf(work.description)])),
		families: Object.fromEntries(
			families.map((family) => [nameOf(family), nameOfWork(headOf(family, versions).identifiers)]),
		),
		describedFamilies: Object.fromEntries(
			families.map((family) => [nameOf(family), textOf(describeFamily(family, headOf(family, versions)))]),
		),
		betweenWorks: relationships(
			counted,
			works,
			(work) => work.identifiers,
			(work) => nameOfWork(work.identifiers),
		),
		betweenFamilies: relationships(counted, families, membersOf, nameOf),
	};
}

/** A work that cites another, and what lists of such works are ordered and counted by. */
type CitingWork = {
	name: string;
	/** Milliseconds since 1970; null without a date. */
	published: number | null;
	/** Without accents, in small letters; null without a title. */
	title: string | null;
	cited: number;
	/** The year of the latest statement. */
	linkYear: number;
};

/** Lists the works that cite each work, by its name. */
export function modelCitations({ works, betweenWorks }: Graph): ReadonlyMap<string, CitingWork[]> {
	const pairs = Object.entries(betweenWorks).flatMap(([name, [latest = '']]) => {
		const [source = '', target] = name.split(' Cites ');
		return target === undefined ? [] : [{ source, target, linkYear: Number(/\d{4}/.exec(latest)?.[0]) }];
	});
	const citing = pairs.map(({ source, target, linkYear }) => {
		const { PublicationDate, Title }: Description = JSON.parse(works[source] || '{}');
		const published = PublicationDate === undefined ? null : Date.parse(PublicationDate);
		const title = Title?.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() ?? null;
		const cited = pairs.filter((pair) => pair.target === source).length;
		return { target, work: { name: source, published, title, cited, linkYear } };
	});
	const byTarget = Map.groupBy(citing, ({ target }) => target);
	return new Map([...byTarget].map(([target, those]) => [target, those.map(({ work }) => work)]));
}

/** The number that keeps worlds apart in identifiers that are the same by rule. */
export const ofWorld = /2401\.\d{5}/;

/** Names an identifier in a graph; what follows a hyphen in the scheme only keeps worlds apart. */
function nameOfIdentifier({ scheme, key }: Identifier): string {
	const [plain] = scheme.split('-');
	const name = key.replace(ofWorld, 'R');
	return plain === 'doi' ? name : `${name}@${plain}`;
}

/** Names a work by its identifiers, in any order. */
export function nameOfWork(identifiers: readonly Identifier[]): string {
	return identifiers.toSorted(byKey).map(nameOfIdentifier).join(' = ');
}

/** Names a Version group by the names of its works, in any order. */
export function nameOfFamily(works: readonly string[]): string {
	return works.toSorted().join(' | ');
}

const nameOf = ({ works }: Family) => nameOfFamily(works.map(({ identifiers }) => nameOfWork(identifiers)));

/**
 * Writes an item of a LinkHistory in a graph; a word that is reversed has a sign before it. What
 * follows a hyphen in the provider's name only keeps worlds apart.
 */
export function nameOfHistoryItem({
	provider,
	date,
	subTypes,
	reversed = [],
}: Omit<HistoryItem, 'instant' | 'end'>): string {
	return [provider.split('-')[0], date, ...subTypes, ...reversed.map((subType) => `<${subType}`)].join(' ');
}

const compare = <T extends string | number>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0);
const byKey = (one: Identifier, other: Identifier) => compare(one.key, other.key) || compare(one.scheme, other.scheme);

function distinct(identifiers: readonly Identifier[]): Identifier[] {
	return identifiers.filter((one, at) => identifiers.findIndex((other) => same(one, other)) === at);
}

/** Spells each provider as it was first, whatever the letter case and the blanks of its name. */
function spelled(statements: readonly Statement[], events: readonly GivenEvent[]): Statement[] {
	const received = events.filter(({ action }) => action !== 'withdraw');
	const names = received.flatMap(({ links }) =>
		links.flatMap(({ provenances }) => provenances.map((one) => one.provider)),
	);
	return statements.map((statement) => {
		const { provider } = statement.provenance;
		const first = names.find((name) => plainName(name) === plainName(provider)) as string;
		return { ...statement, provenance: { ...statement.provenance, provider: first } };
	});
}

/** Gathers identifiers that statements connect, through any number of them. */
function connected(
	identifiers: readonly Identifier[],
	statements: readonly Pick<Statement, 'source' | 'target'>[],
): Identifier[][] {
	let groups = identifiers.map((identifier) => [identifier]);
	for (const { source, target } of statements) {
		const joined = groups.filter((group) => group.some((one) => same(one, source) || same(one, target)));
		groups = [...groups.filter((group) => !joined.includes(group)), joined.flat()];
	}
	return groups;
}

/**
 * Takes each field from the latest that stated it: event after event, in each link after link, its
 * source before its target, whichever identifier of the work it names. A field that none stated is
 * taken from the latest that filled it in. Of containers the latest of those that say most counts.
 */
function describe(everything: Counting['descriptions'], identifiers: readonly Identifier[]): Description {
	const objects = everything
		.filter(({ identifier }) => identifiers.some((other) => same(identifier, other)))
		.map(({ object }) => object);
	const descriptions = objects
		.filter((object, at) => objects.indexOf(object) === at)
		.map(({ description }) => description);
	const stated = latestOf(descriptions.filter(({ Filled }) => Filled === undefined));
	const filledIn = latestOf(descriptions.filter(({ Filled }) => Filled !== undefined));
	const { Filled: _, ...rest } = filledIn;
	const notices = descriptions.flatMap(({ Notice }) => Notice ?? []);
	// A notice counts, whatever fills in what.
	const Notice = gatherNotices(notices);
	return { ...rest, ...stated, ...(notices.length > 0 && { Notice }) };
}

function latestOf(descriptions: readonly Description[]): Description {
	const latest: Description = {};
	for (const { Type, Container, ...rest } of descriptions) {
		Object.assign(latest, rest);
		const isBare = Type?.SubType === undefined && Type?.SubTypeSchema === undefined;
		if (Type && !(isBare && Type.Name === latest.Type?.Name)) latest.Type = Type;
	}
	const containers = descriptions.flatMap(({ Container }) => Container ?? []);
	const most = Math.max(...containers.map((container) => Object.keys(container).length));
	const fullest = containers.findLast((container) => Object.keys(container).length === most);
	if (fullest) latest.Container = fullest;
	const publishers = descriptions.flatMap(({ Publisher }) => Publisher ?? []);
	const keywords = descriptions.flatMap(({ Keywords }) => Keywords ?? []);
	if (descriptions.some(({ Publisher }) => Publisher)) latest.Publisher = eachOnce(publishers, textOfAgent);
	if (descriptions.some(({ Keywords }) => Keywords)) latest.Keywords = eachOnce(keywords, (keyword) => keyword);
	return latest;
}

const textOfAgent = ({ Name, Identifier }: Agent) => `${Name}\n${JSON.stringify(Identifier) ?? ''}`;
const textOf = (description: Description) => (describeAsText(description) === '{}' ? '' : describeAsText(description));

function eachOnce<T>(values: readonly T[], textOf: (value: T) => string): T[] {
	const byText = new Map(values.map((value) => [textOf(value), value]));
	return [...byText.keys()].sort().map((text) => byText.get(text) as T);
}

function relationships<Group>(
	statements: readonly Statement[],
	groups: readonly Group[],
	membersOf: (group: Group) => Identifier[],
	nameOf: (group: Group) => string,
): Record<string, string[]> {
	const groupOf = (identifier: Identifier) =>
		groups.find((group) => membersOf(group).some((member) => same(member, identifier))) as Group;
	const found = new Map<string, DirectedProvenance[]>();
	const note = (source: Group, relation: Relation, target: Group, provenance: DirectedProvenance) => {
		const name = `${nameOf(source)} ${relation} ${nameOf(target)}`;
		found.set(name, [...(found.get(name) ?? []), provenance]);
	};
	for (const { source, relation, target, provenance } of statements) {
		const [from, to] = [groupOf(source), groupOf(target)];
		if (from === to || relation === 'HasVersion' || relation === 'IsIdenticalTo') continue;
		note(from, relation, to, provenance);
		// Related both ways, in whichever direction it was asserted.
		if (relation === 'IsRelatedTo') note(to, relation, from, turn(provenance));
	}
	return Object.fromEntries([...found].map(([name, provenances]) => [name, history(provenances)]));
}

/** Says a provenance from the other end: in the inverse word, or as reversed where there is none. */
function turn({ subType, ...rest }: Provenance): DirectedProvenance {
	if (subType === undefined) return rest;
	const inverse = inverseRelationType(subType);
	return inverse === undefined ? { ...rest, subType, reversed: true } : { ...rest, subType: inverse };
}

/** One item for each provider and date, newest first, then by provider and date. */
function history(provenances: readonly DirectedProvenance[]): string[] {
	const items = provenances.filter(
		(one, at) => provenances.findIndex((other) => other.provider === one.provider && other.date === one.date) === at,
	);
	const sorted = items.toSorted(
		(one, other) =>
			Date.parse(other.date) - Date.parse(one.date) ||
			compare(one.provider, other.provider) ||
			compare(one.date, other.date),
	);
	return sorted.map(({ provider, date }) => {
		const those = provenances.filter((other) => other.provider === provider && other.date === date);
		const wordsOf = (wanted: boolean) =>
			[...new Set(those.flatMap(({ subType, reversed = false }) => (reversed === wanted && subType) || []))].sort();
		return nameOfHistoryItem({ provider, date, subTypes: wordsOf(false), reversed: wordsOf(true) });
	});
}

/**
 * Finds the work that is no version of another; of several the one with most versions,
 * then the earliest, then the one with the smallest identifier.
 */
function headOf({ works }: Family, versions: readonly Statement[]): Work {
	const has = (work: Work, identifier: Identifier) => work.identifiers.some((one) => same(one, identifier));
	const versionsOf = (work: Work) =>
		works.filter(
			(other) => other !== work && versions.some(({ source, target }) => has(work, source) && has(other, target)),
		);
	const origins = works.filter((work) => !works.some((other) => versionsOf(other).includes(work)));
	const publishedAt = ({ description }: Work) => Date.parse(description.PublicationDate ?? '9999');
	const smallest = ({ identifiers }: Work) => identifiers.toSorted(byKey)[0] as Identifier;
	const [first] = (origins.length > 0 ? origins : works).toSorted(
		(one, other) =>
			versionsOf(other).length - versionsOf(one).length ||
			publishedAt(one) - publishedAt(other) ||
			byKey(smallest(one), smallest(other)),
	);
	return first as Work;
}

/**
 * Takes each field from the head, else from the latest published work that has it, of several the
 * one with the largest identifier; notices from the head alone.
 */
function describeFamily({ works }: Family, head: Work): Description {
	const publishedAt = ({ description }: Work) => Date.parse(description.PublicationDate ?? '0001');
	const largest = ({ identifiers }: Work) => identifiers.toSorted(byKey).at(-1) as Identifier;
	const oldestFirst = works.toSorted(
		(one, other) => publishedAt(one) - publishedAt(other) || byKey(largest(one), largest(other)),
	);
	const others = oldestFirst.map(({ description: { Notice: _, ...rest } }) => rest);
	return Object.assign({}, ...others, head.description);
}
