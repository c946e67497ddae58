// The key that encrypts stored secrets: the setting SECRET_KEY, or a file beside an SQLite database.
// Processes that share PostgreSQL may be on several machines, so they need the setting.
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeSecret } from '../accounts/secrets.ts';
import { BrokerError } from '../errors.ts';
import type { Settings } from '../settings.ts';

type KeySettings = Pick<Settings, 'secretKey' | 'database'>;

const ownerOnly = 0o600;

/** Whether there is a key. */
export function hasSecretKey(settings: KeySettings): boolean {
	return settings.secretKey !== null || secretKeyFile(settings) !== null;
}

/** Names the file of the key; null where it is a setting. */
function secretKeyFile({ secretKey, database }: KeySettings): string | null {
	return secretKey === null && database.kind === 'sqlite' ? join(dirname(database.path), 'secret.key') : null;
}

/** Reads the key; makes its file where there is none. Fails with `unavailable` where there is no key. */
export function readSecretKey(settings: KeySettings): string {
	if (settings.secretKey !== null) return settings.secretKey;
	const file = secretKeyFile(settings);
	if (file === null) throw new BrokerError('unavailable', 'With PostgreSQL, the setting SECRET_KEY is needed.');
	if (!existsSync(file)) createKeyFile(file);
	return readFileSync(file, 'utf8').trim();
}

/** Makes sure that the key is a file. Fails with `bad-usage` where it is a setting. */
export function requireKeyFile(settings: KeySettings): void {
	if (secretKeyFile(settings) !== null) return;
	throw new BrokerError('bad-usage', 'The key of the secrets is the setting SECRET_KEY. Keep a copy of it yourself.');
}

/** Copies the key to a file that only its owner can read. Fails as requireKeyFile does. */
export function copySecretKey(settings: KeySettings, copy: string): void {
	requireKeyFile(settings);
	const key = readSecretKey(settings);
	// The mode holds for a new file alone.
	rmSync(copy, { force: true });
	writeFileSync(copy, `${key}\n`, { mode: ownerOnly });
}

/** Another process may make it at the same time: the first one wins, and a file is there whole. */
function createKeyFile(file: string): void {
	const made = `${file}.${randomUUID()}`;
	try {
		writeFileSync(made, `${makeSecret()}\n`, { mode: ownerOnly });
		linkSync(made, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	} finally {
		rmSync(made, { force: true });
	}
}
