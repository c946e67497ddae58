// Tests that every method gives a value or a LinkBrokerError, whatever a server or a proxy answers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LinkBrokerError, type Paged, type ScholixLink } from '../src/index.ts';
import { OperatorClient } from '../src/operator-client.ts';
import { Subscriptions } from '../src/subscriptions.ts';

type Answer = {
	status: number;
	type: string;
	body: string | Uint8Array<ArrayBuffer>;
	headers?: Record<string, string>;
};

/** Makes a client whose requests all get this answer. */
function answeredWith({ status, type, body, headers = {} }: Answer): OperatorClient {
	const isEmpty = [204, 205, 304].includes(status);
	return new OperatorClient('http://broker.example', {
		maxRetries: 0,
		fetch: async () => new Response(isEmpty ? null : body, { status, headers: { 'Content-Type': type, ...headers } }),
	});
}

const few = <Item, Page>(paged: Paged<Item, Page>) => paged.toArray(3);
async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
	for await (const item of items) return item;
	return undefined;
}

const link = {} as ScholixLink;
const file = new Uint8Array([1]);
const methods: Readonly<Record<string, (broker: OperatorClient) => Promise<unknown>>> = {
	relationships: (broker) => few(broker.relationships({ id: 'x' })),
	search: (broker) => broker.search({ id: 'x' }),
	object: (broker) => broker.object('x'),
	objectAt: (broker) => broker.objectAt('http://broker.example/objects/1'),
	findObjects: (broker) => few(broker.findObjects('x')),
	lookUp: (broker) => first(broker.lookUp(['x'])),
	report: (broker) => first(broker.report(['x'])),
	reportOn: (broker) => first(broker.reportOn({ prefix: '10.1' })),
	sources: (broker) => broker.sources(),
	why: (broker) => broker.why('x', 'y'),
	changes: (broker) => few(broker.changes()),
	submit: (broker) => broker.submit([link]),
	submitAndWait: (broker) => broker.submit([link, link], { wait: true, linksPerEvent: 1, timeoutSeconds: 0 }),
	wait: (broker) => broker.wait('x', { timeoutSeconds: 0 }),
	event: (broker) => broker.event('x'),
	events: (broker) => few(broker.events()),
	load: (broker) => broker.load('x'),
	loads: (broker) => few(broker.loads()),
	eventLinks: (broker) => few(broker.eventLinks('x')),
	withdrawEvent: (broker) => broker.withdrawEvent('x'),
	previewWithdrawal: (broker) => broker.previewWithdrawal('x'),
	restoreEvent: (broker) => broker.restoreEvent('x'),
	rerunEvent: (broker) => broker.rerunEvent('x'),
	withdrawLoad: (broker) => broker.withdrawLoad('x'),
	previewLoadWithdrawal: (broker) => broker.previewLoadWithdrawal('x'),
	restoreLoad: (broker) => broker.restoreLoad('x'),
	rerunLoad: (broker) => broker.rerunLoad('x'),
	'subscriptions.create': ({ subscriptions }) => subscriptions.create({ kind: 'webhook', address: 'x', filter: {} }),
	'subscriptions.list': ({ subscriptions }) => few(subscriptions.list()),
	'subscriptions.show': ({ subscriptions }) => subscriptions.show(1),
	'subscriptions.change': ({ subscriptions }) => subscriptions.change(1, { paused: true }),
	'subscriptions.delete': ({ subscriptions }) => subscriptions.delete(1),
	'subscriptions.test': ({ subscriptions }) => subscriptions.test(1),
	'subscriptions.rotate': ({ subscriptions }) => subscriptions.rotate(1),
	'subscriptions.deliveries': ({ subscriptions }) => subscriptions.deliveries(1),
	'subscriptions.resend': ({ subscriptions }) => subscriptions.resend(1, 'x'),
	session: (broker) => broker.session(),
	signIn: (broker) => broker.signIn('a@example.org', 'x'),
	signOut: (broker) => broker.signOut(),
	changePassword: (broker) => broker.changePassword('x', 'y'),
	showInvitation: (broker) => broker.showInvitation('x'),
	acceptInvitation: (broker) => broker.acceptInvitation('x', 'y'),
	invite: (broker) => broker.invite('a@example.org'),
	users: (broker) => broker.users(),
	setActive: (broker) => broker.setActive('a@example.org', true),
	setRole: (broker) => broker.setRole('a@example.org', 'x', true),
	deleteUser: (broker) => broker.deleteUser('a@example.org'),
	roles: (broker) => broker.roles(),
	createRole: (broker) => broker.createRole('x'),
	tokens: (broker) => broker.tokens(),
	createToken: (broker) => broker.createToken({ name: 'x', expires: null }),
	revokeToken: (broker) => broker.revokeToken(1),
	status: (broker) => broker.status(),
	harvests: (broker) => broker.harvests(),
	harvestServices: (broker) => broker.harvestServices(),
	createHarvest: (broker) => broker.createHarvest({ service: 'datacite' }),
	previewHarvest: (broker) => broker.previewHarvest({ service: 'datacite' }),
	changeHarvest: (broker) => broker.changeHarvest(1, null),
	orderHarvest: (broker) => broker.orderHarvest(1, 'start'),
	dumps: (broker) => broker.dumps(),
	createDump: (broker) => broker.createDump('jsonl'),
	removeDump: (broker) => broker.removeDump('x'),
	audit: (broker) => broker.audit(),
	notifications: (broker) => broker.notifications(),
	notification: (broker) => broker.notification('x'),
	replayNotification: (broker) => broker.replayNotification('x'),
	previewFile: (broker) => broker.previewFile(file, {}),
	submitFile: (broker) => broker.submitFile(file, {}),
};

/** Checks every method with an answer; returns the errors by method. */
async function errorsOf(answer: Answer): Promise<Map<string, LinkBrokerError>> {
	const errors = new Map<string, LinkBrokerError>();
	for (const [name, call] of Object.entries(methods)) {
		try {
			await call(answeredWith(answer));
		} catch (error) {
			assert.ok(error instanceof LinkBrokerError, `${name}: ${error instanceof Error ? error.stack : error}`);
			assert.equal(typeof error.message, 'string');
			assert.ok(error.errors.every((place) => typeof place === 'object'));
			errors.set(name, error);
		}
	}
	return errors;
}

const json = 'application/json';
const problem = 'application/problem+json';

describe('every method of the client', () => {
	it('is in this test', () => {
		const inherited = Object.getPrototypeOf(OperatorClient.prototype);
		const own = [OperatorClient.prototype, inherited].flatMap((one) => Object.getOwnPropertyNames(one));
		const ofSubscriptions = Object.getOwnPropertyNames(Subscriptions.prototype).map((name) => `subscriptions.${name}`);
		const called = [...own, ...ofSubscriptions].filter((name) => !/constructor$|^csrfToken$|Page$|Once$/.test(name));
		assert.deepEqual(
			called.filter((name) => !(name in methods)),
			[],
		);
	});

	it('fails with the status of a refusal that is no problem document of a broker', async () => {
		for (const body of ['{}', 'null', '[]', '"text"', '<html>', '', '{"type":', '{"type":1}', '{"type":"/x"}', '7'])
			for (const type of [problem, json, 'text/html'])
				for (const status of [400, 500]) {
					const errors = await errorsOf({ status, type, body });
					assert.equal(errors.size, Object.keys(methods).length);
					for (const error of errors.values()) assert.deepEqual([error.code, error.status], ['network', status]);
				}
	});

	it('has the words of a problem without a type', async () => {
		const body = JSON.stringify({ detail: 'The index is unavailable.' });
		const errors = await errorsOf({ status: 400, type: problem, body });
		for (const { code, status, message } of errors.values()) {
			assert.deepEqual([code, status, message], ['network', 400, 'The index is unavailable.']);
		}
		assert.equal(errors.size, Object.keys(methods).length);
	});

	it('takes the status of the answer for a problem without one, and passes over places that are none', async () => {
		const body = JSON.stringify({ type: '/problems/bad-query', detail: 'Wrong.', errors: [null, 1, { pointer: {} }] });
		const errors = await errorsOf({ status: 422, type: problem, body });
		for (const error of errors.values()) assert.deepEqual([error.code, error.status], ['bad-query', 422]);
	});

	it('fails for a success without a JSON object', async () => {
		for (const body of ['null', '[]', '"text"', '7', '<html>', '', '{"hits":[', `${'['.repeat(200_000)}`])
			for (const error of (await errorsOf({ status: 200, type: json, body })).values())
				assert.equal(error.code, 'network');
		assert.equal((await errorsOf({ status: 200, type: json, body: 'null' })).size, Object.keys(methods).length);
	});

	const names = (
		'Relationships hits links next results works changes events event_id refused refused_count status indexed ' +
		'error users ' +
		'roles tokens token harvests dumps subscriptions deliveries secret csrf_token ldp:contains received ' +
		'type title detail errors query cursor pointer'
	).split(' ');
	const { json: anyJson } = fc.letrec((tie) => ({
		json: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			fc.constantFrom(null, true, 0, '', 'Done', 'Error', '/problems/not-found', [], {}),
			fc.array(tie('json'), { maxLength: 3 }),
			fc.dictionary(fc.constantFrom(...names, 'toString'), tie('json'), { maxKeys: 8 }),
		),
	}));
	const body = fc.oneof(
		{ weight: 4, arbitrary: anyJson.map((value) => JSON.stringify(value)) },
		fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
		anyJson.chain((value) => fc.nat(20).map((length) => JSON.stringify(value).slice(0, length))),
	);
	const header = fc.constantFrom('', 'doi:%', 'doi:10.1%2Fx', '<?cursor=%>; rel="next"', '-1', 'x', '9'.repeat(400));
	const answer = fc.record({
		status: fc.constantFrom(200, 201, 202, 204, 301, 400, 401, 404, 422, 429, 500, 503),
		type: fc.constantFrom(json, problem, 'text/html; charset=x', 'x', `${problem};charset=utf-7`),
		body,
		headers: fc.record({ 'X-Understood-As': header, 'X-Total-Count': header, Link: header, 'Retry-After': header }),
	});
	it('gives a value or a LinkBrokerError for any bytes, status and headers', async () => {
		await fc.assert(
			fc.asyncProperty(answer, async (one) => void (await errorsOf(one))),
			{ numRuns: 300 },
		);
	});
});
