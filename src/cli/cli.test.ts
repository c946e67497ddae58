// Tests of the command line as a whole: help, exit status, failures, settings.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import packageDescription from '../../package.json' with { type: 'json' };
import { helpOnly } from '../../scripts/reference.ts';
import { BrokerError } from '../errors.ts';
import { buildProgram, listCommands } from './cli.ts';
import { openCommandLine } from './command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const everyCommand = listCommands(buildProgram(helpOnly)).map(({ name }) => name);
const groups = [
	...['events', 'loads', 'objects', 'harvest', 'search', 'graph', 'users', 'roles', 'tokens', 'subscriptions'],
	...['notify', 'notify senders', 'definitions'],
];
const withoutResult = ['serve', 'worker', 'mcp', 'completion', ...groups].map((name) => `link-broker ${name}`);
const withResult = everyCommand.filter((name) => name !== 'link-broker' && !withoutResult.includes(name));

describe('the command line', () => {
	it('has the commands of the specification and those that manage them', () => {
		assert.deepEqual(
			everyCommand.filter((name) => name !== 'link-broker').map((name) => name.replace('link-broker ', '')),
			[
				'serve',
				'worker',
				'migrate',
				'install-service',
				'events',
				'events load',
				'events list',
				'events show',
				'events rerun',
				'events withdraw',
				'events restore',
				'events import',
				'loads',
				'loads list',
				'loads show',
				'loads withdraw',
				'loads restore',
				'loads rerun',
				'dialects',
				'harvest',
				'harvest datacite',
				'harvest crossref',
				'harvest openalex',
				'harvest europepmc',
				'harvest opencitations',
				'harvest zenodo',
				'harvest invenio',
				'harvest scholexplorer',
				'harvest ads',
				'harvest asclepias',
				'harvest list',
				'harvest start',
				'harvest pause',
				'harvest remove',
				'describe',
				'relationships',
				'why',
				'definitions',
				'definitions list',
				'definitions show',
				'objects',
				'objects find',
				'objects lookup',
				'objects report',
				'objects definitions',
				'changes',
				'sources',
				'mcp',
				'search',
				'search reindex',
				'graph',
				'graph rebuild',
				'doctor',
				'export',
				'dump',
				'backup',
				'restore',
				'users',
				'users create',
				'users invite',
				'users password',
				'users activate',
				'users deactivate',
				'users delete',
				'users list',
				'roles',
				'roles create',
				'roles add',
				'roles remove',
				'roles list',
				'tokens',
				'tokens create',
				'tokens revoke',
				'tokens list',
				'subscriptions',
				'subscriptions create',
				'subscriptions list',
				'subscriptions show',
				'subscriptions pause',
				'subscriptions resume',
				'subscriptions skip',
				'subscriptions test',
				'subscriptions resend',
				'subscriptions rotate',
				'subscriptions delete',
				'notify',
				'notify senders',
				'notify senders add',
				'notify senders list',
				'notify senders remove',
				'notify list',
				'notify show',
				'notify replay',
				'audit',
				'completion',
			],
		);
	});

	for (const name of everyCommand) {
		it(`shows help with an example: ${name} --help`, async () => {
			const words = [...name.split(' ').slice(1), '--help'];
			const { status, out, err } = await line.run(words);
			assert.equal(status, 0);
			assert.equal(err, '');
			assert.ok(out.startsWith(`Usage: ${name} `), out);
			assert.match(out, /\nExamples?:\n {2}\$ .*link-broker/);
		});
	}

	for (const name of withResult) {
		it(`offers --json where there is a result: ${name}`, async () => {
			const { out } = await line.run([...name.split(' ').slice(1), '--help']);
			assert.match(out, /--json +print one JSON document/);
		});
	}

	it('shows its version', async () => {
		assert.deepEqual(await line.run('--version'), { status: 0, out: `${packageDescription.version}\n`, err: '' });
	});

	it('shows help of a command with help <command> too', async () => {
		const { status, out } = await line.run('events help load');
		assert.equal(status, 0);
		assert.ok(out.startsWith('Usage: link-broker events load'));
	});

	it('needs no settings for help', async () => {
		assert.equal((await line.run('events load --help', { environment: { PORT: 'wrong' } })).status, 0);
	});
});

describe('wrong usage', () => {
	const wrong: [line: string, message: RegExp, hint: string][] = [
		['event list', /^link-broker: unknown command 'event' \(Did you mean events\?\)$/m, 'link-broker'],
		['events lost', /^link-broker: unknown command 'lost' \(Did you mean list\?\)$/m, 'link-broker events'],
		['events load', /^link-broker: missing required argument 'file'$/m, 'link-broker events load'],
		['users list --jsn', /^link-broker: unknown option '--jsn' \(Did you mean --json\?\)$/m, 'link-broker users list'],
		['roles add ada@example.org', /missing required argument 'role_name'/, 'link-broker roles add'],
		['tokens create --name x', /required option '--user <email>' not specified/, 'link-broker tokens create'],
		['roles create a b', /too many arguments/, 'link-broker roles create'],
		['completion powershell', /Allowed choices are bash, zsh, fish/, 'link-broker completion'],
		['tokens revoke', /either the id of a token/, 'link-broker tokens revoke'],
	];
	for (const [words, message, hint] of wrong) {
		it(`ends with status 2 and says what to try: ${words}`, async () => {
			const { status, out, err } = await line.run(words);
			assert.equal(status, 2);
			assert.equal(out, '');
			assert.match(err, message);
			assert.ok(err.endsWith(`Try '${hint} --help'.\n`), err);
		});
	}

	it('of a group without a command shows its help on standard error', async () => {
		for (const [words, name] of [
			['', 'link-broker'],
			['events', 'link-broker events'],
		] as const) {
			const { status, out, err } = await line.run(words === '' ? [] : words);
			assert.equal(status, 2);
			assert.equal(out, '');
			assert.ok(err.startsWith(`Usage: ${name} `));
			assert.doesNotMatch(err, /^link-broker: /m);
		}
	});
});

describe('a failure', () => {
	const failing = (error: unknown) => ({ composition: { migrate: () => Promise.reject(error) } });

	it('ends with status 1, what happened, the places, and the next step', async () => {
		const error = new BrokerError('invalid-links', '2 of 10 links are not valid', {
			problems: [
				{ pointer: '/3/Source/Type/Name', message: 'is missing' },
				{ pointer: '/7', message: 'is no object' },
			],
		});
		assert.deepEqual(await line.run('migrate', failing(error)), {
			status: 1,
			out: '',
			err:
				'link-broker: 2 of 10 links are not valid\n' +
				'  /3/Source/Type/Name: is missing\n' +
				'  /7: is no object\n' +
				'Nothing of this event was stored. Correct these links, or skip them with --skip-invalid.\n',
		});
	});

	it('shows twenty places and counts the others', async () => {
		const problems = Array.from({ length: 100 }, (_, index) => ({ pointer: `/${index}`, message: 'is no object' }));
		const { err } = await line.run('migrate', failing(new BrokerError('invalid-links', 'Many', { problems })));
		assert.equal(err.match(/is no object/g)?.length, 20);
		assert.match(err, /\n {2}and 80 more\n/);
	});

	it('shows the cause', async () => {
		const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
		const { err } = await line.run('migrate', failing(new BrokerError('unavailable', 'Cannot reach it', { cause })));
		assert.match(err, /^link-broker: Cannot reach it\n {2}cause: ECONNREFUSED\nCheck the service/);
	});

	it('is a document on standard output too with --json', async () => {
		const problems = [{ pointer: '/0', message: 'is no object' }];
		const error = new BrokerError('invalid-links', 'A link is not valid', { problems });
		const { out, err } = await line.run('migrate --json', failing(error));
		assert.deepEqual(JSON.parse(out), { error: { code: 'invalid-links', message: 'A link is not valid', problems } });
		assert.match(err, /^link-broker: A link is not valid/);
	});

	it('of parsing is a document too with --json', async () => {
		const { status, out } = await line.run('events load --json');
		assert.equal(status, 2);
		assert.equal(JSON.parse(out).error.code, 'bad-usage');
	});

	it('inside the program is reported as such, with the stack only for LOG_LEVEL=debug', async () => {
		const error = new TypeError('cannot read x');
		const quiet = await line.run('migrate', failing(error));
		assert.equal(quiet.status, 1);
		assert.match(quiet.err, /^link-broker: Internal error\n {2}cause: cannot read x\nThis is a fault of the program/);
		assert.doesNotMatch(quiet.err, /cli\.test\.ts/);
		const { err } = await line.run('migrate', { ...failing(error), environment: { LOG_LEVEL: 'debug' } });
		assert.match(err, /cli\.test\.ts/);
	});

	it('shows neither control characters nor passwords', async () => {
		const cause = new Error('cannot connect to postgres://broker:secret@host/db');
		const error = new BrokerError('unavailable', 'away\u001b[2J', { cause });
		const { err } = await line.run('migrate', failing(error));
		assert.equal(err.includes('secret') || err.includes('\u001b'), false);
	});

	it('of a setting ends with status 2 and names it', async () => {
		const { status, err } = await line.run('users list', { environment: { PORT: 'http', LEASE_SECONDS: '0' } });
		assert.equal(status, 2);
		assert.match(err, /^ {2}PORT is "http"; it must be/m);
		assert.match(err, /^ {2}LEASE_SECONDS is "0"; it must be/m);
	});
});

describe('the application', () => {
	it('is opened with the settings of the environment and closed', async () => {
		await line.run('users list', { environment: { DATABASE_URL: 'sqlite:elsewhere.db' } });
		assert.deepEqual(line.settingsSeen.at(-1)?.database, { kind: 'sqlite', path: 'elsewhere.db' });
		assert.equal(line.stillOpen(), 0);
	});

	it('is closed when a command fails', async () => {
		assert.equal((await line.run('users activate nobody@example.org')).status, 1);
		assert.equal(line.stillOpen(), 0);
	});
});

describe('serve, worker and migrate', () => {
	it('are given the settings', async () => {
		const seen: string[] = [];
		const composition = {
			serve: async ({ port }: { port: number }, processes: number) =>
				void seen.push(`serve on ${port} in ${processes}`),
			work: async ({ pollSeconds }: { pollSeconds: number }) => void seen.push(`work every ${pollSeconds} s`),
		};
		const environment = { PORT: '8080', POLL_SECONDS: '3' };
		assert.deepEqual(await line.run('serve', { composition, environment }), { status: 0, out: '', err: '' });
		assert.deepEqual(await line.run('serve --processes 4', { composition, environment }), {
			status: 0,
			out: '',
			err: '',
		});
		assert.deepEqual(await line.run('worker', { composition, environment }), { status: 0, out: '', err: '' });
		assert.deepEqual(seen, ['serve on 8080 in 1', 'serve on 8080 in 4', 'work every 3 s']);
	});

	it('serve refuses a number of processes that makes no sense', async () => {
		for (const given of ['0', '65', '-1', '1.5', 'all']) {
			const { status, err } = await line.run(`serve --processes=${given}`);
			assert.equal(status, 2);
			assert.match(err, /It must be a whole number from 1 to 64/);
		}
	});

	it('migrate answers what was missing', async () => {
		const composition = { migrate: async () => ({ applied: ['records', 'accounts'] }) };
		assert.equal((await line.run('migrate', { composition })).out, 'Applied 2 migrations: records, accounts\n');
		assert.deepEqual(JSON.parse((await line.run('migrate --json', { composition })).out), {
			applied: ['records', 'accounts'],
		});
		const nothing = { migrate: async () => ({ applied: [] }) };
		assert.equal((await line.run('migrate', { composition: nothing })).out, 'The database is up to date.\n');
	});
});
