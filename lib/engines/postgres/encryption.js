// Reads how a connection to PostgreSQL is encrypted from the parameters of its address that
// PostgreSQL's own programs know: sslmode, sslrootcert, sslcert, sslkey. It opens no connection.
import { readFileSync } from 'node:fs';
                                                  
import { BrokerError } from '../../errors.js';

/** Names the parameters of an address that are read here. */
export const encryptionParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']         ;

const modes = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full']         ;

/**
 * Says how to encrypt; false: not at all, undefined: as pg does where an address says nothing. As
 * with PostgreSQL's own programs `require` (and less) takes any certificate unless an authority is
 * named; what these fall back from is not encrypted, so `allow` and `prefer` mean `require` here.
 * Fails with `bad-setting` where that cannot be done.
 */
export function encryptionOf(parameters                 )                                        {
	const [mode, root, certificate, key] = encryptionParameters.map((name) => parameters.get(name) || undefined);
	if (!mode && !root && !certificate && !key) return undefined;
	if (mode && !(modes                     ).includes(mode))
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

function read(parameter        , path        )         {
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		throw wrong(`${parameter} is ${path}, which cannot be read`, cause);
	}
}

function wrong(what        , cause          )              {
	return new BrokerError('bad-setting', `DATABASE_URL: ${what}.`, { cause });
}
