// Reads and writes the records inside one transaction, in plain SQL over whole sets; knows the tables, not the engine.
import { compareIdentifiers, compareText, type Identifier } from '../../identifiers/index.ts';
import type { DigestedText } from '../../links/digested-text.ts';
import { relationCode } from '../../links/relation.ts';
import { expand, shorten } from '../../links/shorthand.ts';
import {
	type ClaimedEvent,
	type Id,
	type IndexMark,
	type LinkRecords,
	lookUp,
	type MarkedRelationship,
	type Placement,
} from '../../ports/records/link-store.ts';
import { packPayload, unpackPayload } from '../../ports/records/packed-payload.ts';
import type { RecentRows } from './recent-rows.ts';
import type { Sql } from './sql-database.ts';

// An identifier that is alone has no groups written down: both are named after it.
const placeColumns = 'coalesce(i.identity_id, i.id), coalesce(i.version_id, i.id), i.identity_id is null';

/** Says which assertions the reading methods see: those that may be searched, or all. */
export type Scope = 'searchable' | 'everything';

// Events whose assertions must not be found yet are nearly always none.
const within: Readonly<Record<Scope, string>> = {
	searchable: 'a.event_sequence not in (select sequence from link_event where unsearchable = 1)',
	everything: '1 = 1',
};

const json = (rows: unknown): string => JSON.stringify(rows);

/** Writes ids as a list in their order: rows that lie on one page are then read one after the other, while the page is at hand. */
const jsonInOrder = (ids: readonly Id[]): string => json(Array.from(Float64Array.from(ids).sort()));

/** Opens the records on a transaction. */
export function openLinkRecords(sql: Sql, scope: Scope, recent: RecentRows): LinkRecords {
	return {
		exclusive: sql.dialect.oneWriter,
		...identifierRecords(sql),
		...assertionRecords(sql, within[scope], recent),
		...groupRecords(sql, recent),
		...descriptionRecords(sql, recent),
		...indexRecords(sql),
	};
}

function identifierRecords(sql: Sql): Pick<LinkRecords, 'identify' | 'placements' | 'identifiers'> {
	const wanted = sql.dialect.list('?1', { key: 'text', scheme: 'text' });
	const find = async (identifiers: readonly Identifier[]) =>
		sql.all<[number, number, number | null, number | null, number | null]>(
			`select w.position, i.id, i.identity_id, i.version_id, i.description_id
			 from ${wanted} w join identifier i on ${sql.dialect.textKey('i.key')} = ${sql.dialect.textKey('w.key')} and i.key = w.key and i.scheme = w.scheme`,
			[json(identifiers.map(({ key, scheme }) => [key, scheme]))],
		);
	/** Creates identifiers that are not there, in the order given; answers the ids of those that no other transaction created meanwhile. */
	const create = async (identifiers: readonly Identifier[]): Promise<(Id | undefined)[]> => {
		const rows = identifiers.map(({ key, scheme, value }) => [key, scheme, value === key ? null : value] as const);
		if (sql.dialect.oneWriter) {
			const first = await nextId(sql, 'identifier');
			const columns = { id: 'integer', key: 'text', scheme: 'text', spelling: 'text' } as const;
			await sql.insert(
				'identifier',
				columns,
				rows.flatMap((row, position) => [first + position, ...row]),
				{ mustBeNew: true },
			);
			return identifiers.map((_, position) => first + position);
		}
		const created = await sql.all<[string, string, number]>(
			`insert into identifier (key, scheme, spelling)
			 select w.key, w.scheme, w.spelling from ${sql.dialect.list('?1', { key: 'text', scheme: 'text', spelling: 'text' })} w
			 where true order by w.position on conflict do nothing returning key, scheme, id`,
			[json(rows)],
		);
		const ids = new Map(created.map(([key, scheme, id]) => [nameOf({ key, scheme }), id]));
		return identifiers.map((identifier) => ids.get(nameOf(identifier)));
	};
	return {
		async identify(identifiers) {
			const answer = new Array<Identified | undefined>(identifiers.length);
			/** Finds those at the given positions; answers the positions of those that are not there. */
			const findAt = async (positions: readonly number[]): Promise<number[]> => {
				if (positions.length === 0) return [];
				const rows = await find(positions.map((position) => identifiers[position] as Identifier));
				rows.forEach(([at, id, identity, version, description]) => {
					answer[positions[at] as number] = {
						id,
						identity: identity ?? id,
						version: version ?? id,
						alone: identity === null,
						created: false,
						description,
					};
				});
				return positions.filter((position) => !answer[position]);
			};
			const missing = await findAt(identifiers.map((_, position) => position));
			if (missing.length === 0) return answer as Identified[];
			// In key order, so that neighbours in the index are written together and two writers never wait for each other in a circle.
			const named = (position: number) => identifiers[position] as Identifier;
			const wanted = groupedInOrder(missing, (one, other) => compareIdentifiers(named(one), named(other)));
			const created = await create(wanted.map(([position]) => named(position)));
			wanted.forEach((positions, at) => {
				const id = created[at];
				if (id === undefined) return;
				for (const position of positions) {
					answer[position] = { id, identity: id, version: id, alone: true, created: true, description: null };
				}
			});
			await findAt(missing.filter((position) => !answer[position]));
			return answer as Identified[];
		},
		async placements(ids) {
			const rows = await sql.all<[number, number, number, number | boolean]>(
				`select i.id, ${placeColumns}
				 from ${sql.dialect.list('?1', { id: 'integer' })} w join identifier i on i.id = w.id`,
				[jsonInOrder(ids)],
			);
			return rows.map(([id, identity, version, alone]) => ({ id, identity, version, alone: Boolean(alone) }));
		},
		async identifiers(ids) {
			const rows = await sql.all<[number, string, string, string | null]>(
				`select i.id, i.scheme, i.key, i.spelling
				 from ${sql.dialect.list('?1', { id: 'integer' })} w join identifier i on i.id = w.id`,
				[jsonInOrder(ids)],
			);
			return rows.map(([id, scheme, key, spelling]) => ({ id, scheme, key, value: spelling ?? key }));
		},
	};
}

type Identified = Placement & { created: boolean; description: Id | null };

/** Answers the id after the last one: where nobody else writes, those from there on are free. */
async function nextId(sql: Sql, table: 'identifier' | 'provenance' | 'description'): Promise<Id> {
	const [row] = await sql.all<[number | null]>(`select max(id) from ${table}`);
	return (row?.[0] ?? 0) + 1;
}

/** Puts positions in order; those that are equal come together. */
function groupedInOrder(
	positions: readonly number[],
	compare: (one: number, other: number) => number,
): [number, ...number[]][] {
	const groups: [number, ...number[]][] = [];
	for (const position of positions.toSorted(compare)) {
		const last = groups.at(-1);
		if (last && compare(last[0], position) === 0) last.push(position);
		else groups.push([position]);
	}
	return groups;
}

const nameOf = ({ key, scheme }: { key: string; scheme: string }): string => `${scheme} ${key}`;

function assertionRecords(
	sql: Sql,
	visible: string,
	recent: RecentRows,
): Pick<
	LinkRecords,
	| 'internProvenances'
	| 'areNew'
	| 'assert'
	| 'relationshipsOf'
	| 'assertionsOf'
	| 'provenancesOf'
	| 'provenances'
	| 'versionEdges'
> {
	const triples = sql.dialect.list('?1', { source: 'integer', relation: 'integer', target: 'integer' });
	const isWanted = 'a.source_id = w.source and a.relation = w.relation and a.target_id = w.target';
	const ids = sql.dialect.list('?1', { id: 'integer' });
	const ends = assertionEnds(recent);
	return {
		internProvenances: (texts) => intern(sql, 'provenance', texts),
		async areNew(relationships) {
			const known = new Array<boolean>(relationships.length).fill(true);
			const rows = await sql.all<[number]>(
				`select w.position from ${triples} w where exists (select 1 from assertion a where ${isWanted})`,
				[json(relationships)],
			);
			for (const [position] of rows) known[position] = false;
			return known;
		},
		async assert(assertions) {
			// In key order, so that neighbours in the table are written together.
			const ordered = assertions.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
			await sql.insert(
				'assertion',
				{
					source_id: 'integer',
					relation: 'integer',
					target_id: 'integer',
					provenance_id: 'integer',
					event_sequence: 'integer',
				},
				ordered.flat(),
			);
			await recent.added(sql, 'assertion_to', ordered.length);
		},
		async relationshipsOf(identifiers) {
			const selects = ends.map(
				({ table, end }) =>
					`select distinct a.source_id, a.relation, a.target_id from ${ids} w join ${table} a on a.${end} = w.id where ${visible}`,
			);
			return sql.all<[number, number, number]>(selects.join(' union '), [jsonInOrder(identifiers)]);
		},
		async assertionsOf(identifiers, { first = 1, last }, asked = 'either') {
			const selects = (asked === 'source' ? ends.slice(0, 1) : ends).map(
				({ table, end }) =>
					`select a.source_id, a.relation, a.target_id, a.provenance_id from ${ids} w
					 join ${table} a on a.${end} = w.id and a.relation between ?2 and ?3 where ${visible}`,
			);
			return sql.all<[number, number, number, number]>(selects.join(' union all '), [
				jsonInOrder(identifiers),
				first,
				last,
			]);
		},
		provenancesOf: (relationships) =>
			sql.all<[number, number]>(
				`select distinct w.position, a.provenance_id from ${triples} w
				 join assertion a on ${isWanted} where ${visible}`,
				[json(relationships)],
			),
		provenances: (wanted) => readTexts(sql, 'provenance', wanted),
		async versionEdges(identifiers) {
			const rows = await sql.all<[number, number]>(
				`select distinct a.source_id, a.target_id from ${ids} w
				 join assertion a on a.source_id = w.id and a.relation = ${relationCode.HasVersion}`,
				[jsonInOrder(identifiers)],
			);
			// Hardly any leads elsewhere, and SQLite would try every source with every target to leave it out.
			const among = new Set(identifiers);
			return rows.filter(([, target]) => among.has(target));
		},
	};
}

/** Lists where assertions are found by their source (first) and by their target. */
function assertionEnds(recent: RecentRows): { table: string; end: 'source_id' | 'target_id' }[] {
	return [
		{ table: 'assertion', end: 'source_id' },
		...recent.sources('assertion_to').map((table) => ({ table, end: 'target_id' as const })),
	];
}

function groupRecords(
	sql: Sql,
	recent: RecentRows,
): Pick<LinkRecords, 'identityMembers' | 'versionMembers' | 'hold' | 'holdAll' | 'weigh' | 'move' | 'place'> {
	const groups = sql.dialect.list('?1', { id: 'integer' });
	return {
		async identityMembers(wanted) {
			const rows = await sql.all<[number, number]>(
				`select i.identity_id, i.id from ${groups} w join identifier i on i.identity_id = w.id`,
				[jsonInOrder(wanted)],
			);
			const shared = new Set(rows.map(([group]) => group));
			return [...rows, ...wanted.filter((group) => !shared.has(group)).map((group): [Id, Id] => [group, group])];
		},
		async versionMembers(wanted) {
			const rows = await sql.all<[number, number, number]>(
				`select i.id, i.identity_id, i.version_id from ${groups} w join identifier i on i.version_id = w.id`,
				[jsonInOrder(wanted)],
			);
			const shared = new Set(rows.map(([, , version]) => version));
			return [
				...rows.map(([id, identity, version]) => ({ id, identity, version, alone: false })),
				...wanted.filter((group) => !shared.has(group)).map((id) => ({ id, identity: id, version: id, alone: true })),
			];
		},
		async hold(change, agree) {
			const held: (Placement & { description: Id | null })[] = [];
			for (const [strength, ids] of [
				['update', change],
				['share', agree],
			] as const) {
				if (ids.length === 0) continue;
				// In the order of ids, so that two writers seldom wait for each other in a circle.
				const rows = await sql.all<[number, number, number, number | boolean, number | null]>(
					`select i.id, ${placeColumns}, i.description_id from identifier i where i.id in (select id from ${groups} w)
					 order by i.id ${sql.dialect.lockRows(strength)}`,
					[json(ids)],
				);
				for (const [id, identity, version, alone, description] of rows) {
					held.push({ id, identity, version, alone: Boolean(alone), description });
				}
			}
			return held;
		},
		async holdAll() {
			const lock = sql.dialect.lockTable('identifier');
			if (lock !== null) await sql.run(lock);
		},
		async weigh(kind, wanted, cap) {
			const member = kind === 'identity' ? 'm.identity_id = w.id' : 'm.version_id = w.id';
			const ends = assertionEnds(recent);
			const counted = [
				...ends.map(({ table, end }) => `select 1 from ${table} a where a.${end} = w.id`),
				`select 1 from identifier m where ${member}`,
				...ends.map(
					({ table, end }) =>
						`select 1 from identifier m join ${table} a on a.${end} = m.id where m.id <> w.id and ${member}`,
				),
			];
			const rows = await sql.all<[number, number]>(
				`select w.position, (select count(*) from (${counted.join(' union all ')} limit ?2) counted) from ${groups} w`,
				[json(wanted), cap],
			);
			const weights = new Array<number>(wanted.length).fill(0);
			for (const [position, weight] of rows) weights[position] = weight;
			return weights;
		},
		async place(places) {
			const wanted = sql.dialect.list('?1', { id: 'integer', identity: 'integer', version: 'integer' });
			await sql.run(
				`update identifier set identity_id = w.identity, version_id = w.version from ${wanted} w where identifier.id = w.id`,
				[json(places.map(({ id, identity, version, alone }) => (alone ? [id, null, null] : [id, identity, version])))],
			);
		},
		async move(identityMoves, versionMoves) {
			const named = [...new Set([...identityMoves, ...versionMoves].flat())];
			if (named.length === 0) return;
			// What was alone is so no longer: from now on its groups are written down.
			await sql.run(
				`update identifier set identity_id = id, version_id = id
				 where identity_id is null and id in (select id from ${groups} w)`,
				[json(named)],
			);
			const moves = sql.dialect.list('?1', { from_group: 'integer', to_group: 'integer' });
			for (const [column, pairs] of [
				['version_id', versionMoves],
				['identity_id', identityMoves],
			] as const) {
				if (pairs.length === 0) continue;
				await sql.run(
					`update identifier set ${column} = v.to_group from ${moves} v where identifier.${column} = v.from_group`,
					[json(pairs)],
				);
			}
		},
	};
}

function descriptionRecords(
	sql: Sql,
	recent: RecentRows,
): Pick<
	LinkRecords,
	| 'internDescriptions'
	| 'recordDescriptions'
	| 'descriptions'
	| 'groupDescriptions'
	| 'describe'
	| 'describedHistory'
	| 'laterEventApplied'
> {
	const ids = sql.dialect.list('?1', { id: 'integer' });
	return {
		internDescriptions: (texts) => intern(sql, 'description', texts),
		async recordDescriptions(described) {
			const ordered = described.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
			await recent.add(sql, 'identifier_description', ordered);
		},
		descriptions: (wanted) => readTexts(sql, 'description', wanted),
		async groupDescriptions(groups) {
			const rows = await sql.all<[number, number | null]>(
				`select i.id, i.description_id from ${ids} w join identifier i on i.id = w.id`,
				[jsonInOrder(groups)],
			);
			return rows.map(([group, description]) => ({ group, description }));
		},
		async describe(groups) {
			if (groups.length === 0) return;
			await sql.run(
				`update identifier set description_id = w.description
				 from ${sql.dialect.list('?1', { id: 'integer', description: 'integer' })} w where identifier.id = w.id`,
				[json(groups)],
			);
		},
		describedHistory: (group) => describedHistory(sql, recent.sources('identifier_description'), group),
		async laterEventApplied(sequence) {
			const rows = await sql.all<[number]>(
				'select 1 from link_event where sequence > ?1 and counts is not null limit 1',
				[sequence],
			);
			return rows.length > 0;
		},
	};
}

const historyStepRows = 20;

async function* describedHistory(
	sql: Sql,
	tables: readonly string[],
	group: Id,
): AsyncGenerator<{ event: Id; identifier: Id; description: Id }> {
	// The newest few of each member in each table.
	const newest = tables.map(
		(table, position) =>
			`select ${position}, d.event_sequence, d.identifier_id, d.description_id
			 from (select id from identifier where identity_id = ?1 union select ?1) m
			 join ${table} d on d.identifier_id = m.id and d.event_sequence in (
			   select event_sequence from ${table} e where e.identifier_id = m.id and e.event_sequence < ?2
			   order by e.event_sequence desc limit ${historyStepRows})`,
	);
	let before = Number.MAX_SAFE_INTEGER;
	for (;;) {
		const rows = await sql.all<[number, number, number, number]>(
			`${newest.join(' union all ')} order by 2 desc, 3, 1`,
			[group, before],
		);
		// Whatever is older than the oldest of a full few may be preceded by rows not read yet.
		const fews = new Map<string, { count: number; oldest: Id }>();
		for (const [table, event, identifier] of rows) {
			const few = `${table} ${identifier}`;
			fews.set(few, { count: (fews.get(few)?.count ?? 0) + 1, oldest: event });
		}
		let horizon = 0;
		for (const { count, oldest } of fews.values()) {
			if (count === historyStepRows) horizon = Math.max(horizon, oldest);
		}
		for (const [at, [, event, identifier, description]] of rows.entries()) {
			const [, eventBefore, identifierBefore] = rows[at - 1] ?? [];
			// Recorded again after it was moved: the first word counts.
			if (event === eventBefore && identifier === identifierBefore) continue;
			if (event >= horizon) yield { event, identifier, description };
		}
		if (horizon === 0) return;
		before = horizon;
	}
}

function indexRecords(
	sql: Sql,
): Pick<LinkRecords, 'defer' | 'deferredFor' | 'forgetDeferred' | 'mark' | 'finish' | 'marks' | 'waitingMarks'> {
	return {
		async defer(event, changed, regrouped) {
			const whole = new Set(regrouped);
			await sql.insert(
				'deferred_change',
				{ identifier_id: 'integer', event_sequence: 'integer', regrouped: 'integer' },
				[...new Set([...changed, ...regrouped])].flatMap((id) => [id, event, whole.has(id) ? 1 : 0]),
			);
		},
		deferredFor: (places) => deferredFor(sql, places),
		async forgetDeferred(ids) {
			const those = sql.dialect.list('?1', { id: 'integer' });
			await sql.run(`delete from deferred_change where identifier_id in (select id from ${those} w)`, [json(ids)]);
		},
		async mark(event, mark) {
			await sql.run('insert into index_mark (event_sequence, parts, body) values (?1, ?2, ?3)', [
				event,
				mark.relationships.length + mark.changed.length + mark.regrouped.length,
				packMark(mark),
			]);
			await sql.announce('marks');
		},
		finish: (event, worker, counts, now) => finish(sql, event, worker, JSON.stringify(counts), now),
		async marks(limit, { parts = Number.POSITIVE_INFINITY, after = 0 } = {}) {
			// What is not listed is not read, either.
			const sizes = await sql.all<[number]>(
				'select parts from index_mark where kept = 0 and id > ?1 order by id limit ?2',
				[after, limit],
			);
			let before = 0;
			let listed = 0;
			for (; listed < sizes.length && (listed === 0 || before < parts); listed++) before += Number(sizes[listed]?.[0]);
			const rows = await sql.all<[number, number, number, Uint8Array | string]>(
				'select id, event_sequence, outdated, body from index_mark where kept = 0 and id > ?1 order by id limit ?2',
				[after, listed],
			);
			return rows.map(([id, sequence, outdated, body]) => ({ id, sequence, mark: unpackMark(body, outdated === 1) }));
		},
		async waitingMarks() {
			const [row] = await sql.all<[number]>('select count(*) from index_mark where kept = 0');
			return Number(row?.[0] ?? 0);
		},
	};
}

async function deferredFor(sql: Sql, placed: readonly Placement[]): Promise<{ changed: Id[]; regrouped: Id[] }> {
	const any = await sql.all<[number]>('select 1 from deferred_change limit 1');
	if (any.length === 0 || placed.length === 0) return { changed: [], regrouped: [] };
	const versions = [...new Set(placed.map(({ version }) => version))];
	const groups = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all<[number, number]>(
		`select d.identifier_id, max(d.regrouped) from (
		   select i.id from ${groups} w join identifier i on i.version_id = w.id
		   union select w.id from ${groups} w) m
		 join deferred_change d on d.identifier_id = m.id group by d.identifier_id`,
		[json(versions)],
	);
	const changed = rows.map(([id]) => id);
	return { changed, regrouped: rows.filter(([, regrouped]) => Number(regrouped) === 1).map(([id]) => id) };
}

async function finish(sql: Sql, event: ClaimedEvent, worker: string, counts: string, now: number): Promise<boolean> {
	const changed = await sql.run(
		`update link_event set state = 'Done', finished_at = ?3, counts = ?4, error = null, due_at = null, worker = null, lease_until = null
		 where sequence = ?1 and state = 'Processing' and worker = ?2 and attempts = ?5`,
		[event.sequence, worker, now, counts, event.attempts],
	);
	return changed === 1;
}

// Where one writes, texts are written out for so many rows at once: with more, V8 would find them alive and keep them among the old objects.
const textsPerInsert = 500;

/** Finds or creates rows of a table of texts, told apart by their digests. */
async function intern(sql: Sql, table: 'provenance' | 'description', texts: readonly DigestedText[]): Promise<Id[]> {
	if (texts.length === 0) return [];
	const ids = new Array<Id | undefined>(texts.length).fill(undefined);
	const find = async (positions: readonly number[]): Promise<number[]> => {
		if (positions.length === 0) return [];
		const found = await sql.all<[number, number]>(
			`select w.position, t.id from ${sql.dialect.list('?1', { digest: 'text' })} w join ${table} t on t.digest = w.digest`,
			[json(positions.map((position) => texts[position]?.digest))],
		);
		found.forEach(([at, id]) => {
			ids[positions[at] as number] = id;
		});
		return positions.filter((position) => ids[position] === undefined);
	};
	const named = (position: number) => texts[position] as DigestedText;
	const isNew = (position: number) => named(position).isNew === true;
	const all = [...texts.keys()];
	const missing = [...all.filter(isNew), ...(await find(all.filter((position) => !isNew(position))))];
	if (missing.length === 0) return ids as Id[];
	// In order, so that two writers never wait for each other in a circle.
	const wanted = groupedInOrder(missing, (one, other) => compareText(named(one).digest, named(other).digest));
	const content = (position: number) => shorten(named(position).text);
	if (!sql.dialect.oneWriter) {
		const rows = wanted.flatMap(([position]) => [named(position).digest, content(position)]);
		await sql.insert(table, { digest: 'text', content: 'text' }, rows);
		await find(missing);
		return ids as Id[];
	}
	const first = await nextId(sql, table);
	for (let at = 0; at < wanted.length; at += textsPerInsert) {
		const rows = wanted
			.slice(at, at + textsPerInsert)
			.flatMap(([position], next) => [first + at + next, named(position).digest, content(position)]);
		await sql.insert(table, { id: 'integer', digest: 'text', content: 'text' }, rows, { mustBeNew: true });
	}
	wanted.forEach((positions, at) => {
		for (const position of positions) ids[position] = first + at;
	});
	return ids as Id[];
}

/** Reads what intern keeps. */
async function readTexts(sql: Sql, table: 'provenance' | 'description', ids: readonly Id[]): Promise<[Id, string][]> {
	const rows = await sql.all<[Id, string]>(
		`select t.id, t.content from ${sql.dialect.list('?1', { id: 'integer' })} w join ${table} t on t.id = w.id`,
		[jsonInOrder(ids)],
	);
	return rows.map(([id, content]) => [id, expand(content)]);
}

/** Packs a mark: while a load fills a store, marks wait for the index to be built, 27 bytes a link as text and 8 packed. */
function packMark({ relationships, changed, regrouped }: IndexMark): Uint8Array {
	return packPayload(Buffer.from(JSON.stringify([relationships.flat(), changed, regrouped]))).body;
}

const openBracket = 0x5b;

function unpackMark(stored: Uint8Array | string, outdated: boolean): IndexMark {
	// A program that does not pack them yet may have written to a file of SQLite that was migrated meanwhile.
	const body = typeof stored === 'string' ? Buffer.from(stored) : stored;
	const text = unpackPayload({ encoding: body[0] === openBracket ? 'identity' : 'zstd', body });
	const [flat, changed, regrouped] = JSON.parse(Buffer.from(text).toString()) as [number[], number[], number[]];
	const relationships: MarkedRelationship[] = [];
	for (let at = 0; at < flat.length; at += 4) {
		const [source, relation, target, provenance] = flat.slice(at, at + 4) as [Id, number, Id, Id];
		relationships.push([source, relation, target, outdated ? lookUp : provenance]);
	}
	return { relationships, changed, regrouped };
}
