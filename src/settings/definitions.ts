// Every setting as one table: variable, default, how it is read, meaning.
import {
	anyText,
	databaseAddress,
	hostName,
	mailAddress,
	oneOf,
	onOrOff,
	orOff,
	postgresAddress,
	publicAddress,
	type Reader,
	searchAddress,
	seconds,
	wholeNumber,
} from './readers.ts';

/** Lists the levels of the log, the most silent last. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Names a level of the log. */
export type LogLevel = (typeof logLevels)[number];

/**
 * Describes one setting. `byDefault` holds where the variable is not set or empty; null: nothing.
 */
export type Setting<T, Default = string | null> = Reader<T> & { variable: string; byDefault: Default; meaning: string };

function setting<T, Default extends string | null>(
	variable: string,
	byDefault: Default,
	reader: Reader<T>,
	meaning: string,
): Setting<T, Default> {
	return { variable, byDefault, meaning, ...reader };
}

/** Lists all settings, in the order of the documentation. */
export const settings = {
	host: setting('HOST', '127.0.0.1', hostName(), 'The address to listen on; `0.0.0.0` or `::` for all.'),
	port: setting('PORT', '5000', wholeNumber(0, 65_535), 'The port to listen on; 0 takes any free one.'),
	database: setting(
		'DATABASE_URL',
		'sqlite:data/broker.db',
		databaseAddress(),
		'Where events, links and accounts are kept. A relative path starts at the working directory.',
	),
	databasePooler: setting(
		'DATABASE_POOLER',
		'none',
		oneOf(['none', 'transaction']),
		'What stands before PostgreSQL: `transaction` is a pooler that may give each transaction another session, as ' +
			'PgBouncer with `pool_mode = transaction`. Then no statement is prepared.',
	),
	databaseListenUrl: setting(
		'DATABASE_LISTEN_URL',
		null,
		postgresAddress(),
		'Where to listen for what other processes notify, if not at `DATABASE_URL`: the server behind a pooler. ' +
			'A pooler without it: idle workers look every `POLL_SECONDS`.',
	),
	search: setting(
		'SEARCH_URL',
		'sqlite:data/search.db',
		searchAddress(),
		'Where the search index is kept: a file, or an OpenSearch cluster. ' +
			'The prefix begins the names of its indexes (`link-broker` if none).',
	),
	searchShards: setting(
		'SEARCH_SHARDS',
		'1',
		wholeNumber(1, 1_024, 'shards'),
		'Into how many primary shards of OpenSearch the index is spread; what is there keeps its number until it is ' +
			'rebuilt.',
	),
	searchTlsCa: setting(
		'SEARCH_TLS_CA',
		null,
		anyText('the path of a PEM file'),
		'The authorities whose certificates the nodes of `SEARCH_URL` may have; if none, those of Node.js.',
	),
	searchTlsCertificate: setting(
		'SEARCH_TLS_CERTIFICATE',
		null,
		anyText('the path of a PEM file'),
		'The certificate that the nodes of `SEARCH_URL` know the broker by; needs `SEARCH_TLS_KEY` too.',
	),
	searchTlsKey: setting(
		'SEARCH_TLS_KEY',
		null,
		anyText('the path of a PEM file'),
		'The private key of `SEARCH_TLS_CERTIFICATE`.',
	),
	publicUrl: setting(
		'PUBLIC_URL',
		null,
		publicAddress(),
		"The address by which others reach the broker, used in links and `Location`; if none, the request's own.",
	),
	tlsCertificate: setting(
		'TLS_CERTIFICATE',
		null,
		anyText('the path of a PEM file'),
		'The certificate (with its chain) to serve HTTPS with; needs `TLS_KEY` too.',
	),
	tlsKey: setting('TLS_KEY', null, anyText('the path of a PEM file'), 'The private key of `TLS_CERTIFICATE`.'),
	logLevel: setting('LOG_LEVEL', 'info', oneOf(logLevels), 'How much is logged to standard error.'),
	maxLinksPerEvent: setting(
		'MAX_LINKS_PER_EVENT',
		'10000',
		wholeNumber(1, 1_000_000, 'links'),
		'How many links one event may bring; a larger file becomes several events.',
	),
	maxBodyBytes: setting(
		'MAX_BODY_BYTES',
		'33554432',
		wholeNumber(1_024, 500_000_000, 'bytes'),
		'How large the body of a request may be.',
	),
	rateLimit: setting(
		'RATE_LIMIT',
		'off',
		orOff(wholeNumber(1, 1_000_000, 'requests a minute')),
		'How many requests one account (all its tokens and sessions together), or one address without an account, ' +
			'may send.',
	),
	maxRequestsPerMinute: setting(
		'MAX_REQUESTS_PER_MINUTE',
		'off',
		orOff(wholeNumber(4, 100_000_000, 'requests a minute')),
		'How many requests all together may send; without `RATE_LIMIT` each sender may send a quarter of it.',
	),
	maxConcurrentRequests: setting(
		'MAX_CONCURRENT_REQUESTS',
		'256',
		wholeNumber(2, 100_000, 'requests'),
		'How many requests may be under way at once; one account or address may have half of them.',
	),
	maxBodiesBytes: setting(
		'MAX_BODIES_BYTES',
		'268435456',
		wholeNumber(1_024, 1_000_000_000_000, 'bytes'),
		'How much memory the bodies of all requests under way may take (twice `MAX_BODY_BYTES` at least).',
	),
	maxSenderBodiesBytes: setting(
		'MAX_SENDER_BODIES_BYTES',
		'100663296',
		wholeNumber(1_024, 1_000_000_000_000, 'bytes'),
		'How much of it those of one account or address may take (twice `MAX_BODY_BYTES` at least).',
	),
	stalledBodySeconds: setting(
		'STALLED_BODY_SECONDS',
		'20',
		seconds(0.05, 3_600),
		'After how long a body of which less than 1 KiB a second comes is given up.',
	),
	stalledAnswerSeconds: setting(
		'STALLED_ANSWER_SECONDS',
		'60',
		seconds(0.05, 3_600),
		'After how long a client that takes nothing of its answer is cut off.',
	),
	maxWaitingEvents: setting(
		'MAX_WAITING_EVENTS',
		'100000',
		wholeNumber(1, 1_000_000_000, 'events'),
		'How many events may wait to be applied; more are refused until some are.',
	),
	maxWaitingBytes: setting(
		'MAX_WAITING_BYTES',
		'4294967296',
		wholeNumber(1_024, 1_000_000_000_000_000, 'bytes'),
		'How large the events that wait may be together, as they are stored.',
	),
	trustedProxies: setting(
		'TRUSTED_PROXIES',
		'0',
		wholeNumber(0, 9, 'proxies'),
		'How many proxies stand in front: so many entries from the right of ' +
			'`X-Forwarded-For` is the address that limits count and the audit names; if 0, the header is not believed.',
	),
	eventsRole: setting(
		'EVENTS_ROLE',
		null,
		anyText('the name of a role'),
		'The role that a user needs to submit events; if none, every active user may.',
	),
	changesDays: setting(
		'CHANGES_DAYS',
		'off',
		orOff(wholeNumber(1, 36_500, 'days')),
		'How long entries of the log of changes (`GET /changes`) are kept; if off, for good.',
	),
	diskReserveBytes: setting(
		'DISK_RESERVE_BYTES',
		'134217728',
		wholeNumber(0, 1_000_000_000_000, 'bytes'),
		'How much of the disks of records and index (of files) is kept free: with less, submissions are answered ' +
			'with 503, and applying and indexing pause; if 0, none.',
	),
	dumpsFolder: setting(
		'DUMPS_FOLDER',
		null,
		anyText('the path of a folder'),
		'Where dumps that are made over HTTP lie, for all servers the same; if none, `dumps` beside the file of the ' +
			'database, or `data/dumps`. A relative path starts at the working directory.',
	),
	dumpsKept: setting(
		'DUMPS_KEPT',
		'5',
		wholeNumber(1, 100, 'dumps'),
		'How many of these are kept; the oldest goes when another is made.',
	),
	lateAfterSeconds: setting(
		'LATE_AFTER_SECONDS',
		'300',
		seconds(1, 86_400),
		'How long an event may wait to be applied, or a change to be found, before health and log call it late.',
	),
	leaseSeconds: setting(
		'LEASE_SECONDS',
		'60',
		seconds(1, 86_400),
		'How long a worker holds an event without a sign of life before another may take it; the same in all processes.',
	),
	maxAttempts: setting(
		'MAX_ATTEMPTS',
		'5',
		wholeNumber(1, 100, 'tries'),
		'How often an event is tried before it stays in Error.',
	),
	retrySeconds: setting(
		'RETRY_SECONDS',
		'2',
		seconds(0, 3_600),
		'The pause after the first failure of an event; it doubles with each further one.',
	),
	pollSeconds: setting(
		'POLL_SECONDS',
		'1',
		seconds(0.05, 3_600),
		'How often an idle worker looks for events that other processes accepted or kept.',
	),
	searchSeconds: setting(
		'SEARCH_SECONDS',
		'10',
		seconds(0.1, 3_600),
		'How long one search may take, waiting for others included, before it is given up with status 503.',
	),
	shutdownSeconds: setting(
		'SHUTDOWN_SECONDS',
		'3',
		seconds(0, 3_600),
		'How long a stop waits for requests and for work under way; what is not done in a third of it is given up and ' +
			'done again by others, or by the next start.',
	),
	drainSeconds: setting(
		'DRAIN_SECONDS',
		'1',
		seconds(0, 3_600),
		'How long `serve` goes on taking requests after SIGTERM, while `/health/ready` is 503 already; longer than ' +
			'a balancer takes to notice.',
	),
	backgroundWork: setting(
		'BACKGROUND_WORK',
		'on',
		onOrOff(),
		'Whether `serve` applies events and keeps the index up as well; if off, `link-broker worker` does.',
	),
	metricsPort: setting(
		'METRICS_PORT',
		'off',
		orOff(wholeNumber(0, 65_535)),
		'The port on which `worker` tells health and metrics; if off, on none.',
	),
	metricsHost: setting('METRICS_HOST', '127.0.0.1', hostName(), 'The address on which it does.'),
	contactEmail: setting(
		'CONTACT_EMAIL',
		null,
		mailAddress(),
		'Where services that are harvested reach whoever runs the broker: they are told with each request.',
	),
	adsToken: setting('ADS_TOKEN', null, anyText('a token'), 'The token to harvest NASA ADS with.'),
	openalexKey: setting('OPENALEX_KEY', null, anyText('a key'), 'The key to harvest OpenAlex with.'),
	opencitationsToken: setting(
		'OPENCITATIONS_TOKEN',
		null,
		anyText('a token'),
		'The token to harvest OpenCitations with; it answers without one, too.',
	),
	zenodoToken: setting(
		'ZENODO_TOKEN',
		null,
		anyText('a token'),
		'The token to harvest Zenodo with: then its pages are four times as long.',
	),
	autoMigrate: setting(
		'AUTO_MIGRATE',
		'on',
		onOrOff(),
		'Whether a start brings the database to the schema of this program; if off, `link-broker migrate` does.',
	),
};
