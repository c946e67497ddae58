/**
 * Starts a PgBouncer before a PostgreSQL, from the programs installed on this machine: each
 * transaction may be given to another session of the server. It does not know what is asked.
 */

import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { findPrograms, startGuarded, waitForAnswer } from './guarded-process.ts';
import { askVersion, findUnprivilegedOwner } from './postgres.ts';
import { type Service, startService } from './service.ts';

const START_TIMEOUT_SECONDS = 30;

/** Finds the program; throws saying what to install. */
export function findPgBouncer(): string {
	const folder = findPrograms(['pgbouncer'], ['/usr/sbin']);
	if (folder === undefined) {
		throw new Error(
			'PgBouncer is not installed. Debian, Ubuntu: apt-get install pgbouncer. macOS: brew install pgbouncer.',
		);
	}
	return join(folder, 'pgbouncer');
}

/**
 * Starts a pooler on a free port of 127.0.0.1 that lets everybody in, and leads to the database of
 * the same name as the server's superuser.
 */
export async function startPgBouncer(program: string, serverUrl: string): Promise<Service> {
	// It refuses to run as root.
	const owner = process.getuid?.() === 0 ? findUnprivilegedOwner() : undefined;
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-pgbouncer-'));
	const { hostname, port: serverPort, username, password } = new URL(serverUrl);
	const port = await findFreePort();
	const settings = [
		'[databases]',
		`* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
		'[pgbouncer]',
		'listen_addr = 127.0.0.1',
		`listen_port = ${port}`,
		'unix_socket_dir =',
		'auth_type = any',
		'pool_mode = transaction',
		// Few, so that transactions do change sessions.
		'default_pool_size = 6',
		'max_client_conn = 500',
		'server_idle_timeout = 5',
		'log_connections = 0',
		'log_disconnections = 0',
	];
	const file = join(folder, 'pgbouncer.ini');
	await writeFile(file, `${settings.join('\n')}\n`);
	if (owner !== undefined) for (const path of [folder, file]) await chown(path, owner.uid, owner.gid);
	const url = `postgres://${username}@127.0.0.1:${port}/postgres`;
	return startService({
		name: 'PgBouncer',
		url,
		folder,
		run: () => startGuarded({ command: [program, file], endSignal: 'INT', owner }),
		answers: (running) => waitForAnswer('PgBouncer', running, START_TIMEOUT_SECONDS, () => askVersion(url)),
	});
}
