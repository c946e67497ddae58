/**
 * Starts a PostgreSQL server of one's own, from the programs installed on this machine; it does not
 * know what is stored in it.
 */

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPrograms, type ProcessOwner, runGuarded, startGuarded, waitForAnswer } from './guarded-process.ts';
import type { Service } from './service.ts';

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
			'PostgreSQL is not installed: no initdb in /usr/lib/postgresql/*/bin or on PATH. Debian, Ubuntu: apt-get install postgresql. macOS: brew install postgresql.',
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
function findUnprivilegedOwner(): ProcessOwner {
	const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
	try {
		return { uid: ask('-u'), gid: ask('-g') };
	} catch (cause) {
		throw new Error(
			'PostgreSQL does not run as root, and there is no user postgres to run it. Create one (useradd --system postgres), or be another user than root.',
			{ cause },
		);
	}
}

/**
 * Starts a server with an empty database that one superuser reaches by a password, on a free port
 * of 127.0.0.1. Its data live in a temporary folder until it stops and survive no power loss (no
 * fsync). Text is UTF-8 and sorts by bytes.
 */
export async function startPostgres({ folder: programs, owner }: PostgresInstallation): Promise<Service> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-postgres-'));
	const password = randomBytes(16).toString('hex');
	const passwordFile = join(folder, 'password');
	const data = join(folder, 'data');
	await writeFile(passwordFile, password);
	if (owner !== undefined) {
		await chown(passwordFile, owner.uid, owner.gid);
		await chown(folder, owner.uid, owner.gid);
	}
	const options = {
		pgdata: data,
		username: USER,
		pwfile: passwordFile,
		auth: 'scram-sha-256',
		encoding: 'UTF8',
		locale: 'C',
	};
	await runGuarded({
		command: [
			join(programs, 'initdb'),
			'--no-sync',
			...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
		],
		folder,
		keepFolder: true,
		owner,
	});
	const port = await findFreePort();
	const settings = {
		listen_addresses: '127.0.0.1',
		port,
		unix_socket_directories: '',
		fsync: 'off',
		full_page_writes: 'off',
	};
	const server = startGuarded({
		command: [
			join(programs, 'postgres'),
			'-D',
			data,
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		folder,
		// A fast shutdown: PostgreSQL would wait for its clients on SIGTERM.
		endSignal: 'INT',
		owner,
	});
	const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
	await waitForAnswer('PostgreSQL', server, START_TIMEOUT_SECONDS, () => askVersion(url));
	return { name: 'PostgreSQL', url, ...server };
}

async function askVersion(url: string): Promise<string | undefined> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
	try {
		await client.connect();
		const { rows } = await client.query<{ server_version: string }>('show server_version');
		return rows[0]?.server_version;
	} finally {
		await client.end();
	}
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	if (address === null || typeof address === 'string')
		throw new Error('A server on a port has an address with a port.');
	return address.port;
}
