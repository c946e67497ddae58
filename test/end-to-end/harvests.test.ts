// Creates a harvest over HTTP in a server, whose worker runs it in its own threads to the end.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OperatorClient } from '../../clients/typescript/src/index.ts';
import { browserFetch } from '../../clients/typescript/test/session.fixture.ts';
import { datacitePage, dataciteRecord, serveReplies, type TestService } from '../../src/harvest/harvest.fixture.ts';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const admin = 'admin@example.org';
const password = 'correct horse';

let program: Program;
let server: Server;
let service: TestService;
let operator: OperatorClient;
before(async () => {
	service = await serveReplies(({ query }) => ({
		body:
			query.get('page[cursor]') === 'two'
				? datacitePage([dataciteRecord('c')], undefined, 3)
				: datacitePage([dataciteRecord('a'), dataciteRecord('b')], 'two', 3),
	}));
	program = await openProgram({ CONTACT_EMAIL: admin, HARVEST_PRIVATE_HOSTS: '127.0.0.1' });
	await program.output('users', 'create', admin, '-a', `--password=${password}`);
	await program.output('roles', 'create', 'admin');
	await program.output('roles', 'add', admin, 'admin');
	server = await program.serve();
	operator = new OperatorClient(server.url, browserFetch());
	await operator.signIn(admin, password);
});
after(async () => {
	await service.close();
	await program.remove();
});

describe('a harvest that is created over HTTP', () => {
	const wanted = () => ({ service: 'datacite', filters: { prefix: '10.1234' }, address: service.address });

	it('is tried first, and nothing of it is stored', async () => {
		const { total, records, estimate, page } = await operator.previewHarvest(wanted());
		assert.deepEqual([total, records, estimate?.pages, page?.links.length], [3, 2, 2, 2]);
		assert.deepEqual([await operator.harvests(), (await operator.eventsPage()).events], [[], []]);
	});

	it('is run by the worker of the server to its end', async () => {
		const { number } = await operator.createHarvest({ ...wanted(), every_seconds: 86_400 });
		const ended = await eventually(
			async () => (await operator.harvests()).find((harvest) => harvest.number === number),
			(harvest) => harvest?.condition === 'scheduled' && harvest.last !== null,
			{ timeoutSeconds: 60 },
		);
		assert.deepEqual([ended?.last?.problem, ended?.last?.outcome, ended?.totals.links], [null, 'complete', 3]);
	});
});
