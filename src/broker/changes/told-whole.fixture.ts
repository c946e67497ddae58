// Makes events of any events of which the log tells all: leaves out what it cannot tell (see
// docs/decisions/0027-log-of-changes.md).
import { identifierText } from '../../identifiers/index.ts';
import { type Description, isBareType } from '../../links/description.ts';
import { createDisjointSets } from '../../links/grouping.ts';
import type { Link, LinkedObject } from '../../links/link.ts';
import type { GivenEvent } from '../graph.model.ts';

/** Leaves out of events what the log cannot tell, and as little as that. */
export function toldWhole(events: readonly GivenEvent[]): GivenEvent[] {
	const told = events.map((event) => ({
		...event,
		links: event.links.filter(assertsSomething).map((link) => withDescriptions(link, typedClearly)),
	}));
	const areOne = joinsOf(told.flatMap(({ links }) => links));
	return told.map((event) => {
		const areOneByItself = joinsOf(event.links);
		const named = [...new Set(event.links.flatMap(identifiersOf))];
		const joinedByOthers = named.some((one) =>
			named.some((other) => areOne(one, other) && !areOneByItself(one, other)),
		);
		return joinedByOthers ? { ...event, links: sayingOneThing(event.links) } : event;
	});
}

/** A link of an identifier to itself asserts nothing, and the log tells of assertions. */
function assertsSomething(link: Link): boolean {
	return new Set(identifiersOf(link)).size > 1;
}

/**
 * Gives a type without SubType always or never: which SubType a bare one leaves as it is depends on
 * what was said in between, of which an entry tells the end alone.
 */
function typedClearly(description: Description): Description {
	const { Type } = description;
	return Type?.Name === 'literature' && isBareType(Type) ? { ...description, Type: { Name: 'dataset' } } : description;
}

/**
 * Makes an event say one thing in each field, of whatever it does: which of its words about two
 * works is the last only the event as a whole tells, and matters where another event makes them one.
 */
function sayingOneThing(links: readonly Link[]): Link[] {
	const said = links.flatMap(({ source, target }) => [source.description, target.description]);
	const firstOf = Object.assign({}, ...said.toReversed()) as Description;
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

/** Tells which identifiers links make one work, through any number of them. */
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
