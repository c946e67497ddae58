/**
 * Starts a PostgreSQL server of one's own, from the programs installed on this machine; it does not
 * know what is stored in it.
 */

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { findPrograms, type ProcessOwner, runGuarded, startGuarded, waitForAnswer } from './guarded-process.ts';
import { type Service, startService } from './service.ts';

const START_TIMEOUT_SECONDS = 60;
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const USER = 'link_broker';

/** Names the programs of PostgreSQL and who runs them. */
export type PostgresInstallation = { folder: string; owner: ProcessOwner | undefined };

/**
 * Finds PostgreSQL, the newest that Debian's packages installed or else the one on PATH; throws
 * saying what to install.
 */
export function findPostgres(): PostgresInstallation {
	const folder = findPrograms(['initdb', 'postgres'], debianFolders());
	if (folder === undefined) {
		throw new Error(
			'PostgreSQL is not installed: no initdb in /usr/lib/postgresql/*/bin or on PATH. Debian, Ubuntu: apt-get ' +
				'install postgresql. macOS: brew install postgresql.',
		);
	}
	return { folder, owner: process.getuid?.() === 0 ? findUnprivilegedOwner() : undefined };
}

function debianFolders(): string[] {
	try {
		const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
		return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
	} catch {
		return [];
	}
}

// PostgreSQL refuses to run as root.
export function findUnprivilegedOwner(): ProcessOwner {
	const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
	try {
		return { uid: ask('-u'), gid: ask('-g') };
	} catch (cause) {
		throw new Error(
			'PostgreSQL does not run as root, and there is no user postgres to run it. Create one (useradd --system ' +
				'postgres), or be another user than root.',
			{ cause },
		);
	}
}

/** Says what is different about a server. */
export type PostgresOptions = {
	/** Lines of postgresql.conf. */
	settings?: Readonly<Record<string, string | number>>;
	/** Files in the folder of its data, such as certificates or another pg_hba.conf. */
	files?: Readonly<Record<string, string>>;
	/** The address of a server that this one follows, as its standby. */
	standbyOf?: string;
};

/**
 * Starts a server with an empty database that one superuser reaches by a password, on a free port
 * of 127.0.0.1, or a standby of another. Its data live in a temporary folder until it stops and
 * survive no power loss (no fsync). Text is UTF-8 and sorts by bytes.
 */
export async function startPostgres(
	{ folder: programs, owner }: PostgresInstallation,
	{ settings = {}, files = {}, standbyOf }: PostgresOptions = {},
): Promise<Service> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-postgres-'));
	const data = join(folder, 'data');
	const own = async (path: string) => {
		if (owner !== undefined) await chown(path, owner.uid, owner.gid);
	};
	await own(folder);
	const password = standbyOf ? new URL(standbyOf).password : randomBytes(16).toString('hex');
	const passwordFile = join(folder, 'password');
	await writeFile(passwordFile, password);
	await own(passwordFile);
	const [program, ...given] = standbyOf
		? [
				'pg_basebackup',
				'--pgdata',
				data,
				'--write-recovery-conf',
				'--no-sync',
				'--checkpoint=fast',
				'--dbname',
				standbyOf,
			]
		: ['initdb', '--no-sync', ...initOptions(data, passwordFile)];
	await runGuarded({ command: [join(programs, program as string), ...given], folder, keepFolder: true, owner });
	for (const [name, text] of Object.entries(files)) {
		await writeFile(join(data, name), text);
		await chmod(join(data, name), 0o600);
		await own(join(data, name));
	}
	const port = await findFreePort();
	const all = {
		listen_addresses: '127.0.0.1',
		port,
		unix_socket_directories: '',
		fsync: 'off',
		full_page_writes: 'off',
		...settings,
	};
	const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
	return startService({
		name: 'PostgreSQL',
		url,
		folder,
		run: () =>
			startGuarded({
				command: [
					join(programs, 'postgres'),
					'-D',
					data,
					...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
				],
				// A fast shutdown: PostgreSQL would wait for its clients on SIGTERM.
				endSignal: 'INT',
				owner,
			}),
		answers: (running) => waitForAnswer('PostgreSQL', running, START_TIMEOUT_SECONDS, () => askVersion(url)),
	});
}

function initOptions(data: string, passwordFile: string): string[] {
	const options = {
		pgdata: data,
		username: USER,
		pwfile: passwordFile,
		auth: 'scram-sha-256',
		encoding: 'UTF8',
		locale: 'C',
	};
	return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

/** Asks a server for its version. */
export async function askVersion(url: string): Promise<string | undefined> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
	try {
		await client.connect();
		const { rows } = await client.query<{ server_version: string }>('show server_version');
		return rows[0]?.server_version;
	} finally {
		await client.end();
	}
}
