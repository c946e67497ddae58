// The versions of the program that a simulated rolling upgrade leads to: each adds a migration, and
// some change the format of the index.
import { sqliteMigrations } from '../../src/engines/sqlite/records/sqlite-records.fixture.ts';
import type { IndexFormats } from '../../src/ports/search/index-format.ts';
import type { Migration } from '../../src/store/migrate.ts';
import type { Random } from '../random.ts';

/** What differs between versions of the program. */
export type Version = { migrations: readonly Migration[]; formats: IndexFormats };

const upgrades = 2;

/** Lists this version and later ones, which are made up. */
export function drawVersions(random: Random): Version[] {
	const versions: Version[] = [{ migrations: sqliteMigrations, formats: { written: 1, oldest: 1, flagRules: 1 } }];
	for (let at = 1; at <= upgrades; at++) {
		const { migrations, formats } = versions.at(-1) as Version;
		const [name, isExpansion] = [`upgrade_${at}`, random.happens(0.6)];
		const number = Math.max(...migrations.map((one) => one.number)) + 1;
		versions.push({
			migrations: [...migrations, { number, name, text: `create table ${name} (id integer)`, isExpansion }],
			formats: {
				written: formats.written + random.below(2),
				oldest: formats.written,
				flagRules: formats.flagRules + random.below(2),
			},
		});
	}
	return versions;
}

/** Returns the number of the last migration that excludes earlier versions. */
export function lastBreaking({ migrations }: Version): number {
	return Math.max(...migrations.filter(({ isExpansion }) => !isExpansion).map(({ number }) => number));
}
