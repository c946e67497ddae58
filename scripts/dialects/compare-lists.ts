// Compares the links that were read from a file with a list of those that are right, up to the
// identities given: an object may be named by any of its identifiers.
import { readIdentifier, sameByRule } from '../../src/identifiers/index.ts';
import { readRelation } from '../../src/links/relation.ts';

/** A link by its ends, each `scheme:id` folded as the broker compares identifiers. */
export type ListedLink = { source: string; relation: string; target: string; date: string; provider: string };

/** Makes a link of a list from its cells; relations that swap their ends are reversed. */
export function listedLink(
	source: { id: string; scheme: string },
	relationName: string,
	target: { id: string; scheme: string },
	date: string,
	provider: string,
): ListedLink {
	const { relation, swapped } = readRelation(relationName) ?? { relation: relationName, swapped: false };
	const [from, to] = swapped ? [target, source] : [source, target];
	return { source: nameOf(from), relation, target: nameOf(to), date, provider };
}

/** Names an object by an identifier, as the broker compares it. */
export function nameOf({ id, scheme }: { id: string; scheme: string }): string {
	const identifier = readIdentifier(id, scheme);
	const { scheme: name, key } = sameByRule(identifier) ?? identifier;
	return `${name}:${key}`;
}

/** What differs: lines of the right list that were not read, and lines that it does not have. */
export type Difference = { missing: string[]; extra: string[] };

/** Compares links; identities of both lists say which names are of one object. */
export function compareLinks(right: readonly ListedLink[], read: readonly ListedLink[]): Difference {
	const rightObjects = createObjects(right);
	const readObjects = createObjects(read);
	const objects = createObjects([...right, ...read]);
	const identities = {
		missing: identitiesOf(right).filter(({ source, target }) => readObjects(source) !== readObjects(target)),
		extra: identitiesOf(read).filter(({ source, target }) => rightObjects(source) !== rightObjects(target)),
	};
	const textOf = ({ source, relation, target, date, provider }: ListedLink) => {
		const ends = [objects(source), objects(target)];
		if (relation === 'IsRelatedTo') ends.sort();
		return `${ends[0]} ${relation} ${ends[1]}${date && `, ${date}`}${provider && `, ${provider}`}`;
	};
	const isSelf = ({ source, target }: ListedLink) => objects(source) === objects(target);
	const texts = (links: readonly ListedLink[]) =>
		new Set(links.filter((link) => link.relation !== 'IsIdenticalTo' && !isSelf(link)).map(textOf));
	const [wanted, found] = [texts(right), texts(read)];
	const identity = ({ source, target }: ListedLink) => `${source} = ${target}`;
	return {
		missing: [...wanted.difference(found), ...new Set(identities.missing.map(identity))],
		extra: [...found.difference(wanted), ...new Set(identities.extra.map(identity))],
	};
}

function identitiesOf(links: readonly ListedLink[]): ListedLink[] {
	return links.filter(({ relation, source, target }) => relation === 'IsIdenticalTo' && source !== target);
}

/** Answers for each name one that stands for its object: the smallest that identities reach. */
function createObjects(links: readonly ListedLink[]): (name: string) => string {
	const parents = new Map<string, string>();
	const find = (name: string): string => {
		const parent = parents.get(name) ?? name;
		return parent === name ? name : find(parent);
	};
	for (const { source, target } of identitiesOf(links)) {
		const [smaller, larger] = [find(source), find(target)].sort() as [string, string];
		parents.set(larger, smaller);
	}
	return find;
}
