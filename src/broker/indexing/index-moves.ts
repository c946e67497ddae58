// Finds identifiers that the index still has in groups which they have left, and gathers those
// groups, so that their objects and links are removed. It knows no engine.
import { identifierText } from '../../identifiers/index.ts';
import type { Id, Placement } from '../../ports/records/graph.ts';
import type { Transaction } from '../../ports/records/records.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { IndexWriter } from '../../ports/search/search-writer.ts';
import { readVersionMembers } from './places.ts';

/** Compares where the records and the index have identifiers; looks for each identifier once. */
export function createMoves(transaction: Transaction, writer: Pick<IndexWriter, 'locate'>) {
	const looked = new Set<Id>();
	const familiesRead = new Set<Id>();
	const left = { identity: new Set<Id>(), version: new Set<Id>() };

	const findAmong = async (members: readonly Placement[]): Promise<Placement[]> => {
		const unlooked = [...new Set(members.map(({ id }) => id))].filter((id) => !looked.has(id));
		for (const id of unlooked) looked.add(id);
		if (unlooked.length === 0) return [];
		const identifiers = await transaction.identifiers(unlooked);
		const placeOf = new Map(identifiers.map((one) => [identifierText(one), one]));
		const moved: Placement[] = [];
		for (const { identity, version, ...one } of await writer.locate(identifiers)) {
			const place = placeOf.get(identifierText(one)) as Placement;
			if (identity !== place.identity) left.identity.add(identity);
			if (version !== place.version) left.version.add(version);
			if (identity !== place.identity || version !== place.version) moved.push(place);
		}
		return moved;
	};
	/** A group that was left is removed whole, so all members of its family are looked for. */
	const findInFamilies = async (places: readonly Placement[]): Promise<Placement[]> => {
		const unread = places.filter(({ version }) => !familiesRead.has(version));
		for (const { version } of unread) familiesRead.add(version);
		return unread.length === 0 ? [] : findAmong(await readVersionMembers(transaction, unread));
	};
	const idsOf = (places: readonly Placement[]) => places.map(({ id }) => id);
	return {
		/** Finds all identifiers that moved in the families of these. */
		findInFamilies: async (places: readonly Placement[]): Promise<Id[]> => idsOf(await findInFamilies(places)),
		/** Finds those of these identifiers that moved, and all that moved in their families. */
		async find(members: readonly Placement[]): Promise<Id[]> {
			const moved = await findAmong(members);
			return idsOf([...moved, ...(await findInFamilies(moved))]);
		},
		/** Lists the groups that identifiers left. */
		removed: (): IndexChanges['removed'] => [
			...[...left.identity].map((group) => ({ level: 'identity' as const, group })),
			...[...left.version].map((group) => ({ level: 'version' as const, group })),
		],
	};
}
