// Reads how a connection to PostgreSQL is encrypted from the parameters of its address that
// PostgreSQL's own programs use: sslmode, sslrootcert, sslcert, sslkey.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { BrokerError } from '../../errors.ts';

/** The parameters of an address that are read here. */
export const encryptionParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;

const modes = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'] as const;

/**
 * Returns how to encrypt; false: not at all, undefined: the default of pg for an address without
 * these parameters. As with PostgreSQL's own programs, `require` (and less) accepts any certificate
 * unless an authority is named. There is no fallback to an unencrypted connection: `allow` and
 * `prefer` mean `require` here. Fails with `bad-setting` where the parameters cannot be met.
 */
export function encryptionOf(parameters: URLSearchParams): ConnectionOptions | false | undefined {
	const [mode, root, certificate, key] = encryptionParameters.map((name) => parameters.get(name) || undefined);
	if (!mode && !root && !certificate && !key) return undefined;
	if (mode && !(modes as readonly string[]).includes(mode))
		throw wrong(`sslmode is ${mode}, not one of ${modes.join(', ')}`);
	if (mode === 'disable') return false;
	if (Boolean(certificate) !== Boolean(key)) throw wrong('sslcert and sslkey belong together; one is missing');
	const isSystem = root === 'system';
	if (mode === 'verify-ca' && (!root || isSystem)) throw wrong('sslmode=verify-ca needs sslrootcert, a file');
	const asks =
		(mode ?? 'require') === 'verify-full' || isSystem
			? 'everything'
			: root && mode !== 'no-verify'
				? 'authority'
				: 'nothing';
	return {
		...(root && !isSystem && { ca: read('sslrootcert', root) }),
		...(certificate && key && { cert: read('sslcert', certificate), key: read('sslkey', key) }),
		rejectUnauthorized: asks !== 'nothing',
		...(asks === 'authority' && { checkServerIdentity: () => undefined }),
	};
}

function read(parameter: string, path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		throw wrong(`${parameter} is ${path}, which cannot be read`, cause);
	}
}

function wrong(what: string, cause?: unknown): BrokerError {
	return new BrokerError('bad-setting', `DATABASE_URL: ${what}.`, { cause });
}
