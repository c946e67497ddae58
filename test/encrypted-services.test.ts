// Tests connections to PostgreSQL and OpenSearch that are encrypted, with certificates made here:
// who is not known by the right authority is not talked to, and what is wrong is named.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findPostgres, startPostgres } from '../scripts/services/postgres.ts';
import type { Service } from '../scripts/services/service.ts';
import { clusterUrl, removeIndexes, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { type FaultyProxy, openFaultyProxy } from '../src/engines/opensearch/faulty-proxy.fixture.ts';
import { openOpenSearchIndex } from '../src/engines/opensearch/opensearch-index.ts';
import { skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { openPostgresDatabase } from '../src/engines/postgres/postgres-database.ts';
import { type Authority, createAuthority, type Issued } from './certificates.ts';
import { openProgram } from './end-to-end/program.ts';

const local = ['IP:127.0.0.1', 'DNS:localhost'];

let authority: Authority;
let stranger: Authority;
let client: Issued;
before(() => {
	authority = createAuthority();
	stranger = createAuthority();
	client = authority.issue('link_broker');
});
after(() => {
	authority.remove();
	stranger.remove();
});

describe('an encrypted PostgreSQL that asks for certificates', { skip: skipPostgres }, () => {
	let service: Service;
	before(async () => {
		const server = authority.issue('server', local);
		service = await startPostgres(findPostgres(), {
			settings: { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server.key', ssl_ca_file: 'ca.pem' },
			files: {
				'server.pem': server.certificate,
				'server.key': server.key,
				'ca.pem': authority.text,
				'pg_hba.conf':
					'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-full\nhost all all 127.0.0.1/32 scram-sha-256\n',
			},
		});
	});
	after(() => service?.stop());

	const own = () => ({ sslcert: client.files.certificate, sslkey: client.files.key });
	const open = (parameters: Readonly<Record<string, string>>) => {
		const url = new URL(service.url);
		for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
		return openPostgresDatabase({ url: url.href });
	};
	const isEncrypted = async (parameters: Readonly<Record<string, string>>) => {
		const database = open(parameters);
		try {
			return await database.read(
				async (sql) => (await sql.all<[boolean]>('select ssl from pg_stat_ssl where pid = pg_backend_pid()'))[0]?.[0],
			);
		} finally {
			await database.close();
		}
	};

	it('is used with the authority and a certificate of one’s own', async () => {
		for (const sslmode of ['verify-full', 'verify-ca', 'require']) {
			assert.equal(await isEncrypted({ sslmode, sslrootcert: authority.file, ...own() }), true, sslmode);
		}
	});

	it('is used unseen where no authority is named, as PostgreSQL’s own programs do, or not encrypted', async () => {
		for (const sslmode of ['require', 'no-verify']) assert.equal(await isEncrypted({ sslmode, ...own() }), true);
		assert.equal(await isEncrypted({ sslmode: 'disable' }), false);
		assert.equal(await isEncrypted({}), false);
	});

	it('is not used where another authority is trusted, or the broker has no certificate that it knows', async () => {
		const unknown = stranger.issue('link_broker').files;
		for (const parameters of [
			{ sslmode: 'verify-full', sslrootcert: stranger.file, ...own() },
			{ sslmode: 'require', sslrootcert: stranger.file, ...own() },
			{ sslmode: 'verify-full', ...own() },
			{ sslmode: 'verify-full', sslrootcert: authority.file },
			{ sslmode: 'verify-full', sslrootcert: authority.file, sslcert: unknown.certificate, sslkey: unknown.key },
		]) {
			await assert.rejects(isEncrypted(parameters), { code: 'unavailable' }, JSON.stringify(parameters));
		}
	});

	it('is known by the name in its certificate with verify-full, and by its authority alone with verify-ca', async () => {
		const url = new URL(service.url);
		const elsewhere = authority.issue('elsewhere', ['DNS:elsewhere.example.org']);
		const other = await startPostgres(findPostgres(), {
			settings: { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server.key' },
			files: { 'server.pem': elsewhere.certificate, 'server.key': elsewhere.key },
		});
		url.port = new URL(other.url).port;
		url.password = new URL(other.url).password;
		try {
			for (const [sslmode, isKnown] of [
				['verify-full', false],
				['verify-ca', true],
			] as const) {
				url.searchParams.set('sslmode', sslmode);
				url.searchParams.set('sslrootcert', authority.file);
				const database = openPostgresDatabase({ url: url.href });
				const asked = database.read(async () => true);
				if (isKnown) assert.equal(await asked, true);
				else await assert.rejects(asked, { code: 'unavailable' });
				await database.close();
			}
		} finally {
			await other.stop();
		}
	});

	it('is named with the parameter that cannot be right', () => {
		const isWrong = (parameters: Readonly<Record<string, string>>, message: RegExp) =>
			assert.throws(() => open(parameters), { code: 'bad-setting', message });
		isWrong({ sslrootcert: '/no/such/file' }, /DATABASE_URL: sslrootcert is \/no\/such\/file, which cannot be read/);
		isWrong({ sslcert: client.files.certificate }, /sslcert and sslkey belong together/);
		isWrong({ sslmode: 'always' }, /sslmode is always, not one of disable/);
		isWrong({ sslmode: 'verify-ca' }, /verify-ca needs sslrootcert/);
	});
});

describe('an encrypted OpenSearch that asks for certificates', { skip: skipOpenSearch }, () => {
	let proxy: FaultyProxy;
	before(async () => {
		const { certificate: cert, key } = authority.issue('node', local);
		proxy = await openFaultyProxy(clusterUrl, {
			...{ cert, key, ca: authority.text, requestCert: true, rejectUnauthorized: true },
		});
	});
	after(() => proxy?.close());

	const open = (files: { ca?: string; certificate?: string; key?: string }) => {
		const tls = { ca: null, certificate: null, key: null, ...files };
		return openOpenSearchIndex({ urls: [proxy.url], tls, prefix: 'unused' });
	};

	it('is used with the authority and a certificate of one’s own', async () => {
		const index = await open({ ca: authority.file, ...client.files });
		assert.equal(await index.isEmpty(), true);
		await index.close();
	});

	it('is refused at the start, saying why, where certificates do not fit', async () => {
		for (const files of [client.files, { ca: stranger.file, ...client.files }]) {
			const message = /SEARCH_URL: no encrypted connection to the server there: .+ SEARCH_TLS_CA/;
			await assert.rejects(open(files), { code: 'bad-setting', message }, JSON.stringify(files));
		}
	});

	it('is not reached without a certificate that it knows', async () => {
		for (const own of [{}, stranger.issue('link_broker').files]) {
			// Whether a server says why, or just hangs up, is its own affair.
			const used = open({ ca: authority.file, ...own }).then((index) =>
				index.generation().finally(() => index.close()),
			);
			await assert.rejects(used, ({ code }: { code: string }) => ['bad-setting', 'unavailable'].includes(code));
		}
	});

	it('is named with the setting whose file cannot be right', async () => {
		const other = authority.issue('other').files;
		await assert.rejects(open({ ca: '/no/such/file' }), {
			message: /^SEARCH_TLS_CA is \/no\/such\/file, which cannot be read/,
		});
		await assert.rejects(open({ ca: import.meta.filename }), { message: /^SEARCH_TLS_CA is .+ not a PEM file/ });
		await assert.rejects(open({ certificate: client.files.certificate, key: other.key }), {
			message: /^SEARCH_TLS_CERTIFICATE, SEARCH_TLS_KEY cannot be used: .*mismatch/,
		});
	});

	it('is what the program uses with these settings', async () => {
		const program = await openProgram({
			SEARCH_URL: `${proxy.url}/encrypted-${process.pid}`,
			SEARCH_TLS_CA: authority.file,
			SEARCH_TLS_CERTIFICATE: client.files.certificate,
			SEARCH_TLS_KEY: client.files.key,
		});
		await program.output('search', 'reindex');
		await program.remove();
		const removed = await removeIndexes(`encrypted-${process.pid}`);
		assert.ok(removed.length > 0);
	});
});
