// Which statements of events count, computed in the plainest way from the order of acceptance: the
// part of the naive model with withdrawals.
import type { Identifier } from '../identifiers/index.ts';
import { describeAsText } from '../links/description.ts';
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
		// A description counts with the relation of its link.
		const descriptions = links
			.filter((link) => statements.some((statement) => statement.link === link))
			.flatMap(objectsOf)
			.map((object) => ({ identifier: object.identifiers[0] as Identifier, object }));
		return { statements, descriptions };
	});
}

/** Returns the function that names an identifier by the one that it is the same as by rule. */
function representing(events: readonly GivenEvent[]): (identifier: Identifier) => Identifier {
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
	canonical: (identifier: Identifier) => Identifier,
): boolean {
	const isProvider = (link: Link) =>
		link.provenances.some(({ provider }) => plainName(provider) === plainName(provenance.provider));
	const names = (object: LinkedObject, identifier: Identifier) =>
		object.identifiers.some((one) => same(canonical(one), canonical(identifier)));
	if (action === 'replace') return links.some((link) => isProvider(link) && names(sourceOfRecord(link), record));
	if (action !== 'withdraw') return false;
	const isSymmetric = relation === 'IsIdenticalTo' || relation === 'IsRelatedTo';
	return links.some(
		(link) =>
			isProvider(link) &&
			link.relation === relation &&
			((names(link.source, source) && names(link.target, target)) ||
				(isSymmetric && names(link.source, target) && names(link.target, source))),
	);
}

const sourceOfRecord = ({ source, target, fromTarget }: Link) => (fromTarget ? target : source);

/**
 * Lists what an event states: its links, and that all identifiers of an object name the same. A link
 * of an object to itself that neither describes it nor names another identifier states nothing.
 */
function statementsOf({ links, noindex }: GivenEvent, canonical: (identifier: Identifier) => Identifier): Statement[] {
	return links.flatMap((link) => {
		if (isBare(link, canonical)) return [];
		const pairs = objectsOf(link).flatMap(({ identifiers: [first, ...others] }) =>
			others.map((other) => ({ source: first as Identifier, relation: 'IsIdenticalTo' as Relation, target: other })),
		);
		const [source, target] = objectsOf(link).map(({ identifiers }) => identifiers[0]) as [Identifier, Identifier];
		const record = sourceOfRecord(link).identifiers[0] as Identifier;
		const all: Pick<Statement, 'source' | 'relation' | 'target' | 'link'>[] = [
			...pairs.filter((pair) => !same(pair.source, pair.target)),
			{ source, relation: link.relation, target, link },
		];
		return all.flatMap((one) =>
			link.provenances.map((provenance) => ({ ...one, provenance, searchable: !noindex, record })),
		);
	});
}

function isBare({ source, target }: Link, canonical: (identifier: Identifier) => Identifier): boolean {
	const isSelfLink = source.identifiers.some((one) =>
		target.identifiers.some((other) => same(canonical(one), canonical(other))),
	);
	const [first, ...others] = [...source.identifiers, ...target.identifiers];
	const describes = [source, target].some(({ description }) => describeAsText(description) !== '{}');
	return isSelfLink && !describes && others.every((other) => same(first as Identifier, other));
}
