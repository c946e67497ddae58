// A rolling upgrade from the previous release: both versions of the program run on one database and
// one index, and no request fails.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { clusterUrl, removeIndexes, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { createSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { openPostgresDatabase } from '../src/engines/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../src/engines/sqlite/records/sqlite-database.ts';
import { type Migration, migrate, readMigrations } from '../src/store/migrate.ts';
import type { SqlDatabase } from '../src/store/sql-database.ts';
import { eventually, openProgram, type Program, type Server, submit, untilIndexed } from './end-to-end/program.ts';
import { type PreviousRelease, skipPreviousRelease, unpackPreviousRelease } from './previous-release.ts';

/** The stores that both versions share; `openDatabase` opens the database of the records. */
type Stores = {
	settings: NodeJS.ProcessEnv;
	openDatabase(): SqlDatabase;
	tables: string;
	remove(): Promise<void>;
};

async function sqliteStores(): Promise<Stores> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-upgrade-'));
	const path = join(folder, 'broker.db');
	return {
		settings: { DATABASE_URL: `sqlite:${path}`, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` },
		openDatabase: () => openSqliteDatabase(path),
		tables: `select name from sqlite_schema where type = 'table' and sql not like '%virtual%'
			and name not like 'sqlite%'`,
		remove: () => rm(folder, { recursive: true }),
	};
}

async function serverStores(): Promise<Stores> {
	const schema = await createSchema();
	const prefix = `test-${randomUUID().slice(0, 13)}`;
	return {
		settings: { ...schema.settings, SEARCH_URL: `${clusterUrl}/${prefix}` },
		openDatabase: () => openPostgresDatabase(schema),
		tables: `select tablename from pg_tables where schemaname = '${schema.name}'`,
		async remove() {
			await removeIndexes(prefix);
			await schema.remove();
		},
	};
}

const doi = (name: string) => `10.1234/upgrade.${name}`;

/** Links of two versions of a package, one of which `paper` cites. */
function linksOf(paper: string) {
	const object = (name: string, type: string) => ({
		Identifier: { ID: doi(name), IDScheme: 'doi' },
		Type: { Name: type },
		Title: `The work ${name}`,
	});
	const link = (source: object, relation: string, target: object) => ({
		Source: source,
		RelationshipType: { Name: 'IsRelatedTo', SubType: relation, SubTypeSchema: 'DataCite' },
		Target: target,
		LinkPublicationDate: '2025-03-01',
		LinkProvider: [{ Name: 'Upgrade' }],
	});
	return [
		link(object(paper, 'literature'), 'Cites', object('v1', 'software')),
		link(object('all', 'software'), 'HasVersion', object('v1', 'software')),
		link(object('all', 'software'), 'HasVersion', object('v2', 'software')),
	];
}

const questions = [
	`/relationships?id=${doi('v1')}&relation=isCitedBy`,
	`/relationships?id=${doi('v2')}&relation=isCitedBy&group_by=version&sort=-mostrecent`,
	`/relationships?id=${doi('all')}&relation=isCitedBy&group_by=version&q=work`,
	`/objects?q=upgrade`,
	`/objects?id=${doi('v2')}`,
	`/why?id=${doi('first')}&other=${doi('v1')}`,
];

/** Asks all questions, each of which has to be answered. */
async function answersOf({ url }: Server): Promise<unknown[]> {
	const answers: unknown[] = [];
	for (const question of questions) {
		const response = await fetch(`${url}${question}`, { headers: { accept: 'application/json' } });
		const text = await response.text();
		assert.equal(response.status, 200, `${question}: ${text}`);
		answers.push(JSON.parse(text.replaceAll(url, '')));
	}
	return answers;
}

/** Leaves out what the previous release lacks, such as flags and names of versions. */
function asBefore(answer: unknown): unknown {
	if (Array.isArray(answer)) return answer.map(asBefore);
	if (typeof answer !== 'object' || answer === null) return answer;
	const known = Object.entries(answer).filter(([name]) => !isNew(name, answer));
	return Object.fromEntries(known.map(([name, value]) => [name, asBefore(value)]));
}

/** Whether the previous release lacks a member; `link` of an explanation, but not of a change. */
function isNew(name: string, within: object): boolean {
	return ['journal', 'link_year', 'VersionName', 'Flags'].includes(name) || (name === 'link' && 'steps' in within);
}

for (const [name, skip, openStores] of [
	['SQLite', false, sqliteStores],
	['PostgreSQL and OpenSearch', skipPostgres || skipOpenSearch, serverStores],
] as const) {
	describe(`a rolling upgrade on ${name}`, { skip: skipPreviousRelease || skip }, () => {
		let release: PreviousRelease;
		let stores: Stores;
		let old: Program;
		let next: Program;
		let earlier: Server;
		let token: string;
		before(async () => {
			release = await unpackPreviousRelease();
		});
		after(() => release.remove());
		beforeEach(async () => {
			stores = await openStores();
			old = await openProgram(stores.settings, release.bin);
			next = await openProgram(stores.settings);
			token = await old.token();
			earlier = await old.serve();
			await untilIndexed(earlier, token, await submit(earlier, token, linksOf('first')));
		});
		afterEach(async () => {
			await old.remove();
			await next.remove();
			await stores.remove();
		});

		const migrateTo = async (further: Omit<Migration, 'number' | 'name'>): Promise<void> => {
			const database = stores.openDatabase();
			const own = readMigrations(database.dialect.schemaWords);
			await migrate(database, [...own, { number: 9_999, name: 'of-tomorrow', ...further }]);
			await database.close();
		};

		it('answers the same from the first request on, and both versions take submissions', async () => {
			const answered = await answersOf(earlier);
			const later = await next.serve();
			assert.deepEqual((await answersOf(later)).map(asBefore), answered);
			for (const sort of ['published', '-title', 'mostcited']) {
				const response = await fetch(`${later.url}/relationships?id=${doi('v1')}&relation=isCitedBy&sort=${sort}`);
				assert.match(await response.text(), /The work first/, sort);
			}
			await untilIndexed(later, token, await submit(earlier, token, linksOf('second')));
			await untilIndexed(earlier, token, await submit(later, token, linksOf('third')));
			const both = [await answersOf(earlier), (await answersOf(later)).map(asBefore)];
			assert.deepEqual(both[1], both[0]);
			assert.match(JSON.stringify(both), /upgrade\.second.*upgrade\.third/);
			assert.equal(await earlier.stop(), 0);
			assert.deepEqual((await answersOf(later)).map(asBefore), both[0]);
			// The server replaces an index of the previous release within minutes; this does so now.
			assert.equal((await next.run('search', 'reindex')).status, 0);
			assert.equal((await next.run('doctor')).status, 0);
		});

		it('goes on beside an expansion: a table more, and a column more in each table', async () => {
			const database = stores.openDatabase();
			const tables = await database.read((sql) => sql.all<[string]>(stores.tables));
			await database.close();
			assert.ok(tables.length > 20);
			const columns = tables.map(([table]) => `alter table ${table} add column of_tomorrow text;`);
			await migrateTo({ text: `create table tomorrow (name text); ${columns.join('\n')}`, isExpansion: true });
			const id = await submit(earlier, token, linksOf('second'));
			await untilIndexed(earlier, token, id);
			const withdrawn = await fetch(`${earlier.url}/events/${id}`, {
				method: 'DELETE',
				headers: { Authorization: `Bearer ${token}` },
			});
			assert.equal(withdrawn.status, 200, await withdrawn.text());
			assert.equal(await earlier.stop(), 0);
			// Such as a process that is started again before it is replaced.
			const again = await old.serve();
			assert.match(await old.token('another@example.org'), /./);
			await untilIndexed(again, token, await submit(again, token, linksOf('third')));
			assert.equal((await old.run('doctor')).status, 0);
		});

		it('stops the older program within a second where a migration is none', async () => {
			await migrateTo({ text: 'create table tomorrow (name text)', isExpansion: false });
			const response = await fetch(`${earlier.url}/events`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
				body: JSON.stringify(linksOf('second')),
			});
			assert.equal(response.status, 503);
			assert.match(
				((await response.json()) as { detail: string }).detail,
				/A newer version of link-broker has migrated/,
			);
			const isReady = async () => (await fetch(`${earlier.url}/health/ready/submissions`)).status;
			await eventually(isReady, (status) => status === 503, { timeoutSeconds: 1 });
			const again = await old.run('serve');
			assert.equal(again.status, 1);
			assert.match(again.errors, /schema 9999/);
		});
	});
}
