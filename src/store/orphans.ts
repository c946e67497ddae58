// Finds orphaned rows: those that name something missing, or that a withdrawn event left behind.
import type { Id } from './graph.ts';
import type { OrphanKind, Stretch, Suspect } from './inspection.ts';
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

/** Streams what orphaned rows of a kind name, of the rows in a stretch. */
export async function* selectOrphans(sql: Sql, kind: OrphanKind, stretch: Stretch): AsyncGenerator<Suspect[]> {
	if (kind === 'outbox entry') {
		if (stretch.of !== 'events') return;
		for await (const orphans of orphanEntries(sql, stretch)) yield orphans.map(({ suspect }) => suspect);
		return;
	}
	for (const { table, identifiers, event, where, within } of orphansIn(kind, stretch)) {
		const columns = [event ?? 'null', ...identifiers].join(', ');
		const steps = sql.stream<[Id | null, ...Id[]]>(
			`select ${columns} from ${table} r where ${within} between ?1 and ?2 and (${where})`,
			[stretch.first, stretch.last],
		);
		for await (const rows of steps) yield rows.map(([of, ...named]) => ({ identifiers: named, event: of }));
	}
}

/** Removes the orphaned rows of a kind in a stretch, or corrects what they name. */
export async function removeOrphans(sql: Sql, kind: OrphanKind, stretch: Stretch): Promise<void> {
	if (kind === 'outbox entry') {
		if (stretch.of !== 'events') return;
		const entries: Id[] = [];
		for await (const orphans of orphanEntries(sql, stretch)) {
			for (const { entry } of orphans) entries.push(entry);
		}
		const list = sql.dialect.list('?1', { id: 'integer' });
		await sql.run(`delete from outbox_entry where id in (select id from ${list} w)`, [JSON.stringify(entries)]);
		return;
	}
	for (const { table, where, set, within } of orphansIn(kind, stretch)) {
		const statement = set === undefined ? `delete from ${table} as r` : `update ${table} as r set ${set}`;
		await sql.run(`${statement} where ${within} between ?1 and ?2 and (${where})`, [stretch.first, stretch.last]);
	}
}

/** Lists the tables of a kind that a stretch divides; `within` is the column that places a row. */
function orphansIn(kind: Exclude<OrphanKind, 'outbox entry'>, { of }: Stretch): (Orphan & { within: string })[] {
	return orphansOf[kind]
		.filter(({ identifiers }) => identifiers.length > 0 === (of === 'identifiers'))
		.map((one) => ({ ...one, within: `r.${one.identifiers[0] ?? one.event}` }));
}

type OrphanEntry = { entry: Id; suspect: Suspect };

/** Streams entries of the outbox whose event or identifiers are missing, or that cannot be read. */
async function* orphanEntries(sql: Sql, { first, last }: Stretch): AsyncGenerator<OrphanEntry[]> {
	const ids = sql.stream<[Id]>('select id from outbox_entry where event_sequence between ?1 and ?2', [first, last]);
	for await (const rows of ids) {
		for (const [entry] of rows) yield await readOrphanEntry(sql, entry);
	}
}

/** Reads one entry, since many bodies are large; lists it where it is an orphan. */
async function readOrphanEntry(sql: Sql, entry: Id): Promise<OrphanEntry[]> {
	const rows = await sql.all<[Id, Uint8Array, number]>(
		`select r.event_sequence, r.body, case when ${lacksEvent} then 1 else 0 end from outbox_entry r where r.id = ?1`,
		[entry],
	);
	const [event, body, lacks] = rows[0] as [Id, Uint8Array, number];
	const named = idsIn(body);
	const list = sql.dialect.list('?1', { id: 'integer' });
	const known = await sql.all<[Id]>(`select i.id from ${list} w join identifier i on i.id = w.id`, [
		JSON.stringify(named ?? []),
	]);
	const there = new Set(known.flat());
	const missing = (named ?? []).filter((id) => !there.has(id));
	if (lacks === 0 && named !== undefined && missing.length === 0) return [];
	return [{ entry, suspect: { identifiers: missing.slice(0, 1), event } }];
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
