// What counts among the entries of the change log: by a definition of a citation, and without links
// that have certain flags.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { Provenance } from '../../links/link.ts';
import { linkHistory, provenanceFromText } from '../../links/provenance.ts';
import {
	type GroupRelation,
	isSymmetricCode,
	joinsGroups,
	relations,
	type SearchRelation,
} from '../../links/relation.ts';
import { type Flag, maskOf } from '../../search/flags/flags.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id, RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { readCounting } from '../counting/counting.ts';
import type { Definition } from '../counting/definitions.ts';
import { flagLinksFrom } from '../counting/flag-links.ts';
import { turn } from '../indexing/derive-links.ts';
import type { ChangeFilter } from './change-query.ts';

/** What of the log counts. */
export type ChangeCounting = {
	/** The relations that are asked for and count; absent: any. */
	relations?: readonly SearchRelation[];
	/** Links with one of these flags do not count. */
	without: readonly Flag[];
	/** Whether a later assertion may be the first with which a link counts. */
	mayBeginLater: boolean;
};

const citationsIn = { in: ['isCitedBy'], out: ['cites'], both: ['isCitedBy', 'cites'] } as const;

/** Reads what counts for a filter; fails with `bad-query` as readCounting does. */
export function countingOf(
	definitions: readonly Definition[],
	{ definition, exclude, relation, entries, direction = 'in', group_by: groupBy }: ChangeFilter,
): ChangeCounting {
	const asked = entries === 'citations' ? citationsIn[direction] : [relation];
	const requests = asked.map(
		(one) => readCounting(definitions, { definition, exclude }, { relation: one, groupBy }).request,
	);
	const counted = requests.flatMap((one) => one.relation ?? one.among?.map((each) => each.relation) ?? []);
	const without = requests[0]?.without ?? [];
	return {
		...(counted.length > 0 && { relations: counted }),
		// Other assertions never remove other flags.
		...{ without, mayBeginLater: without.some((flag) => flag === 'machine' || flag === 'single-provider') },
	};
}

type End = { identifier: { id: Id; identity: Id }; known: Description };
/** An entry with the works of its ends, as they are known now. */
type Judged = { change: StoredChange; view: { source: End; target: End } };
type Work = { identifiers: readonly (Pick<Identifier, 'scheme'> & { id: Id })[]; description: Description };

/**
 * Leaves out assertions with which a link has one of these flags: by what is known of its works now,
 * and by what was asserted of it up to then and counts still. With `onlyFirst`, keeps others than
 * the first if the link had such a flag before them. Withdrawals stay: whoever has a link learns
 * that it ended, whatever became known of it meanwhile. So does what is no link between two works.
 */
export async function withoutFlagged<One extends Judged>(
	transaction: Transaction,
	entries: readonly One[],
	{ without, onlyFirst }: { without: readonly Flag[]; onlyFirst: boolean },
): Promise<One[]> {
	const linking = entries.filter(isOfLink);
	const mask = maskOf(without);
	const works = await worksOf(transaction, linking);
	const workOf = ({ identifier }: End) => works.get(identifier.identity) as Work;
	const asserted = await assertionsOfLinks(transaction, linking, workOf);
	return entries.filter((entry) => {
		const { change, view } = entry;
		const isFirst = change.isEdge || !onlyFirst;
		if (!isOfLink(entry)) return isFirst;
		const [source, target] = [workOf(view.source), workOf(view.target)];
		const relation = relations[change.relation - 1] as GroupRelation;
		const bitsOf = flagLinksFrom(source);
		const isLeftOut = (provenances: readonly Provenance[]) =>
			(bitsOf({ relation, target, history: linkHistory(provenances) }) & mask) !== 0;
		const { upTo, before } = asserted(entry);
		return !isLeftOut(upTo) && (isFirst || (before.length > 0 && isLeftOut(before)));
	});

	function isOfLink({ change, view: { source, target } }: One): boolean {
		const isBetween = source.identifier.identity !== target.identifier.identity;
		return change.kind === 'asserted' && joinsGroups(change.relation) && isBetween;
	}
}

/** Reads the works of entries whole, by their numbers. */
async function worksOf(transaction: Transaction, entries: readonly Judged[]): Promise<ReadonlyMap<Id, Work>> {
	const ends = entries.flatMap(({ view }) => [view.source, view.target]);
	const known = new Map(ends.map(({ identifier, known }) => [identifier.identity, known]));
	const members = await transaction.members('identity', [...known.keys()]);
	const ids = new Set([...members, ...ends.map(({ identifier }) => identifier)].map(({ id }) => id));
	const identifiers = Map.groupBy(await transaction.identifiers([...ids], 'all'), ({ identity }) => identity);
	return new Map(
		known.entries().map(([work, description]) => [work, { identifiers: identifiers.get(work) ?? [], description }]),
	);
}

/** With more possible relationships than this between two works, only the entry's own is read. */
const triedCombinations = 2_000;

/**
 * Reads who asserted the links of entries: up to the event of each, with its own provenance, which
 * may be withdrawn by now; and before that event.
 */
async function assertionsOfLinks(
	transaction: Transaction,
	entries: readonly Judged[],
	workOf: (end: End) => Work,
): Promise<(entry: Judged) => { upTo: Provenance[]; before: Provenance[] }> {
	const keysOf = new Map(
		entries.map(({ change, view }) => [change, relationships(change, workOf(view.source), workOf(view.target))]),
	);
	const distinct = new Map([...keysOf.values()].flat().map((key) => [key.join(), key]));
	const rows = await transaction.placedAssertions([...distinct.values()]);
	const byKey = Map.groupBy(rows, ([source, relation, target]) => [source, relation, target].join());
	const ids = [...rows.map(([, , , provenance]) => provenance), ...entries.map(({ change }) => change.provenance)];
	const texts = new Map(await transaction.texts('provenance', [...new Set(ids)]));
	const provenancesOf = (those: readonly Id[]) =>
		[...new Set(those)].map((id) => provenanceFromText(texts.get(id) as string));
	return ({ change }) => {
		const all = (keysOf.get(change) ?? []).flatMap((key) => byKey.get(key.join()) ?? []);
		const until = (last: Id) => all.flatMap(([, , , provenance, event]) => (event <= last ? [provenance] : []));
		return {
			upTo: provenancesOf([...until(change.event), change.provenance]),
			before: provenancesOf(until(change.event - 1)),
		};
	};
}

/** Lists the relationships that make the link of an entry. */
function relationships({ source, relation, target }: StoredChange, from: Work, to: Work): RelationshipKey[] {
	const isMany = from.identifiers.length * to.identifiers.length > triedCombinations;
	const [sources, targets] = isMany ? [[{ id: source }], [{ id: target }]] : [from.identifiers, to.identifiers];
	const directed = sources.flatMap((one) => targets.map((other): RelationshipKey => [one.id, relation, other.id]));
	return isSymmetricCode(relation) ? directed.concat(directed.map(turn)) : directed;
}
