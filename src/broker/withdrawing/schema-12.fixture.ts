// A database of schema 12, the last one whose assertions had no places, with the rows that a program
// of that schema wrote for the events below.
import type { Sql } from '../../store/sql-database.ts';
import { about, bodyOf, given } from '../graph.fixture.ts';
import type { GivenEvent } from '../graph.model.ts';

/** Reads one link, and gives both of its objects a title; '' gives none. */
function titled(text: string, ...titles: [source: string, target?: string]) {
	return given(text).map((link) => {
		const [source, target] = [link.source, link.target].map((object, at) => ({
			...object,
			description: titles[at] ? { Title: titles[at] } : {},
		})) as [typeof link.source, typeof link.target];
		return { ...link, source, target };
	});
}

const event = (links: GivenEvent['links'], action: GivenEvent['action'] = 'assert'): GivenEvent => ({
	...{ links, action, noindex: false, userId: 1 },
});

/** The events, in the order of acceptance; the fourth is withdrawn in part, the seventh as a whole. */
export const eventsBefore: readonly GivenEvent[] = [
	event([...titled('P cites D', 'Paper', 'Data'), ...given('P cites C')]),
	event([about('S', { Title: 'Self' }), ...titled('T cites C', 'Text')]),
	event(titled('A=B cites C', 'Array')),
	event([...titled('X cites D', 'Wrong'), ...given('X cites C')]),
	event(given('X cites P')),
	event(given('X cites D'), 'withdraw'),
	event(titled('Y cites Z', 'Early', 'Late')),
	event(given('Y cites Z'), 'withdraw'),
];

/** Names an event by its number. */
export const eventIdOf = (number: number): string => `before-${number}`;

type Value = number | string | null | Uint8Array;
type Table = { columns: string; rows: readonly (readonly Value[])[] };

const bytes = (text: string) => new TextEncoder().encode(text);
const assertionColumns = 'source_id, relation, target_id, provenance_id, event_sequence, record_source_id';
const descriptionColumns = 'identifier_id, event_sequence, place, description_id';

// Ids are left out where the database counts them: from 1, in this order.
const tables: Readonly<Record<string, Table>> = {
	link_event: {
		columns: `event_id, action, takes_all, state, noindex, unindexed, user_id, links, refused, created_at, started_at,
			finished_at, attempts, counts`,
		rows: eventsBefore.map(({ action = 'assert', links }, at) => [
			...[eventIdOf(at + 1), action, 0, 'Done', 0, 0, 1, links.length, 0, at, at, at, 1],
			JSON.stringify({ links: links.length, ignored: 0, containers: 0, unknownRelations: [] }),
		]),
	},
	event_payload: {
		columns: 'sequence, encoding, body',
		rows: eventsBefore.map(({ links }, at) => [at + 1, 'identity', bodyOf(links)]),
	},
	provider: { columns: 'digest, name', rows: [['3yPZiEsQDIqSSzpXfwKyPV', 'Zenodo']] },
	provenance: {
		columns: 'digest, provider_id, content',
		rows: [['mL0Qf-P9NdCechef4gs7xZ', 1, '["Zenodo\u00142018-01-01"]']],
	},
	identifier: {
		columns: 'key, scheme, spelling, identity_id, version_id, description_id, retired',
		rows: [
			['c', 'doi', 'C', null, null, null, null],
			['d', 'doi', 'D', null, null, 1, null],
			['p', 'doi', 'P', null, null, 2, null],
			['s', 'doi', 'S', null, null, 3, null],
			['t', 'doi', 'T', null, null, 4, null],
			['a', 'doi', 'A', 6, 6, 5, null],
			['b', 'doi', 'B', 6, 6, null, null],
			['x', 'doi', 'X', null, null, 7, null],
			['y', 'doi', 'Y', null, null, null, 1],
			['z', 'doi', 'Z', null, null, null, 1],
		],
	},
	description: {
		columns: 'group_id, digest, content',
		rows: [
			[2, '3Zrvx3QCxfcP-iXbwUfabn', '\u0002Data"}'],
			[3, 'ZyuHpKeX3GOcGUrTLvBYEF', '\u0002Paper"}'],
			[4, 'PlH0D1xGsWIi0ctGNnWZxt', '\u0002Self"}'],
			[5, 'J4hMGADq3ECDV_it-PniJ0', '\u0002Text"}'],
			[6, '1PM1SGNk8PejWf0f5sxPc6', '\u0002Array"}'],
			[7, '1PM1SGNk8PejWf0f5sxPc6', '\u0002Array"}'],
			[8, 'uEKgsZngryvbxWsCjSsV3e', '\u0002Wrong"}'],
			[10, 'Mcdv9er4IPeKTmC1ZLyusu', '\u0002Late"}'],
			[9, '-tUd8Yo8Hfz2MSc4N0o8mB', '\u0002Early"}'],
		],
	},
	assertion: {
		columns: assertionColumns,
		rows: [
			[3, 1, 2, 1, 1, 0],
			[3, 1, 1, 1, 1, 0],
			[5, 1, 1, 1, 2, 0],
			[6, 5, 7, 1, 3, 0],
			[6, 1, 1, 1, 3, 0],
			[8, 1, 1, 1, 4, 0],
			[8, 1, 3, 1, 5, 0],
		],
	},
	withdrawn_assertion: {
		columns: assertionColumns,
		rows: [
			[8, 1, 2, 1, 4, 0],
			[9, 1, 10, 1, 7, 0],
		],
	},
	identifier_description: {
		columns: descriptionColumns,
		rows: [
			[2, 1, 1, 1],
			[3, 1, 0, 2],
			[4, 2, 0, 3],
			[5, 2, 2, 4],
			[6, 3, 0, 5],
			[7, 3, 0, 6],
			[8, 4, 0, 7],
		],
	},
	withdrawn_description: {
		columns: descriptionColumns,
		rows: [
			[9, 7, 0, 9],
			[10, 7, 1, 8],
		],
	},
	withdrawal: {
		columns: 'source_id, relation, target_id, provider_id, event_sequence',
		rows: [
			[8, 1, 2, 1, 6],
			[9, 1, 10, 1, 8],
		],
	},
	change_piece: {
		columns: 'first_number, entries, at, event_sequence, body',
		rows: [
			[1, 2, 1, 1, bytes('[[2,2],[3,0],[1,1],[2,-1],[1,0],[0,0]]')],
			[3, 1, 2, 2, bytes('[[2],[5],[1],[1],[1],[0]]')],
			[4, 2, 3, 3, bytes('[[2,2],[6,0],[5,1],[7,-6],[1,0],[0,0]]')],
			[6, 2, 4, 4, bytes('[[2,2],[8,0],[1,1],[2,-1],[1,0],[0,0]]')],
			[8, 1, 5, 5, bytes('[[2],[8],[1],[3],[1],[0]]')],
			[9, 1, 6, 6, bytes('[[7],[8],[1],[2],[1],[-2]]')],
			[10, 1, 7, 7, bytes('[[2],[9],[1],[10],[1],[0]]')],
			[11, 1, 8, 8, bytes('[[7],[9],[1],[10],[1],[-1]]')],
		],
	},
	change_mention: {
		columns: 'identifier_id, event_sequence',
		rows: [2, 8].flatMap((id) => [4, 6].map((event) => [id, event])),
	},
};

/** Fills a database of schema 12. */
export async function fillSchema12(sql: Sql): Promise<void> {
	for (const [table, { columns, rows }] of Object.entries(tables)) {
		for (const row of rows) {
			const values = row.map((_, at) => `?${at + 1}`).join(', ');
			await sql.run(`insert into ${table} (${columns}) values (${values})`, [...row]);
		}
	}
	await sql.run('update change_log set last_number = 11, last_at = 8');
}
