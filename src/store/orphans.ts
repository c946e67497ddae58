// Finds orphaned rows: those that name something missing, or that a withdrawn event left behind.
import type { Id } from './graph.ts';
import type { OrphanKind, Suspect } from './inspection.ts';
import { readEntry } from './outbox.ts';
import type { Sql } from './sql-database.ts';

/**
 * Orphaned rows of a table (r): the identifiers and the event that they name, and the condition.
 */
type Orphan = {
	table: string;
	identifiers: readonly string[];
	event: string | null;
	/** The condition that orphaned rows meet. */
	where: string;
	/** Assignments of an update that repairs the rows, where they are not removed. */
	set?: string;
};

const lacksIdentifier = (column: string) => `not exists (select 1 from identifier i where i.id = r.${column})`;
const lacksEvent = 'not exists (select 1 from link_event e where e.sequence = r.event_sequence)';
const lacksProvider = 'not exists (select 1 from provider p where p.id = r.provider_id)';
const lacksDescription = 'not exists (select 1 from description t where t.id = r.description_id)';
const isOfWithdrawn =
	"exists (select 1 from link_event e where e.sequence = r.event_sequence and e.state = 'Withdrawn')";

function orphan(table: string, identifiers: readonly string[], event: string | null, ...wrong: string[]): Orphan {
	return { table, identifiers, event, where: wrong.join(' or ') };
}

const asserted = (table: string) =>
	orphan(
		table,
		['source_id', 'target_id'],
		'event_sequence',
		lacksIdentifier('source_id'),
		lacksIdentifier('target_id'),
		`record_source_id > 0 and ${lacksIdentifier('record_source_id')}`,
		'not exists (select 1 from provenance p where p.id = r.provenance_id)',
		lacksEvent,
	);

const described = (table: string) =>
	orphan(table, ['identifier_id'], 'event_sequence', lacksIdentifier('identifier_id'), lacksDescription, lacksEvent);

/** Tables with rows that a withdrawn event must not leave behind, and the identifiers in them. */
const tablesOfEvents: Readonly<Record<string, readonly string[]>> = {
	assertion: ['source_id', 'target_id'],
	withdrawn_assertion: ['source_id', 'target_id'],
	identifier_description: ['identifier_id'],
	withdrawal: ['source_id', 'target_id'],
	replacement: ['source_id'],
};

const orphansOf: Readonly<Record<Exclude<OrphanKind, 'outbox entry'>, readonly Orphan[]>> = {
	assertion: [asserted('assertion')],
	'withdrawn assertion': [asserted('withdrawn_assertion')],
	description: [described('identifier_description')],
	withdrawal: [
		orphan(
			'withdrawal',
			['source_id', 'target_id'],
			'event_sequence',
			lacksIdentifier('source_id'),
			lacksIdentifier('target_id'),
			lacksProvider,
			lacksEvent,
		),
	],
	replacement: [
		orphan('replacement', ['source_id'], 'event_sequence', lacksIdentifier('source_id'), lacksProvider, lacksEvent),
	],
	identifier: [
		{
			...orphan('identifier', ['id'], null, `description_id is not null and ${lacksDescription}`),
			set: 'description_id = null',
		},
		{
			...orphan(
				'identifier',
				['id'],
				null,
				`representative_id is not null and ${lacksIdentifier('representative_id')}`,
			),
			set: 'representative_id = null',
		},
	],
	'unindexed change': [
		orphan('unindexed_change', ['identifier_id'], 'event_sequence', lacksIdentifier('identifier_id'), lacksEvent),
	],
	'logged change': [
		orphan('change_mention', ['identifier_id'], 'event_sequence', lacksIdentifier('identifier_id'), lacksEvent),
		orphan('unindexed_piece', [], 'event_sequence', lacksEvent),
	],
	payload: [
		orphan('event_payload', [], 'sequence', 'not exists (select 1 from link_event e where e.sequence = r.sequence)'),
	],
	'row of a withdrawn event': Object.entries(tablesOfEvents).map(([table, identifiers]) =>
		orphan(table, identifiers, 'event_sequence', isOfWithdrawn),
	),
};

/** Streams what orphaned rows of a kind name. */
export async function* selectOrphans(sql: Sql, kind: OrphanKind): AsyncGenerator<Suspect[]> {
	if (kind === 'outbox entry') {
		for await (const orphans of orphanEntries(sql)) yield orphans.map(({ suspect }) => suspect);
		return;
	}
	for (const { table, identifiers, event, where } of orphansOf[kind]) {
		const columns = [event ?? 'null', ...identifiers].join(', ');
		const steps = sql.stream<[Id | null, ...Id[]]>(`select ${columns} from ${table} r where ${where}`);
		for await (const rows of steps) yield rows.map(([of, ...named]) => ({ identifiers: named, event: of }));
	}
}

/** Removes the orphaned rows of a kind, or corrects what they name. */
export async function removeOrphans(sql: Sql, kind: OrphanKind): Promise<void> {
	if (kind === 'outbox entry') {
		const entries: Id[] = [];
		for await (const orphans of orphanEntries(sql)) {
			for (const { entry } of orphans) entries.push(entry);
		}
		const list = sql.dialect.list('?1', { id: 'integer' });
		await sql.run(`delete from outbox_entry where id in (select id from ${list} w)`, [JSON.stringify(entries)]);
		return;
	}
	for (const { table, where, set } of orphansOf[kind]) {
		const statement = set === undefined ? `delete from ${table} as r` : `update ${table} as r set ${set}`;
		await sql.run(`${statement} where ${where}`);
	}
}

/** Streams entries of the outbox whose event or identifiers are missing, or that cannot be read. */
async function* orphanEntries(sql: Sql): AsyncGenerator<{ entry: Id; suspect: Suspect }[]> {
	const list = sql.dialect.list('?1', { id: 'integer' });
	for (let last = 0; ; ) {
		const [row] = await sql.all<[Id, Id, Uint8Array, number]>(
			`select r.id, r.event_sequence, r.body, case when ${lacksEvent} then 1 else 0 end
			 from outbox_entry r where r.id > ?1 order by r.id limit 1`,
			[last],
		);
		if (row === undefined) return;
		const [entry, event, body, lacks] = row;
		last = entry;
		const named = idsIn(body);
		const known = await sql.all<[Id]>(`select i.id from ${list} w join identifier i on i.id = w.id`, [
			JSON.stringify(named ?? []),
		]);
		const there = new Set(known.flat());
		const missing = (named ?? []).filter((id) => !there.has(id));
		if (lacks === 1 || named === undefined || missing.length > 0) {
			yield [{ entry, suspect: { identifiers: missing.slice(0, 1), event } }];
		}
	}
}

/** Lists the identifiers that an entry names, each once; undefined where it cannot be read. */
function idsIn(body: Uint8Array): Id[] | undefined {
	try {
		const { relationships, changed, regrouped, separated } = readEntry(body);
		const ends = relationships.flatMap(([source, , target]) => [source, target]);
		return [...new Set([...ends, ...changed, ...regrouped, ...separated])];
	} catch {
		return undefined;
	}
}
