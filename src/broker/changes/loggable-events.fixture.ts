// Leaves out of events what the change log cannot contain (see
// docs/decisions/0027-change-log.md).
import { identifierText } from '../../identifiers/index.ts';
import { type Description, isBareType } from '../../links/description.ts';
import { createDisjointSets } from '../../links/grouping.ts';
import type { Link, LinkedObject } from '../../links/link.ts';
import type { GivenEvent } from '../graph.model.ts';

/** Leaves out of events what the log cannot contain, and nothing else. */
export function loggableEvents(events: readonly GivenEvent[]): GivenEvent[] {
	const loggable = events.map((event) => ({
		...event,
		links: event.links.filter(assertsSomething).map((link) => withDescriptions(link, typedClearly)),
	}));
	const areOne = joinsOf(loggable.flatMap(({ links }) => links));
	return loggable.map((event) => {
		const areOneByItself = joinsOf(event.links);
		const named = [...new Set(event.links.flatMap(identifiersOf))];
		const joinedByOthers = named.some((one) =>
			named.some((other) => areOne(one, other) && !areOneByItself(one, other)),
		);
		return joinedByOthers ? { ...event, links: describingAlike(event.links) } : event;
	});
}

/** A link of an identifier to itself asserts nothing, and the log contains assertions. */
function assertsSomething(link: Link): boolean {
	return new Set(identifiersOf(link)).size > 1;
}

/**
 * Gives a type without SubType always or never: the SubType that a bare type keeps depends on earlier
 * descriptions, and an entry has only the last one.
 */
function typedClearly(description: Description): Description {
	const { Type } = description;
	return Type?.Name === 'literature' && isBareType(Type) ? { ...description, Type: { Name: 'dataset' } } : description;
}

/**
 * Gives all descriptions of an event the same fields: the order of its descriptions of two works,
 * which entries do not contain, matters where another event makes the works one.
 */
function describingAlike(links: readonly Link[]): Link[] {
	const descriptions = links.flatMap(({ source, target }) => [source.description, target.description]);
	const firstOf = Object.assign({}, ...descriptions.toReversed()) as Description;
	const fields = ['Title', 'Creator', 'PublicationDate', 'Type', 'Container'] as const;
	return links.map((link) =>
		withDescriptions(link, (description) => {
			const agreed = fields.filter((field) => description[field] !== undefined);
			return { ...description, ...Object.fromEntries(agreed.map((field) => [field, firstOf[field]])) };
		}),
	);
}

function withDescriptions(link: Link, change: (description: Description) => Description): Link {
	const changed = (object: LinkedObject) => ({ ...object, description: change(object.description) });
	return { ...link, source: changed(link.source), target: changed(link.target) };
}

function identifiersOf({ source, target }: Link): string[] {
	return [...source.identifiers, ...target.identifiers].map(identifierText);
}

/** Returns whether links make two identifiers one work, through any number of others. */
function joinsOf(links: readonly Link[]): (one: string, other: string) => boolean {
	const sets = createDisjointSets();
	const numbers = new Map<string, number>();
	const numberOf = (name: string) => numbers.getOrInsertComputed(name, () => numbers.size);
	for (const { source, relation, target } of links) {
		const ends = [source, target].map(({ identifiers }) => identifiers.map((one) => numberOf(identifierText(one))));
		for (const [first = -1, ...others] of ends) for (const other of others) sets.join(first, other);
		if (relation === 'IsIdenticalTo') sets.join(ends[0]?.[0] as number, ends[1]?.[0] as number);
	}
	return (one, other) => sets.find(numberOf(one)) === sets.find(numberOf(other));
}
