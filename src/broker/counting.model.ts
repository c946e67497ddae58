// Which statements of events count, computed in the plainest way from the order of acceptance: the
// part of the naive model with withdrawals.
import type { Identifier } from '../identifiers/index.ts';
import { type Description, describeAsText } from '../links/description.ts';
import type { Link, LinkedObject, Provenance } from '../links/link.ts';
import type { EventAction } from '../links/link-event.ts';
import type { Relation } from '../links/relation.ts';

/** An event as received. Its place in the list of events is the order of acceptance. */
export type GivenEvent = {
	links: readonly Link[];
	noindex: boolean;
	/** `assert` if absent. */
	action?: EventAction;
	/** Who sent it; null if absent. */
	userId?: number | null;
	/** Whether it withdraws assertions of any user. */
	takesAll?: boolean;
	/** Whether it was withdrawn in the end. */
	withdrawn?: boolean;
};

export type Statement = {
	source: Identifier;
	relation: Relation;
	target: Identifier;
	provenance: Provenance;
	searchable: boolean;
	/** The first identifier of the Source of its record. */
	record: Identifier;
	/** The link whose relation it is; absent for an identity of an Identifier array. */
	link?: Link;
};

/** What of one event counts: its statements, and what it says of objects, by identifier. */
export type Counting = { statements: Statement[]; descriptions: { identifier: Identifier; object: LinkedObject }[] };

type Canonical = (identifier: Identifier) => Identifier;

export const same = (one: Identifier, other: Identifier) => one.scheme === other.scheme && one.key === other.key;
export const objectsOf = ({ source, target }: Link): LinkedObject[] => [source, target];

/** Folds what makes no difference in the name of a provider. */
export const plainName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Computes what counts of each event, in the order of acceptance. */
export function whatCounts(events: readonly GivenEvent[]): Counting[] {
	const canonical = representing(events);
	return events.map((event, at): Counting => {
		const { action = 'assert', withdrawn = false, links } = event;
		if (withdrawn || action === 'withdraw') return { statements: [], descriptions: [] };
		const all = statementsOf(event, canonical);
		const later = events.slice(at + 1).filter((one) => !one.withdrawn && mayWithdraw(one, event));
		const statements = all.filter((one) => !later.some((other) => withdraws(other, one, canonical)));
		// A description counts with the relation of its link, in the order of links.
		const descriptions = links.flatMap((link) => {
			const stated = statements.find((statement) => statement.link === link);
			if (stated === undefined) return [];
			const { source, target } = stated;
			return [
				{ identifier: source, object: link.source },
				{ identifier: target, object: link.target },
			];
		});
		return { statements, descriptions };
	});
}

/** Returns the function that names an identifier by the one that it is the same as by rule. */
function representing(events: readonly GivenEvent[]): Canonical {
	const rules = events.flatMap(({ links }) => links.flatMap(objectsOf).flatMap(({ sameByRule = [] }) => sameByRule));
	return (identifier) => rules.find(([one]) => same(one, identifier))?.[1] ?? identifier;
}

function mayWithdraw(later: GivenEvent, earlier: GivenEvent): boolean {
	const [one = null, other = null] = [later.userId, earlier.userId];
	return (later.takesAll ?? false) || (one !== null && one === other);
}

function withdraws(
	{ action = 'assert', links }: GivenEvent,
	{ source, relation, target, provenance, record }: Statement,
	canonical: Canonical,
): boolean {
	const isProvider = (link: Link) =>
		link.provenances.some(({ provider }) => plainName(provider) === plainName(provenance.provider));
	const names = (object: LinkedObject, identifier: Identifier) =>
		object.identifiers.some((one) => same(canonical(one), canonical(identifier)));
	if (action === 'replace') return links.some((link) => isProvider(link) && names(sourceOfRecord(link), record));
	if (action !== 'withdraw') return false;
	const isSymmetric = relation === 'IsIdenticalTo' || relation === 'IsRelatedTo';
	return links.some((link) => {
		if (!isProvider(link) || link.relation !== relation) return false;
		const all = { identifiers: objectsOf(link).flatMap(({ identifiers }) => identifiers), description: {} };
		const [from, to] = isSelfLink(link, canonical) ? [all, all] : objectsOf(link);
		const isBetween = (one: Identifier, other: Identifier) =>
			names(from as LinkedObject, one) && names(to as LinkedObject, other);
		return isBetween(source, target) || (isSymmetric && isBetween(target, source));
	});
}

const sourceOfRecord = ({ source, target, fromTarget }: Link) => (fromTarget ? target : source);

/**
 * Lists what an event states: its links, and that all identifiers of an object name the same. A link
 * of an object to itself that neither describes it nor names another identifier states nothing.
 */
function statementsOf({ links, noindex }: GivenEvent, canonical: Canonical): Statement[] {
	return links.flatMap((link) => {
		if (isBare(link, canonical)) return [];
		const [source, given] = objectsOf(link).map(({ identifiers }) => identifiers[0]) as [Identifier, Identifier];
		const isByArrays = isSelfLink(link, canonical) && !same(canonical(source), canonical(given));
		const target = isByArrays ? source : given;
		const arrays = objectsOf(link).map(({ identifiers }) => identifiers);
		const pairs = (isByArrays ? [arrays.flat()] : arrays).flatMap(([first, ...others]) =>
			others.map((other) => ({ source: first as Identifier, relation: 'IsIdenticalTo' as Relation, target: other })),
		);
		const record = sourceOfRecord(link).identifiers[0] as Identifier;
		const isSilent = same(source, target) && objectsOf(link).every(({ description }) => isEmpty(description));
		const all: Pick<Statement, 'source' | 'relation' | 'target' | 'link'>[] = [
			...pairs.filter((pair) => !same(pair.source, pair.target)),
			...(isSilent ? [] : [{ source, relation: link.relation, target, link }]),
		];
		return all.flatMap((one) =>
			link.provenances.map((provenance) => ({ ...one, provenance, searchable: !noindex, record })),
		);
	});
}

/** Whether both objects are one: they have an identifier in common, also by rule. */
function isSelfLink({ source, target }: Pick<Link, 'source' | 'target'>, canonical: Canonical): boolean {
	return source.identifiers.some((one) => target.identifiers.some((other) => same(canonical(one), canonical(other))));
}

const isEmpty = (description: Description) => describeAsText(description) === '{}';

function isBare({ source, target }: Link, canonical: Canonical): boolean {
	const [first, ...others] = [...source.identifiers, ...target.identifiers];
	const describes = [source, target].some(({ description }) => !isEmpty(description));
	return (
		isSelfLink({ source, target }, canonical) && !describes && others.every((other) => same(first as Identifier, other))
	);
}
