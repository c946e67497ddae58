// The records as they would be without some events: a transaction that reads, and keeps in memory
// what withdrawing the events would write.
import type { DescribedRow, DescriptionKey } from '../../store/descriptions.ts';
import type { Id, PlacedAssertion, RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/** Stands for a row that does not exist. */
const none = 0;

/**
 * Returns a transaction on which these events can be undone, all at once, without a write. Only what
 * undoing writes is kept in memory; the database refuses all other writes, since `transaction` only
 * reads. Events that an earlier version of the program applied are taken as they are stored.
 */
export function withoutEvents(transaction: Transaction, events: readonly Id[]): Transaction {
	const changes: Changes = { gained: [], added: [], known: new Map() };
	return {
		...transaction,
		...findingOnly(transaction),
		...assertionsWithout(transaction, events, changes),
		...descriptionsWithout(transaction, events, changes),
		...groupsWithout(transaction, events, changes),
	};
}

/** What undoing the events has changed until now. */
type Changes = {
	/** Assertions that count again. */
	gained: PlacedAssertion[];
	/** What these assert about identifiers. */
	added: DescribedRow[];
	/** Identifiers that were restored or retired. */
	known: Map<Id, boolean>;
};

/** Finds identifiers, providers and texts of the events. They exist, since these were applied. */
function findingOnly(transaction: Transaction) {
	return {
		async identify(identifiers) {
			const nameOf = ({ scheme, key }: { scheme: string; key: string }) => `${scheme}:${key}`;
			const found = new Map((await transaction.locate(identifiers, 'all')).map((one) => [nameOf(one), one]));
			return identifiers.map((one) => {
				const place = found.get(nameOf(one)) ?? { id: none, identity: none, version: none, alone: true };
				return { ...place, description: null, created: false };
			});
		},
		represent: async () => undefined,
		async providers(names) {
			const found = await transaction.providers(names, 'undefined');
			return found.map((provider, at) => provider ?? { id: none, name: names[at] as string });
		},
		async internProvenances(wanted) {
			const found = await transaction.findProvenances(wanted.map(({ text }) => text));
			return found.map((id) => id ?? none);
		},
		internDescriptions: async (descriptions) => descriptions.map(() => none),
		unplacedEvents: async () => [],
	} satisfies Partial<Transaction>;
}

function assertionsWithout(transaction: Transaction, events: readonly Id[], { gained }: Changes) {
	return {
		recordWithdrawn: async () => undefined,
		withdrawnLater: (assertions) => transaction.withdrawnLater(assertions, events),
		async restoreAssertions(assertions) {
			const restored = await transaction.placedAmong(assertions, 'withdrawn');
			for (const one of restored) gained.push(one);
			return restored;
		},
		async removeAssertions(assertions) {
			const rows = await transaction.placedAmong(assertions, 'counting');
			const distinct = new Map(rows.map((row) => [row.slice(0, 6).join(' '), row]));
			return Array.from(distinct.values(), ([source, relation, target, provenance, of, record]) => {
				return [source, relation, target, provenance, of, record] as const;
			});
		},
		async areAsserted(relationships) {
			const asserted = await transaction.areAsserted(relationships, events);
			const again = new Set(gained.map(textOf));
			for (const [at, one] of relationships.entries()) if (again.has(textOf(one))) asserted.add(at);
			return asserted;
		},
		async relationshipsAmong(identifiers, range) {
			const found = await transaction.relationshipsAmong(identifiers, range, events);
			const [among, listed] = [new Set(identifiers), new Set(found.map(textOf))];
			for (const one of gained) {
				const [source, relation, target] = one;
				const isWanted = relation >= range.first && relation <= range.last && !listed.has(textOf(one));
				if (!isWanted || !among.has(source) || !among.has(target)) continue;
				listed.add(textOf(one));
				found.push([source, relation, target]);
			}
			return found;
		},
	} satisfies Partial<Transaction>;
}

function textOf([source, relation, target]: RelationshipKey | PlacedAssertion): string {
	return `${source} ${relation} ${target}`;
}

function descriptionsWithout(transaction: Transaction, events: readonly Id[], { gained, added }: Changes) {
	const isWithdrawn = new Set(events);
	return {
		async rederiveDescriptions(pairs) {
			const stored = await transaction.recordedDescriptions(pairs);
			const kept = stored.filter(([, of]) => !isWithdrawn.has(of));
			const given = lastOfEach([...kept, ...describedBy(gained, pairs)], ([id, of, , text]) => `${id} ${of} ${text}`);
			const [isGiven, isStored] = [given, stored].map((rows) => new Set(rows.map((row) => row.join(' '))));
			for (const row of given) if (!isStored?.has(row.join(' '))) added.push(row);
			return { removed: stored.filter((row) => !isGiven?.has(row.join(' '))), added: [...added] };
		},
		async areRepeatedLater(rows) {
			const repeated = await transaction.areRepeatedLater(rows, events);
			for (const [at, [identifier, of, , description]] of rows.entries()) {
				const isLater = (row: DescribedRow) => row[0] === identifier && row[1] > of && row[3] === description;
				if (added.some(isLater)) repeated.add(at);
			}
			return repeated;
		},
		async latestDescriptions(members) {
			const groupOf = new Map(members);
			const rows = await transaction.latestDescriptions(members, events);
			for (const [identifier, of, place, description] of added) {
				const group = groupOf.get(identifier);
				if (group !== undefined) rows.push([group, of, place, description]);
			}
			return lastOfEach(rows, ([group, , , description]) => `${group} ${description}`);
		},
		describe: async () => undefined,
	} satisfies Partial<Transaction>;
}

/** Lists the descriptions that assertions give of identifiers in events. */
function describedBy(assertions: readonly PlacedAssertion[], pairs: readonly DescriptionKey[]): DescribedRow[] {
	const wanted = new Set(pairs.map((pair) => pair.join(' ')));
	return assertions.flatMap(([source, , target, , event, , place, ofSource, ofTarget]) =>
		(
			[
				[source, event, 2 * place, ofSource],
				[target, event, 2 * place + 1, ofTarget],
			] as const
		).flatMap(([id, of, at, description]): DescribedRow[] =>
			description !== null && wanted.has(`${id} ${of}`) ? [[id, of, at, description]] : [],
		),
	);
}

/** Lists, for each name, the row with the last event and place. */
function lastOfEach<Row extends readonly [Id, Id, number, Id]>(rows: readonly Row[], nameOf: (row: Row) => string) {
	const last = new Map<string, Row>();
	for (const row of rows) {
		const known = last.get(nameOf(row));
		if (!known || row[1] > known[1] || (row[1] === known[1] && row[2] > known[2])) last.set(nameOf(row), row);
	}
	return [...last.values()];
}

function groupsWithout(transaction: Transaction, events: readonly Id[], { gained, known }: Changes) {
	const those = (isKnown: boolean) => [...known].flatMap(([id, one]) => (one === isKnown ? [id] : []));
	const isRetired = (id: Id) => known.get(id) === false;
	return {
		async setKnown(wanted, isKnown) {
			for (const id of wanted) known.set(id, isKnown);
			return [...wanted];
		},
		async identifiers(wanted, which = 'known') {
			const rows = await transaction.identifiers(wanted, 'all');
			const now = rows.map((one) => ({ ...one, retired: !(known.get(one.id) ?? !one.retired) }));
			return which === 'all' ? now : now.filter(({ retired }) => retired === (which === 'retired'));
		},
		async namedAmong(wanted) {
			const without = { events, identifiers: those(false) };
			const named = await transaction.namedAmong(wanted, without);
			const byRestored = (await transaction.representativesOf(those(true))).map(([, representative]) => representative);
			const alsoNamed = new Set([...gained.flatMap(([source, , target]) => [source, target]), ...byRestored]);
			for (const id of wanted) if (alsoNamed.has(id)) named.add(id);
			return named;
		},
		async members(level, groups) {
			const wanted = new Set(groups);
			const rows = new Map((await transaction.members(level, groups)).map((one) => [one.id, one]));
			for (const id of those(true)) {
				if (wanted.has(id) && !rows.has(id)) rows.set(id, { id, identity: id, version: id, alone: true });
			}
			return [...rows.values()].filter(({ id }) => !isRetired(id));
		},
		// A work that gains or loses identifiers is reported, however it is described then.
		place: async () => undefined,
	} satisfies Partial<Transaction>;
}
