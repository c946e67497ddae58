// Tests records whose DATABASE_URL names several servers, a real primary and its standby: the one
// that takes writes is found, and found again when the standby takes over.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres, startPostgres } from '../../../scripts/services/postgres.ts';
import type { Service } from '../../../scripts/services/service.ts';
import { migrate } from '../../store/migrate.ts';
import { openRecords, type Records } from '../../store/records.ts';

import type { SqlDatabase } from '../../store/sql-database.ts';
import { newEvent } from '../../store/suite/records.fixture.ts';
import { postgresMigrations, skipPostgres } from './postgres.fixture.ts';
import { openPostgresDatabase } from './postgres-database.ts';

async function ask(url: string, text: string): Promise<unknown> {
	const client = new pg.Client(url);
	await client.connect();
	try {
		return (await client.query({ text, rowMode: 'array' })).rows[0]?.[0];
	} finally {
		await client.end();
	}
}

async function eventually(isSo: () => Promise<unknown>): Promise<void> {
	const deadline = performance.now() + 30_000;
	while (!(await isSo())) {
		if (performance.now() > deadline) assert.fail('it does not become so');
		await pause(100);
	}
}

describe('records on a primary and its standby', { skip: skipPostgres }, () => {
	let primary: Service;
	let standby: Service;
	let database: SqlDatabase;
	let records: Records;
	before(async () => {
		primary = await startPostgres(findPostgres(), { settings: { synchronous_commit: 'on' } });
		standby = await startPostgres(findPostgres(), { standbyOf: primary.url });
		// The standby first: the order does not matter.
		const url = new URL(primary.url);
		const hosts = [standby, primary].map((one) => new URL(one.url).host).join();
		database = openPostgresDatabase({
			url: `${url.href.replace(url.host, hosts)}?target_session_attrs=read-write`,
		});
		await migrate(database, postgresMigrations);
		records = openRecords(database);
	});
	after(async () => {
		await database?.close();
		await standby?.stop();
		await primary?.stop();
	});

	const count = async () => (await records.events({ limit: 100 })).length;

	it('are stored by the one that takes writes', async () => {
		await records.accept([newEvent()]);
		assert.equal(await ask(primary.url, 'select count(*)::int from link_event'), 1);
		assert.equal(await ask(standby.url, 'select pg_is_in_recovery()'), true);
	});

	it('fail with unavailable while there is none, and continue with the standby that took over', async () => {
		let notified = 0;
		const stop = records.subscribe?.('events', () => {
			notified += 1;
		});
		await eventually(async () => notified > 0);
		const position = await ask(primary.url, 'select pg_current_wal_lsn()');
		await eventually(() => ask(standby.url, `select pg_last_wal_replay_lsn() >= '${position}'`));
		await primary.kill();
		await assert.rejects(records.accept([newEvent()]), { code: 'unavailable', retryAfterSeconds: 5 });
		await ask(standby.url, 'select pg_promote()');
		await records.accept([newEvent()]);
		assert.equal(await count(), 2);
		const before = notified;
		await eventually(async () => {
			await records.accept([newEvent()]);
			return notified > before;
		});
		await stop?.();
	});

	it('do not use a server that is read-only', async () => {
		await ask(standby.url, 'alter system set default_transaction_read_only = on');
		await ask(standby.url, 'select pg_reload_conf()');
		await eventually(async () => (await ask(standby.url, 'show transaction_read_only')) === 'on');
		await assert.rejects(records.accept([newEvent()]), { code: 'unavailable' });
	});
});
