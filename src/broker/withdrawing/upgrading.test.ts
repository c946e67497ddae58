// Upgrades a database of schema 12 on SQLite, and on PostgreSQL where there is one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmptyPostgres, postgresMigrations, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openSqliteDatabase } from '../../engines/sqlite/records/sqlite-database.ts';
import { sqliteMigrations } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { describeUpgrading } from './upgrading.contract.ts';

async function openEmptyFile() {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-upgrading-'));
	const database = openSqliteDatabase(join(folder, 'broker.db'));
	const close = async () => {
		await database.close();
		await rm(folder, { recursive: true });
	};
	return { database, close };
}

describeUpgrading('SQLite', openEmptyFile, sqliteMigrations);
describeUpgrading('PostgreSQL', openEmptyPostgres, postgresMigrations, { skip: skipPostgres });
