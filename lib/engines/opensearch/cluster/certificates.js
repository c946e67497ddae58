// Reads the files by which a cluster and the broker know each other: authorities that are trusted,
// and a certificate of one's own with its key. It knows no connection.
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { BrokerError } from '../../../errors.js';

/** Names files in PEM; null: the system's authorities, or no certificate of one's own. */
                                                                                             

/** What the files hold. */
                                                                        

/**
 * Fails with `bad-setting` where a file cannot be read, or what is in them is not what it must be.
 */
export async function readCertificates({ ca, certificate, key }          )                        {
	const read               = {
		...(ca !== null && { ca: await readPem('SEARCH_TLS_CA', ca) }),
		...(certificate !== null && { cert: await readPem('SEARCH_TLS_CERTIFICATE', certificate) }),
		...(key !== null && { key: await readPem('SEARCH_TLS_KEY', key) }),
	};
	try {
		createSecureContext(read);
	} catch (cause) {
		const names = ['SEARCH_TLS_CA', 'SEARCH_TLS_CERTIFICATE', 'SEARCH_TLS_KEY'].filter(
			(_, at) => [ca, certificate, key][at],
		);
		throw new BrokerError('bad-setting', `${names.join(', ')} cannot be used: ${(cause         ).message}.`, { cause });
	}
	return read;
}

async function readPem(variable        , path        )                  {
	const text = await readFile(path).catch((cause         ) => {
		throw new BrokerError('bad-setting', `${variable} is ${path}, which cannot be read.`, { cause });
	});
	if (text.includes('-----BEGIN ')) return text;
	throw new BrokerError('bad-setting', `${variable} is ${path}, which is no PEM file (-----BEGIN …).`);
}
