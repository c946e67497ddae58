// Merges the groups that new IsIdenticalTo and HasVersion relationships join; only the groups that
// are touched are read.
import {
	createMergeCount,
	createMover,
	findUnions,
	type Joint,
	type Place,
	planMerges,
	type Unions,
} from '../links/grouping.ts';
import type { Described, Id, Placement } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';

/** What merging has changed. */
export type Merged = {
	/** Where the identifiers lie after it, by position. */
	places: readonly Placement[];
	/** The sets of Identity groups that became one, and which of them stays. */
	identityUnions: readonly { groups: readonly Id[]; staying: Id }[];
	/** Groups, at either level, that took in others. */
	regrouped: ReadonlySet<Id>;
	/**
	 * How many fewer groups there are after the joints of each event, applied in order.
	 */
	mergedGroups: number[];
};

/**
 * Merges groups by joints between the identifiers, which events bring in their order. The heaviest
 * group stays: a merge costs the others.
 */
export async function mergeGroups(
	transaction: Transaction,
	identified: readonly Described[],
	jointsOfEvents: readonly (readonly Joint[])[],
	created: ReadonlySet<Id>,
): Promise<Merged> {
	const joints = jointsOfEvents.flat();
	const ends = endsOf(joints);
	const places = new Map<Id, Place>(identified.filter(({ id }) => ends.has(id)).map((one) => [one.id, one]));
	const unions = findUnions(joints, places);
	const mergedGroups = jointsOfEvents.map(createMergeCount(places));
	if (unions.identity.length === 0 && unions.version.length === 0) {
		return { places: identified, identityUnions: [], regrouped: new Set(), mergedGroups };
	}
	const plan = planMerges(unions, await weighUnions(transaction, unions, created));
	await transaction.move(plan.identityMoves, plan.versionMoves);
	const into = new Map(plan.identityMoves);
	return {
		places: identified.map(createMover(plan)),
		identityUnions: unions.identity.map((groups) => {
			const [first] = groups as [Id];
			return { groups, staying: into.get(first) ?? first };
		}),
		regrouped: new Set([...plan.identityMoves, ...plan.versionMoves].map(([, to]) => to)),
		mergedGroups,
	};
}

/** Lists the identifiers that joints join. */
export function endsOf(joints: readonly Joint[]): ReadonlySet<Id> {
	return new Set(joints.flatMap(({ one, other }) => [one, other]));
}

const firstWeightCap = 64;

/**
 * Weighs the groups of the unions only as far as needed to find the heaviest of each. New
 * identifiers weigh nothing: no other event names them.
 */
async function weighUnions(
	transaction: Transaction,
	unions: Unions,
	created: ReadonlySet<Id>,
): Promise<{ identity(group: Id): number; version(group: Id): number }> {
	const weights = { identity: new Map<Id, number>(), version: new Map<Id, number>() };
	for (const level of ['identity', 'version'] as const) {
		const older = unions[level].map((set) => set.filter((group) => !created.has(group)));
		for (const group of older.flat()) weights[level].set(group, 1);
		let undecided = older.filter((set) => set.length > 1);
		for (let cap = firstWeightCap; undecided.length > 0; cap *= 8) {
			const groups = undecided.flat();
			const counted = await transaction.weigh(level, groups, cap);
			groups.forEach((group, position) => {
				weights[level].set(group, counted[position] as number);
			});
			undecided = undecided
				.map((set) => set.filter((group) => (weights[level].get(group) as number) >= cap))
				.filter((set) => set.length > 1);
		}
	}
	const of = (level: 'identity' | 'version') => (group: Id) => weights[level].get(group) ?? 0;
	return { identity: of('identity'), version: of('version') };
}
