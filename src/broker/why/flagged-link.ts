// Reads a link between two groups as the index has it, with its flags.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import { type HistoryItem, linkHistory, provenanceFromText } from '../../links/provenance.ts';
import { isSymmetricCode, type Relation, relationFrom, relations, type SearchRelation } from '../../links/relation.ts';
import { assertedBy, type Compared, compared, type FlagBits, flagBits } from '../../search/flags/flags.ts';
import type { Traits } from '../../search/flags/traits.ts';
import type { GroupLevel, Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { readGroup } from '../indexing/derive-objects.ts';
import { traitsOf } from '../indexing/traits.ts';

/** A link between the groups of two identifiers. */
export type GroupLink = {
	level: GroupLevel;
	/** The code of its relation; `isForward`: its source is the group `here`. */
	relation: number;
	isForward: boolean;
	/** All relationships between the groups that make it. */
	relationships: readonly RelationshipKey[];
	/** The members of both groups. */
	here: readonly Placement[];
	there: readonly Placement[];
};

/** A work at one end of a link. */
export type FlaggedEnd = {
	identifiers: readonly Identifier[];
	description: Description;
	traits: Traits;
	compared: Compared;
	/** The identifiers of the work that its notices are about. */
	noticed: readonly Id[];
};

export type FlaggedLink = {
	/** Its relation as seen from `one`. */
	seen: SearchRelation;
	one: FlaggedEnd;
	other: FlaggedEnd;
	history: readonly HistoryItem[];
	bits: FlagBits;
};

/** Reads a link; `one` is the group `here`. */
export async function readFlaggedLink(transaction: Transaction, link: GroupLink): Promise<FlaggedLink> {
	const end = link.isForward ? 'source' : 'target';
	const seen = relationFrom(end, relations[link.relation - 1] as Relation).relation;
	const one = await readEnd(transaction, link.here);
	const other = await readEnd(transaction, link.there);
	const history = await readHistory(transaction, link);
	return {
		seen,
		one,
		other,
		history,
		bits: flagBits(one.compared, other.traits, { seen, asserted: assertedBy(history) }),
	};
}

async function readEnd(transaction: Transaction, members: readonly Placement[]): Promise<FlaggedEnd> {
	const { identifiers, description, head } = await readGroup(transaction, members);
	const traits = traitsOf(identifiers, description);
	const noticed = members.filter(({ identity }) => identity === head.group).map(({ id }) => id);
	return { identifiers, description, traits, compared: compared(traits), noticed };
}

async function readHistory(
	transaction: Transaction,
	{ relation, relationships, here }: GroupLink,
): Promise<readonly HistoryItem[]> {
	const isHere = new Set(here.map(({ id }) => id));
	const asserted = await transaction.provenancesOf(relationships);
	const texts = new Map(await transaction.texts('provenance', [...new Set(asserted.map(([, id]) => id))]));
	const provenances = asserted.map(([position, id]) => {
		const [source] = relationships[position] as RelationshipKey;
		const reversed = isSymmetricCode(relation) && !isHere.has(source);
		return { ...provenanceFromText(texts.get(id) as string), reversed };
	});
	return linkHistory(provenances);
}
