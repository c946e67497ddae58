// Runs the suites of the records and of migrations on PostgreSQL.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import pg from 'pg';
import { describeMigrate } from '../../store/suite/migrate.contract.ts';
import { describeRecords } from '../../store/suite/records.contract.ts';
import { describeAuditRemains } from '../../store/suite/stored-audit.contract.ts';
import { createSchema, openEmptyPostgres, openTestPostgresRecords, skipPostgres } from './postgres.fixture.ts';
import { postgresDialect } from './postgres-database.ts';

describeRecords('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres, notifies: true });
describeMigrate('PostgreSQL', openEmptyPostgres, { skip: skipPostgres });
describeAuditRemains('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres });

describe('the connections that a user without privileges counts', { skip: skipPostgres }, () => {
	it('include those of other users, up to the number that is not reserved for superusers', async () => {
		const outside = await createSchema();
		const name = `counts_${randomUUID().replaceAll('-', '')}`;
		await outside.query(`create role ${name} login password 'counts'`);
		const url = Object.assign(new URL(outside.listenUrl ?? outside.url), { username: name, password: 'counts' });
		const other = new pg.Client(url.href);
		try {
			await other.connect();
			const { rows } = await other.query({ text: postgresDialect.selectConnections as string, rowMode: 'array' });
			const [[open, most]] = rows as [[string, string]];
			const settings = `select current_setting('max_connections'), current_setting('superuser_reserved_connections')`;
			const [[all, reserved]] = (await outside.query(settings)) as [[string, string]];
			// Its own connection and at least one of the superuser.
			assert.ok(Number(open) >= 2, open);
			assert.equal(Number(most), Number(all) - Number(reserved));
		} finally {
			await other.end();
			await outside.query(`drop role ${name}`);
			await outside.remove();
		}
	});
});
