// Every setting, grouped by theme: variable, default, reader, meaning and example.
import { following } from './following.ts';
import { limits, submissions } from './limits.ts';
import {
	anyText,
	bearerToken,
	databaseAddress,
	hostName,
	hostNames,
	interval,
	mailAddress,
	oneOf,
	onOrOff,
	orOff,
	postgresAddress,
	publicAddress,
	searchAddress,
	seconds,
	someOf,
	wholeNumber,
} from './readers.ts';
import { maxBytes, setting } from './setting.ts';
import { site } from './site.ts';

/** Lists the levels of the log, the most silent last. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Names a level of the log. */
export type LogLevel = (typeof logLevels)[number];

const pemFile = anyText('the path of a PEM file');

const address = {
	host: setting(
		'HOST',
		'127.0.0.1',
		hostName(),
		'The address to listen on. With the default, only this machine can connect; `0.0.0.0` or `::` listens on all ' +
			'addresses.',
	),
	port: setting('PORT', '5000', wholeNumber(0, 65_535), 'The port to listen on. 0 chooses any free port.'),
	publicUrl: setting(
		'PUBLIC_URL',
		null,
		publicAddress(),
		'The address at which others reach the broker. It is used in links, sitemaps and `Location` headers, and it ' +
			'decides whether browsers are required to use HTTPS. Without it, the address of each request is used.',
		'https://links.example.org',
	),
	trustedProxies: setting(
		'TRUSTED_PROXIES',
		'0',
		wholeNumber(0, 9, 'proxies'),
		'The number of proxies in front of the broker. The client address, which rate limits and the audit use, is the ' +
			'entry at this position from the right of `X-Forwarded-For`. With 0, the header is ignored.',
	),
	tlsCertificate: setting(
		'TLS_CERTIFICATE',
		null,
		pemFile,
		'The certificate, with its chain, for serving HTTPS. Needs `TLS_KEY`.',
	),
	tlsKey: setting('TLS_KEY', null, pemFile, 'The private key of `TLS_CERTIFICATE`.'),
};

const records = {
	database: setting(
		'DATABASE_URL',
		'sqlite:data/broker.db',
		databaseAddress(),
		'The database of events, links and accounts. A relative path starts at the working directory.',
		'postgres://broker:secret@db.example.org/links',
	),
	databasePooler: setting(
		'DATABASE_POOLER',
		'none',
		oneOf(['none', 'transaction']),
		'The kind of pooler in front of PostgreSQL. Set `transaction` for a pooler that may give each transaction a ' +
			'different session, such as PgBouncer with `pool_mode = transaction`. The broker then prepares no statements.',
	),
	databaseListenUrl: setting(
		'DATABASE_LISTEN_URL',
		null,
		postgresAddress(),
		'The address of the PostgreSQL server behind a pooler, used to listen for notifications. Without it, idle ' +
			'workers behind a pooler look for events every `POLL_SECONDS`.',
	),
	autoMigrate: setting(
		'AUTO_MIGRATE',
		'on',
		onOrOff(),
		'Whether a start migrates the database to the schema of this program. With `off`, run `link-broker migrate`.',
	),
	diskReserveBytes: setting(
		'DISK_RESERVE_BYTES',
		'134217728',
		wholeNumber(0, maxBytes, 'bytes'),
		'The space to keep free on the disks of SQLite files. With less, submissions are answered with 503, and ' +
			'applying and indexing pause until there is room.',
	),
	changesDays: setting(
		'CHANGES_DAYS',
		'off',
		orOff(wholeNumber(1, 36_500, 'days')),
		'How long entries of the change log (`GET /changes`) are kept. With `off`, they are kept permanently.',
	),
	dumpsFolder: setting(
		'DUMPS_FOLDER',
		null,
		anyText('the path of a folder'),
		'The folder of dumps requested over HTTP. All servers need the same one. Without it: `dumps` next to the SQLite ' +
			'database; on PostgreSQL, `data/dumps`.',
	),
	dumpsKept: setting(
		'DUMPS_KEPT',
		'5',
		wholeNumber(1, 100, 'dumps'),
		'How many of these dumps are kept. A new dump replaces the oldest.',
	),
};

const index = {
	search: setting(
		'SEARCH_URL',
		'sqlite:data/search.db',
		searchAddress(),
		'The search index: a file, or an OpenSearch cluster. Names of its indexes begin with the prefix (`link-broker` ' +
			'if there is none).',
		'https://broker:secret@one.example.org:9200,two.example.org:9200/links',
	),
	searchShards: setting(
		'SEARCH_SHARDS',
		'1',
		wholeNumber(1, 1_024, 'shards'),
		'How many primary shards a new OpenSearch index gets. An existing index keeps its number until it is rebuilt.',
	),
	searchTlsCa: setting(
		'SEARCH_TLS_CA',
		null,
		pemFile,
		'The authorities that may sign certificates of OpenSearch nodes. Without it, those of Node.js.',
	),
	searchTlsCertificate: setting(
		'SEARCH_TLS_CERTIFICATE',
		null,
		pemFile,
		'The client certificate shown to OpenSearch nodes. Needs `SEARCH_TLS_KEY`.',
	),
	searchTlsKey: setting('SEARCH_TLS_KEY', null, pemFile, 'The private key of `SEARCH_TLS_CERTIFICATE`.'),
	searchSeconds: setting(
		'SEARCH_SECONDS',
		'10',
		seconds(0.1, 3_600),
		'How long one search may take, including the wait for its turn. After that, it is stopped and answered with 503.',
	),
};

const counting = {
	definitionsFile: setting(
		'DEFINITIONS',
		null,
		anyText('the path of a YAML or JSON file'),
		'A file with your own definitions of a citation. Servers, workers and commands read it at their start, and all ' +
			'need the same one. If the file has a fault, nothing starts, and the error names the line.',
		'/etc/link-broker/definitions.yaml',
	),
};

const work = {
	backgroundWork: setting(
		'BACKGROUND_WORK',
		'on',
		onOrOff(),
		'Whether `serve` also applies events and updates the index. With `off`, run `link-broker worker` as well.',
	),
	leaseSeconds: setting(
		'LEASE_SECONDS',
		'60',
		seconds(1, 86_400),
		'How long a worker keeps an event without renewing its lease; then another worker may take it. Set the same ' +
			'value for all processes.',
	),
	maxAttempts: setting(
		'MAX_ATTEMPTS',
		'5',
		wholeNumber(1, 100, 'attempts'),
		'How many times an event is attempted before it stays in the state Error.',
	),
	retrySeconds: setting(
		'RETRY_SECONDS',
		'2',
		seconds(0, 3_600),
		'The pause after the first failed attempt. Each further failure doubles it.',
	),
	pollSeconds: setting(
		'POLL_SECONDS',
		'1',
		seconds(0.05, 3_600),
		'How often an idle worker looks for events of other processes.',
	),
	shutdownSeconds: setting(
		'SHUTDOWN_SECONDS',
		'3',
		seconds(0, 3_600),
		'How long a stopping process waits for running requests and work. Background work is interrupted after a third ' +
			'of this time; another process, or the next start, repeats it.',
	),
	drainSeconds: setting(
		'DRAIN_SECONDS',
		'1',
		seconds(0, 3_600),
		'How long `serve` still accepts requests after SIGTERM, while `/health/ready` already answers 503. Set it longer ' +
			'than a load balancer takes to notice.',
	),
};

const monitoring = {
	logLevel: setting('LOG_LEVEL', 'info', oneOf(logLevels), 'The least severe level that is logged to standard error.'),
	overdueAfterSeconds: setting(
		'OVERDUE_AFTER_SECONDS',
		'300',
		seconds(1, 86_400),
		'How long an event may wait to be applied, a change to be indexed, or a message to be sent, before health and log ' +
			'report it as overdue.',
	),
	metricsPort: setting(
		'METRICS_PORT',
		'off',
		orOff(wholeNumber(0, 65_535)),
		'The port on which `serve` and `worker` serve health and metrics, without a token. Keep it inside your network.',
		'9464',
	),
	metricsHost: setting('METRICS_HOST', '127.0.0.1', hostName(), 'The address to listen on at `METRICS_PORT`.'),
	metricsToken: setting(
		'METRICS_TOKEN',
		null,
		bearerToken(),
		'The bearer token with which Prometheus may also read `/metrics` at `PORT`. Without it, `/metrics` is not found ' +
			'there.',
	),
};

/** Lists the services whose clients can be used with this broker. */
export const foreignServices = ['asclepias', 'opencitations', 'scholexplorer', 'datacite'] as const;

const compatibility = {
	compat: setting(
		'COMPAT',
		foreignServices.join(','),
		someOf(foreignServices),
		'The services whose interfaces are offered under `/compat`, for their clients.',
	),
	mcp: setting('MCP', 'on', onOrOff(), 'Whether assistants can use the tools at `/mcp` (Model Context Protocol).'),
};

const harvesting = {
	contactEmail: setting(
		'CONTACT_EMAIL',
		null,
		mailAddress(),
		'The address at which harvested services can reach you. It is sent with each request to them.',
		'links@example.org',
	),
	describeEvery: setting(
		'DESCRIBE_EVERY',
		'off',
		orOff(interval()),
		'How often the background work asks registries to describe works that have links but no title, as ' +
			'`link-broker describe` does once: `30m`, `6h`, `1d`. Needs `CONTACT_EMAIL`.',
	),
	harvestPrivateHosts: setting(
		'HARVEST_PRIVATE_HOSTS',
		null,
		hostNames(),
		'The hosts in private networks that harvests may connect to. Without it, harvests connect to public addresses ' +
			'only.',
		'repository.internal,10.0.0.7',
	),
	adsToken: setting('ADS_TOKEN', null, anyText('a token'), 'The token for NASA ADS.'),
	openalexKey: setting('OPENALEX_KEY', null, anyText('a key'), 'The key for OpenAlex.'),
	opencitationsToken: setting(
		'OPENCITATIONS_TOKEN',
		null,
		anyText('a token'),
		'The token for OpenCitations, which also answers without one.',
	),
	zenodoToken: setting(
		'ZENODO_TOKEN',
		null,
		anyText('a token'),
		'The token for Zenodo. With it, pages hold four times as many records.',
	),
};

/** Lists all settings by theme, in the order of the documentation. */
export const settingThemes = [
	{ title: 'Address and HTTPS', settings: address },
	{ title: 'Name of the site', settings: site },
	{ title: 'Database and disk', settings: records },
	{ title: 'Search index', settings: index },
	{ title: 'What counts as a citation', settings: counting },
	{ title: 'Submissions', settings: submissions },
	{
		title: 'Limits of requests',
		note: 'A sender is an account with all its tokens and sessions or, without an account, a network address.',
		settings: limits,
	},
	{ title: 'Background work and stopping', settings: work },
	{ title: 'Log and monitoring', settings: monitoring },
	{ title: 'Clients of other services and assistants', settings: compatibility },
	{ title: 'Harvesting', settings: harvesting },
	{ title: 'Following', settings: following },
] satisfies readonly { title: string; note?: string; settings: Readonly<Record<string, unknown>> }[];

/** Holds all settings under the names by which the program reads them. */
export const settings = {
	...address,
	...site,
	...records,
	...index,
	...counting,
	...submissions,
	...limits,
	...work,
	...monitoring,
	...compatibility,
	...harvesting,
	...following,
};
