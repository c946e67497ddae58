// What differs between two states of the records, found by comparing all that is stored: what previews
// of withdrawals are checked against.
import type { Identifier } from '../../identifiers/index.ts';
import type { Described, Id, RelationshipKey } from '../../store/graph.ts';
import type { Records } from '../../store/records.ts';

type State = { identifiers: Map<Id, Described & Identifier>; relationships: RelationshipKey[] };

/** Reads all known identifiers that `those` keeps, and the relationships among them. */
export function readState(records: Records, those: (identifier: Identifier) => boolean): Promise<State> {
	return records.snapshot(async (transaction, snapshot) => {
		const identifiers = new Map<Id, Described & Identifier>();
		for await (const step of snapshot.identifiers()) {
			for (const one of step) if (those(one)) identifiers.set(one.id, one);
		}
		const all = { first: 0, last: 1_000 };
		return { identifiers, relationships: await transaction.relationshipsAmong([...identifiers.keys()], all) };
	});
}

/** Counts what a withdrawal that led from one state to another changed; `works` are groups of `before`. */
export function differenceOf(before: State, after: State) {
	const counting = new Set(after.relationships.map(String));
	const ended = before.relationships.filter((one) => !counting.has(String(one)));
	const losing = ended.flatMap(([source, , target]) =>
		[source, target].map((id) => before.identifiers.get(id)?.identity),
	);
	const [former, later] = [before, after].map(worksOf) as [Map<Id, string>, Map<Id, string>];
	return {
		relationships: ended.length,
		identifiers: before.identifiers.keys().reduce((sum, id) => sum + (after.identifiers.has(id) ? 0 : 1), 0),
		splitGroups: splits(before, after, 'identity') + splits(before, after, 'version'),
		works: [...former.keys()].filter((id) => later.get(id) !== former.get(id) || losing.includes(id)),
	};
}

/** Writes the members and the description of each work, by its group. */
function worksOf({ identifiers }: State): Map<Id, string> {
	const works = Map.groupBy(identifiers.values(), ({ identity }) => identity);
	const textOf = (group: Id, members: readonly Described[]) =>
		`${members.map(({ id }) => id)} ${identifiers.get(group)?.description}`;
	return new Map([...works].map(([group, members]) => [group, textOf(group, members)]));
}

/** Counts into how many more groups the members of each group that are left have come. */
function splits(before: State, after: State, level: 'identity' | 'version'): number {
	const left = before.identifiers.values().filter(({ id }) => after.identifiers.has(id));
	return Map.groupBy(left, (one) => one[level])
		.values()
		.map((members) => new Set(members.map(({ id }) => after.identifiers.get(id)?.[level])).size - 1)
		.reduce((sum, more) => sum + more, 0);
}
