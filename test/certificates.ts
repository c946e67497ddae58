// Makes certificates for tests with openssl, each time anew: an authority, and who is known by it.
// It does not know who uses them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, as files and as texts. */
export type Issued = { certificate: string; key: string; files: { certificate: string; key: string } };

export type Authority = {
	/** The file of the authority's own certificate, and its text. */
	file: string;
	text: string;
	/**
	 * Issues a certificate to somebody, who is at these addresses (`IP:127.0.0.1`, `DNS:…`) if it is a
	 * server.
	 */
	issue(name: string, addresses?: readonly string[]): Issued;
	remove(): void;
};

/** Founds an authority that nobody else trusts. */
export function createAuthority(): Authority {
	const folder = mkdtempSync(join(tmpdir(), 'link-broker-certificates-'));
	const at = (name: string) => join(folder, name);
	const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' });
	const makeKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
	const root = [...makeKey, '-keyout', at('ca.key'), '-out', at('ca.pem')];
	openssl('req', '-x509', ...root, '-subj', '/CN=Authority of a test', '-days', '2');
	return {
		file: at('ca.pem'),
		text: readFileSync(at('ca.pem'), 'utf8'),
		issue(name, addresses = []) {
			const files = { certificate: at(`${name}.pem`), key: at(`${name}.key`) };
			const request = at(`${name}.csr`);
			openssl('req', ...makeKey, '-keyout', files.key, '-out', request, '-subj', `/CN=${name}`);
			const extensions = at(`${name}.ext`);
			writeFileSync(extensions, addresses.length > 0 ? `subjectAltName=${addresses.join()}\n` : '');
			const signer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial'];
			openssl(
				'x509',
				'-req',
				'-in',
				request,
				...signer,
				'-out',
				files.certificate,
				'-days',
				'2',
				'-extfile',
				extensions,
			);
			return { certificate: readFileSync(files.certificate, 'utf8'), key: readFileSync(files.key, 'utf8'), files };
		},
		remove: () => rmSync(folder, { recursive: true }),
	};
}
