// Brings what follows from assertions and descriptions up to what counts, after some of them ceased
// to count or count again: which identifiers are known, their groups, the descriptions of these,
// and what the index must learn. Its cost follows the groups that it touches. It knows no engine.
import { joinsGroups, relationCode } from '../../links/relation.ts';
import {
	type Assertion,
	type DescribedRow,
	distinctRelationships,
	type Id,
	type Placement,
	type RelationshipKey,
} from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { logChanges } from '../changes/log-changes.ts';
import { placesById } from '../indexing/places.ts';
import { tellIndex } from '../tell-index.ts';
import { forgetUnnamed } from './forget-unnamed.ts';
import { redescribe } from './redescribe.ts';
import { groupsOf, type Regrouped, regroup } from './regroup.ts';

/** Rows that ceased to count, and rows that count again. */
export type Turned = {
	lost: readonly Required<Assertion>[];
	gained: readonly Required<Assertion>[];
	unsaid: readonly DescribedRow[];
	saidAgain: readonly DescribedRow[];
};

/** What became of groups and identifiers. */
export type Settled = Pick<Regrouped, 'splitGroups' | 'mergedGroups'> & {
	/** Identifiers that nothing names any more. */
	forgotten: readonly Id[];
	/** Relationships that nobody asserts any more. */
	ended: readonly RelationshipKey[];
	/** Identity groups that were described, made or parted otherwise. */
	changed: readonly Id[];
};

/** Settles what follows from a change that an event makes. */
export async function settle(
	transaction: Transaction,
	event: { sequence: Id; noindex: boolean },
	turned: Turned,
): Promise<Settled> {
	const { lost, gained, unsaid, saidAgain } = turned;
	await reviveNamed(transaction, [...endsOf(gained), ...saidAgain.map(([identifier]) => identifier)]);
	const touched = new Set([
		...endsOf([...lost, ...gained]),
		...[...unsaid, ...saidAgain].map(([identifier]) => identifier),
	]);
	for (const [, representative] of await transaction.representativesOf([...touched])) touched.add(representative);
	const before = await placesById(transaction, touched);
	const forgotten = await forgetUnnamed(transaction, touched);
	const ended = await endedRelationships(transaction, lost);
	const regrouped = await regroup(transaction, familiesToRegroup(before, turned, ended, forgotten));
	const places = new Map([...before, ...regrouped.places.map((place) => [place.id, place] as const)]);
	const redescribed = await redescribe(transaction, { unsaid, saidAgain, places, works: regrouped.works });

	const relationships = distinctRelationships([...lost, ...gained]).filter(([, relation]) => joinsGroups(relation));
	const versioned = [...lost, ...gained].filter(([, relation]) => relation === relationCode.HasVersion);
	const gone = new Set(forgotten);
	const changed = [
		...forgotten,
		...(regrouped.moved.size > 0 || forgotten.length > 0 ? regrouped.places.map(({ id }) => id) : []),
		...redescribed,
		...[...endsOf(gained), ...saidAgain.map(([identifier]) => identifier)],
		...endsOf(versioned).filter((id) => !gone.has(id)),
	];
	const moved = regrouped.places.filter(({ id }) => regrouped.moved.has(id)).map(({ version }) => version);
	const leftByForgotten = [...before.values()].filter(({ id }) => gone.has(id)).flatMap(groupsOf);
	const parted = [...new Set([...regrouped.moved, ...regrouped.left, ...leftByForgotten])];
	const news = { relationships, changed: [...new Set(changed)], regrouped: [...new Set(moved)], parted };
	await tellIndex(transaction, event, [{ event: event.sequence, ...news }], [...before.values(), ...regrouped.places]);
	await logChanges(transaction, event, { gained, lost });
	const { splitGroups, mergedGroups } = regrouped;
	return { splitGroups, mergedGroups, forgotten, ended, changed: [...new Set([...regrouped.works, ...redescribed])] };
}

function endsOf(assertions: readonly (Assertion | RelationshipKey)[]): Id[] {
	return assertions.flatMap(([source, , target]) => [source, target]);
}

/** Makes identifiers known that something names again, and their representatives with them. */
async function reviveNamed(transaction: Transaction, named: readonly Id[]): Promise<void> {
	if (named.length === 0) return;
	const representatives = await transaction.representativesOf(named);
	await transaction.revive([...new Set([...named, ...representatives.map(([, representative]) => representative)])]);
}

async function endedRelationships(transaction: Transaction, lost: readonly Assertion[]): Promise<RelationshipKey[]> {
	const relationships = distinctRelationships(lost);
	if (relationships.length === 0) return [];
	const asserted = await transaction.areAsserted(relationships);
	return relationships.filter((_, position) => !asserted.has(position));
}

/** Lists the Version groups whose members may be joined otherwise now. */
function familiesToRegroup(
	before: ReadonlyMap<Id, Placement>,
	{ gained, saidAgain }: Turned,
	ended: readonly RelationshipKey[],
	forgotten: readonly Id[],
): Id[] {
	const gone = new Set(forgotten);
	const joining = ended.filter(([, relation]) => !joinsGroups(relation));
	const looked = new Set([...endsOf(joining), ...endsOf(gained), ...saidAgain.map(([id]) => id)]);
	for (const { id, alone } of before.values()) if (gone.has(id) && !alone) looked.add(id);
	const families = [...before.values()].filter(({ id }) => looked.has(id)).map(({ version }) => version);
	return [...new Set(families)];
}
