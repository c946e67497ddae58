// Tests of the settings: their values without and with a variable, and what is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from './errors.ts';
import { readSettings, type Settings, settingDefinitions } from './settings.ts';

describe('settings', () => {
	it('have defaults that need no other service', () => {
		assert.deepEqual(readSettings({}), {
			host: '127.0.0.1',
			port: 5000,
			database: { kind: 'sqlite', path: 'data/broker.db' },
			search: { kind: 'sqlite', path: 'data/search.db' },
			searchShards: 1,
			definitionsFile: null,
			publicUrl: null,
			tls: null,
			logLevel: 'info',
			maxLinksPerEvent: 10_000,
			maxBodyBytes: 33_554_432,
			rateLimit: null,
			maxRequestsPerMinute: null,
			maxConcurrentRequests: 256,
			maxWaitingRequests: 8_192,
			maxBodiesBytes: 268_435_456,
			maxSenderBodiesBytes: 100_663_296,
			stalledBodySeconds: 20,
			stalledAnswerSeconds: 60,
			maxWaitingEvents: 100_000,
			maxWaitingBytes: 4_294_967_296,
			trustedProxies: 0,
			eventsRole: null,
			changesDays: null,
			diskReserveBytes: 134_217_728,
			dumpsFolder: null,
			dumpsKept: 5,
			overdueAfterSeconds: 300,
			leaseSeconds: 60,
			maxAttempts: 5,
			retrySeconds: 2,
			pollSeconds: 1,
			searchSeconds: 10,
			shutdownSeconds: 3,
			drainSeconds: 1,
			backgroundWork: true,
			metricsPort: null,
			metricsHost: '127.0.0.1',
			metricsToken: null,
			compat: ['asclepias', 'opencitations', 'scholexplorer', 'datacite'],
			mcp: true,
			contactEmail: null,
			describeEvery: null,
			harvestPrivateHosts: null,
			...{ secretKey: null, subscriberPrivateHosts: null, maxSubscriptions: 100, smtpUrl: null, mailFrom: null },
			notifyName: null,
			...{ inbox: 'tokens', notifyOrigins: null, notifyEnrich: false },
			adsToken: null,
			openalexKey: null,
			opencitationsToken: null,
			zenodoToken: null,
			autoMigrate: true,
			site: {
				name: 'Link Broker',
				...{ logo: null, contact: null, imprint: null, privacy: null, accessibility: null, colour: null },
			},
		} satisfies Settings);
	});

	it('come from the environment', () => {
		const settings = readSettings({
			HOST: '::',
			PORT: '8080',
			DATABASE_URL: 'postgres://broker:secret@db.example.org:5433/links?sslmode=require',
			DATABASE_POOLER: 'transaction',
			DATABASE_LISTEN_URL: 'postgres://broker:secret@server.example.org/links',
			SEARCH_URL: 'https://search:secret@search.example.org:9200/scholarly_links-1',
			SEARCH_SHARDS: '12',
			DEFINITIONS: '/etc/broker/definitions.yaml',
			SEARCH_TLS_CA: '/etc/broker/ca.pem',
			SEARCH_TLS_CERTIFICATE: '/etc/broker/own.pem',
			SEARCH_TLS_KEY: '/etc/broker/own-key.pem',
			PUBLIC_URL: 'https://links.example.org/broker/',
			TLS_CERTIFICATE: '/etc/broker/certificate.pem',
			TLS_KEY: '/etc/broker/key.pem',
			LOG_LEVEL: 'DEBUG',
			MAX_LINKS_PER_EVENT: '500',
			MAX_BODY_BYTES: '1048576',
			RATE_LIMIT: '600',
			MAX_REQUESTS_PER_MINUTE: '6000',
			MAX_CONCURRENT_REQUESTS: '64',
			MAX_WAITING_REQUESTS: '100',
			MAX_BODIES_BYTES: '8388608',
			MAX_SENDER_BODIES_BYTES: '2097152',
			STALLED_BODY_SECONDS: '5',
			STALLED_ANSWER_SECONDS: '7.5',
			MAX_WAITING_EVENTS: '10',
			MAX_WAITING_BYTES: '1048576',
			TRUSTED_PROXIES: '2',
			EVENTS_ROLE: 'data curators',
			CHANGES_DAYS: '90',
			DISK_RESERVE_BYTES: '0',
			DUMPS_FOLDER: '/srv/dumps',
			DUMPS_KEPT: '3',
			OVERDUE_AFTER_SECONDS: '60',
			LEASE_SECONDS: '30',
			MAX_ATTEMPTS: '3',
			RETRY_SECONDS: '0.5',
			POLL_SECONDS: '0.25',
			SEARCH_SECONDS: '2.5',
			SHUTDOWN_SECONDS: '0',
			DRAIN_SECONDS: '2.5',
			BACKGROUND_WORK: 'off',
			METRICS_PORT: '9464',
			METRICS_HOST: '0.0.0.0',
			METRICS_TOKEN: 'a-token+of/16_letters~',
			COMPAT: 'Scholexplorer',
			MCP: 'off',
			CONTACT_EMAIL: 'ops@links.example.org',
			HARVEST_PRIVATE_HOSTS: 'Repository.internal, 10.0.0.7, 0:0::1',
			ADS_TOKEN: 'a',
			OPENALEX_KEY: 'b',
			OPENCITATIONS_TOKEN: 'c',
			ZENODO_TOKEN: 'd',
			DESCRIBE_EVERY: '12h',
			INBOX: 'Both',
			NOTIFY_ORIGINS: 'https://repository.example=192.0.2.0/24, https://six.example/a=2001:db8::1',
			SMTP_URL: 'smtps://a:b@mail.example.org',
			MAIL_FROM: 'links@example.org',
			AUTO_MIGRATE: 'off',
			SITE_NAME: 'Links of the Coast Library',
			SITE_COLOR: '#7A1F3D',
		});
		assert.deepEqual(settings, {
			host: '::',
			port: 8080,
			database: {
				kind: 'postgres',
				url: 'postgres://broker:secret@db.example.org:5433/links?sslmode=require',
				listenUrl: 'postgres://broker:secret@server.example.org/links',
				isPooled: true,
			},
			search: {
				kind: 'opensearch',
				urls: ['https://search:secret@search.example.org:9200'],
				prefix: 'scholarly_links-1',
				tls: { ca: '/etc/broker/ca.pem', certificate: '/etc/broker/own.pem', key: '/etc/broker/own-key.pem' },
			},
			searchShards: 12,
			definitionsFile: '/etc/broker/definitions.yaml',
			publicUrl: 'https://links.example.org/broker',
			tls: { certificate: '/etc/broker/certificate.pem', key: '/etc/broker/key.pem' },
			logLevel: 'debug',
			maxLinksPerEvent: 500,
			maxBodyBytes: 1_048_576,
			rateLimit: 600,
			maxRequestsPerMinute: 6_000,
			maxConcurrentRequests: 64,
			maxWaitingRequests: 100,
			maxBodiesBytes: 8_388_608,
			maxSenderBodiesBytes: 2_097_152,
			stalledBodySeconds: 5,
			stalledAnswerSeconds: 7.5,
			maxWaitingEvents: 10,
			maxWaitingBytes: 1_048_576,
			trustedProxies: 2,
			eventsRole: 'data curators',
			changesDays: 90,
			diskReserveBytes: 0,
			dumpsFolder: '/srv/dumps',
			dumpsKept: 3,
			overdueAfterSeconds: 60,
			leaseSeconds: 30,
			maxAttempts: 3,
			retrySeconds: 0.5,
			pollSeconds: 0.25,
			searchSeconds: 2.5,
			shutdownSeconds: 0,
			drainSeconds: 2.5,
			backgroundWork: false,
			metricsPort: 9_464,
			metricsHost: '0.0.0.0',
			metricsToken: 'a-token+of/16_letters~',
			compat: ['scholexplorer'],
			mcp: false,
			contactEmail: 'ops@links.example.org',
			describeEvery: 43_200,
			harvestPrivateHosts: ['repository.internal', '10.0.0.7', '::1'],
			...{ secretKey: null, subscriberPrivateHosts: null, maxSubscriptions: 100 },
			...{ notifyName: null, notifyEnrich: false },
			inbox: 'both',
			notifyOrigins: [
				{ origin: 'https://repository.example', network: '192.0.2.0/24' },
				{ origin: 'https://six.example/a', network: '2001:db8::1' },
			],
			...{ smtpUrl: 'smtps://a:b@mail.example.org', mailFrom: 'links@example.org' },
			adsToken: 'a',
			openalexKey: 'b',
			opencitationsToken: 'c',
			zenodoToken: 'd',
			autoMigrate: false,
			site: {
				name: 'Links of the Coast Library',
				...{ logo: null, contact: null, imprint: null, privacy: null, accessibility: null, colour: '#7a1f3d' },
			},
		} satisfies Settings);
	});

	it('that are empty have their default', () => {
		assert.deepEqual(readSettings({ PORT: '', DATABASE_URL: ' ', TLS_KEY: '', RATE_LIMIT: '' }), readSettings({}));
	});

	it('ignore unknown variables', () => {
		assert.deepEqual(readSettings({ PORTS: 'x', PATH: '/bin', LINK_BROKER: '?' }), readSettings({}));
	});

	it('read off as no rate limit', () => {
		assert.equal(readSettings({ RATE_LIMIT: 'off' }).rateLimit, null);
	});

	it('read on and off, true and false, 1 and 0', () => {
		for (const word of ['on', 'ON', 'true', '1']) assert.equal(readSettings({ AUTO_MIGRATE: word }).autoMigrate, true);
		for (const word of ['off', 'False', '0']) assert.equal(readSettings({ AUTO_MIGRATE: word }).autoMigrate, false);
	});
});

describe('a wrong setting', () => {
	const wrong: Record<string, readonly string[]> = {
		HOST: ['http://localhost', 'localhost:5000', 'a b', '-x', '[::1]'],
		PORT: ['-1', '65536', '80.5', '0x50', 'http', '1e3', '٣'],
		DATABASE_URL: [
			'broker.db',
			'sqlite:',
			'sqlite://broker.db',
			'sqlite::memory:',
			'mysql://host/db',
			'postgres:host',
			'postgres://',
		],
		SEARCH_URL: [
			'search.db',
			'sqlite:',
			'ftp://host/x',
			'https://',
			'https://host/Upper',
			'https://host/_x',
			'https://host/a/b',
			'https://host/x?y=1',
			'https://host/x#y',
			'postgres://host/db',
		],
		PUBLIC_URL: [
			'links.example.org',
			'ftp://links.example.org',
			'https://user@links.example.org',
			'https://links.example.org/?x',
			'https://links.example.org#x',
		],
		LOG_LEVEL: ['verbose', '30'],
		MAX_LINKS_PER_EVENT: ['0', '1000001', '10_000', '1.5'],
		MAX_BODY_BYTES: ['0', '32MiB', '500000001'],
		RATE_LIMIT: ['0', '-1', 'on', '1000001'],
		DISK_RESERVE_BYTES: ['-1', '128MiB', '1e9'],
		OVERDUE_AFTER_SECONDS: ['0', '86401', 'never'],
		LEASE_SECONDS: ['0', '0.5', '86401', 'never'],
		MAX_ATTEMPTS: ['0', '101', '2.5'],
		RETRY_SECONDS: ['-1', '3601', '.5', '1s'],
		POLL_SECONDS: ['0', '0.01', '3601'],
		SHUTDOWN_SECONDS: ['-1', '3601'],
		DRAIN_SECONDS: ['-1', '3601'],
		BACKGROUND_WORK: ['maybe'],
		METRICS_PORT: ['-1', '65536', 'on'],
		CONTACT_EMAIL: ['ada', 'ada@', 'a b@example.org', 'ada@example.org>'],
		INBOX: ['on', 'token'],
		NOTIFY_ORIGINS: [
			'https://a.example',
			'a.example=192.0.2.1',
			'https://a.example=192.0.2.0/33',
			'https://a.example=',
		],
		HARVEST_PRIVATE_HOSTS: ['https://repository.internal', 'repository.internal:80', 'one,,two', '1.2.3.4.5'],
		AUTO_MIGRATE: ['maybe', '2'],
	};
	for (const [variable, values] of Object.entries(wrong)) {
		it(`is reported with variable, value and what is allowed: ${variable}`, () => {
			const allowed = settingDefinitions.find((definition) => definition.variable === variable)?.allowed;
			assert.ok(allowed);
			for (const value of values) {
				const { message, code, problems } = failure({ [variable]: value });
				assert.equal(code, 'bad-setting');
				assert.ok(message.startsWith(`${variable} is "`), message);
				assert.ok(message.includes(`it must be ${allowed}`), message);
				if (!value.includes('@')) assert.ok(message.includes(`"${value}"`), message);
				assert.deepEqual(problems, []);
			}
		});
	}

	it('is reported with its unit', () => {
		assert.match(
			failure({ MAX_BODY_BYTES: 'x' }).message,
			/it must be a whole number of bytes from 1,024 to 500,000,000$/,
		);
	});

	it('is reported with all others', () => {
		const { message, problems } = failure({ PORT: 'x', LOG_LEVEL: 'y', TLS_KEY: 'key.pem' });
		assert.equal(message, '3 settings are wrong: PORT, LOG_LEVEL, TLS_CERTIFICATE');
		assert.deepEqual(
			problems.map(({ field }) => field),
			['PORT', 'LOG_LEVEL', 'TLS_CERTIFICATE'],
		);
	});

	it('is one of the two TLS files without the other', () => {
		assert.match(failure({ TLS_KEY: 'key.pem' }).message, /^TLS_CERTIFICATE is not set but TLS_KEY is/);
		assert.match(failure({ TLS_CERTIFICATE: 'certificate.pem' }).message, /^TLS_KEY is not set but TLS_CERTIFICATE is/);
	});

	it('is a schedule of asking registries without an address at which these reach the operator', () => {
		const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@b.org' };
		assert.match(failure(mail).message, /^PUBLIC_URL is not set but SMTP_URL is/);
		assert.match(failure({ DESCRIBE_EVERY: '1d' }).message, /^CONTACT_EMAIL is not set but DESCRIBE_EVERY is/);
		assert.match(failure({ DESCRIBE_EVERY: '1s', CONTACT_EMAIL: 'a@b.org' }).message, /minutes, hours or days/);
	});

	it('is a search index in the file of the records', () => {
		const { message } = failure({ DATABASE_URL: 'sqlite:data/one.db', SEARCH_URL: 'sqlite:./data/x/../one.db' });
		assert.match(message, /^SEARCH_URL is "sqlite:\.\/data\/x\/\.\.\/one\.db", the file of DATABASE_URL/);
	});

	const wrongSecrets: Record<string, string[]> = {
		METRICS_TOKEN: ['short', 'with a space in it all', 'x'.repeat(201)],
		SECRET_KEY: ['short', 'x'.repeat(31)],
		SMTP_URL: [
			'mail.example.org',
			'smtp://',
			'smtps://mail.example.org/broker:word',
			'smtp://a:word@mail.example.org/x',
		],
	};
	for (const [variable, values] of Object.entries(wrongSecrets)) {
		it(`is reported with what is allowed, and not shown, where it is a secret: ${variable}`, () => {
			const allowed = settingDefinitions.find((definition) => definition.variable === variable)?.allowed;
			for (const value of values)
				assert.equal(failure({ [variable]: value }).message, `${variable} is "***"; it must be ${allowed}`);
		});
	}

	it('never shows a password', () => {
		for (const value of [
			'postgres:/broker:secret@host/db',
			'mysql://broker:secret@host/db',
			'mysql://broker:se/cr@et@host/db',
			'postgres://broker:secret',
			'broker:secret@host',
			'mysql://host/db?user=broker&password=secret',
			'host=db password=secret',
		]) {
			assert.doesNotMatch(
				failure({ DATABASE_URL: value }).message.replace('user:password@', ''),
				/secret|cr@et/,
				value,
			);
		}
	});
});

describe('the address of the records', () => {
	it('is a relative or absolute path of a file', () => {
		assert.deepEqual(readSettings({ DATABASE_URL: 'sqlite:/var/lib/broker.db' }).database, {
			kind: 'sqlite',
			path: '/var/lib/broker.db',
		});
		assert.deepEqual(readSettings({ DATABASE_URL: 'sqlite:a b?.db' }).database, { kind: 'sqlite', path: 'a b?.db' });
	});

	it('is a postgres or postgresql address, kept as given', () => {
		for (const url of [
			'postgresql://db/links',
			'postgres:///links?host=/var/run/postgresql',
			'postgres://[::1]:5433/links',
			'postgres://broker:a,b@one:5432,two,[::1]:5433/links?target_session_attrs=read-write',
		]) {
			const expected = { kind: 'postgres', url, listenUrl: null, isPooled: false };
			assert.deepEqual(readSettings({ DATABASE_URL: url }).database, expected);
		}
	});

	it('names no server that only reads, and no server without a name', () => {
		for (const url of [
			'postgres://one,/links',
			'postgres://one,two:x/links',
			'postgres://one,two/links?target_session_attrs=read-only',
			'postgres://one/links?target_session_attrs=prefer-standby',
		]) {
			assert.throws(() => readSettings({ DATABASE_URL: url }), /DATABASE_URL is "/, url);
		}
	});
});

describe('the address of an OpenSearch cluster', () => {
	const search = (SEARCH_URL: string) => readSettings({ SEARCH_URL }).search;

	it('has link-broker as prefix if it names none', () => {
		const tls = { ca: null, certificate: null, key: null };
		const expected = { kind: 'opensearch', urls: ['http://localhost:9200'], prefix: 'link-broker', tls };
		assert.deepEqual(search('http://localhost:9200'), expected);
		assert.deepEqual(search('http://localhost:9200/'), expected);
	});

	it('has its path as prefix, with or without a slash at the end', () => {
		assert.deepEqual(search('http://localhost:9200/links'), search('http://localhost:9200/links/'));
	});

	it('names several nodes, which have user, password and prefix in common', () => {
		assert.deepEqual(search('https://me:a,b@one:9200,two,[::1]:9202/links'), {
			kind: 'opensearch',
			urls: ['https://me:a,b@one:9200', 'https://me:a,b@two', 'https://me:a,b@[::1]:9202'],
			prefix: 'links',
			tls: { ca: null, certificate: null, key: null },
		});
		for (const wrong of ['http://one,', 'http://,one', 'http://one,,two', 'http://one:9200,two:x']) {
			assert.throws(() => search(wrong), /SEARCH_URL is "/, wrong);
		}
	});
});

describe('the definitions of settings', () => {
	it('give each setting a meaning, and a default and an example that are allowed', () => {
		const needed = { MAIL_FROM: 'a@b.org', PUBLIC_URL: 'https://b.org' };
		for (const { variable, byDefault, meaning, example } of settingDefinitions) {
			assert.match(meaning, /^[A-Z].+\.$/, variable);
			if (example !== undefined) readSettings({ ...needed, [variable]: example });
			if (byDefault !== null) assert.deepEqual(readSettings({ [variable]: byDefault }), readSettings({}), variable);
		}
	});
});

function failure(environment: Record<string, string>): BrokerError {
	try {
		readSettings(environment);
	} catch (error) {
		assert.ok(error instanceof BrokerError);
		return error;
	}
	return assert.fail(`${JSON.stringify(environment)} was taken`);
}
