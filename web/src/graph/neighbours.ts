// Chooses the works of the graph, with their ties to the work in the middle.

import type { AnsweredObject, Relationship } from '../../../clients/typescript/src/schemas.ts';
import { objectKey } from '../answered-works.ts';
import { type RelationChoice, relationNames, type SearchRelation } from '../relations.ts';

/** A linked work (with Versions: all its versions together) and its ties to the asked work. */
export type Neighbour = {
	key: string;
	object: AnsweredObject;
	/** At least one; the first decides its place. */
	ties: readonly Tie[];
};

/**
 * A relation as seen from the asked work, with the number and the newest date of its statements;
 * `ends` are the keys of the versions that it joins, as far as the answer lists them.
 */
export type Tie = { relation: SearchRelation; reports: number; newest: string; ends: readonly VersionEnds[] };

/** Names a version of the asked work and one of the neighbour. */
type VersionEnds = { asked: string; other: string };

/** A citation between two neighbours, by their keys. */
export type CrossLink = { source: string; target: string };

/**
 * Chooses at most so many works from the first page of each relation: those with the most statements,
 * one relation after another in turn, so that no relation takes all places. A work with several
 * relations comes once.
 */
export function chooseNeighbours(
	pages: ReadonlyMap<SearchRelation, readonly Relationship[]>,
	most: number,
): Neighbour[] {
	const queues = relationNames.map((relation) => ({ relation, links: strongestFirst(pages.get(relation) ?? []) }));
	const chosen = new Map<string, AnsweredObject>();
	for (let round = 0; chosen.size < most && queues.some(({ links }) => round < links.length); round++) {
		for (const { links } of queues) {
			const link = links[round];
			if (link && chosen.size < most) chosen.set(objectKey(link.Target), link.Target);
		}
	}
	const ties = new Map<string, Tie[]>();
	for (const { relation, links } of queues) {
		for (const { Target, LinkHistory, Via = [] } of links) {
			const key = objectKey(Target);
			const ends = Via.map((via) => ({ asked: objectKey(via.Source), other: objectKey(via.Target) }));
			const tie = { relation, reports: LinkHistory.length, newest: LinkHistory[0]?.LinkPublicationDate ?? '', ends };
			if (chosen.has(key)) ties.set(key, [...(ties.get(key) ?? []), tie]);
		}
	}
	return Array.from(chosen, ([key, object]) => ({ key, object, ties: ties.get(key) ?? [] })).sort(byRelation);
}

/** Finds the citations between neighbours in the works that each of them cites. */
export function crossLinks(
	neighbours: readonly Neighbour[],
	cited: ReadonlyMap<string, readonly Relationship[]>,
): CrossLink[] {
	const keys = new Set(neighbours.map(({ key }) => key));
	return [...cited].flatMap(([source, links]) =>
		links
			.map(({ Target }) => ({ source, target: objectKey(Target) }))
			.filter(({ target }) => keys.has(target) && target !== source),
	);
}

/** Returns the relation by which a neighbour is placed and listed. */
export function mainRelation({ ties }: Neighbour): SearchRelation {
	return ties[0]?.relation ?? 'isRelatedTo';
}

/** Returns the direction of a relation, as seen from the asked work. */
export function directionOf(relation: RelationChoice): 'out' | 'in' | 'none' {
	if (relation === 'cites' || relation === 'isSupplementTo') return 'out';
	return relation === 'isRelatedTo' || relation === 'all' ? 'none' : 'in';
}

function strongestFirst(links: readonly Relationship[]): Relationship[] {
	return [...links].sort((one, other) => other.LinkHistory.length - one.LinkHistory.length);
}

function byRelation(one: Neighbour, other: Neighbour): number {
	return (
		relationNames.indexOf(mainRelation(one)) - relationNames.indexOf(mainRelation(other)) ||
		reportsOf(other) - reportsOf(one)
	);
}

function reportsOf({ ties }: Neighbour): number {
	return ties.reduce((sum, { reports }) => sum + reports, 0);
}
