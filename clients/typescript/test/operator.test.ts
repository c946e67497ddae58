// Tests the client for operators with a real server: sessions, users, tokens, files and more.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually, openProgram, type Program, type Server } from '../../../test/end-to-end/program.ts';
import { type HarvestService, LinkBroker, type LinkBrokerError, OperatorClient } from '../src/index.ts';
import { browserFetch } from './session.fixture.ts';
import { citingId } from './works.fixture.ts';

const admin = 'admin@example.org';
const password = 'correct horse';

let program: Program;
let server: Server;
let operator: OperatorClient;
before(async () => {
	program = await openProgram({ CONTACT_EMAIL: admin });
	await program.output('users', 'create', admin, '-a', `--password=${password}`);
	await program.output('roles', 'create', 'admin');
	await program.output('roles', 'add', admin, 'admin');
	// Nothing answers at this address; the harvest is paused.
	const address = ['--address', 'http://127.0.0.1:1/'];
	await program.output('harvest', 'datacite', '--prefix', '10.5555', ...address, '--every', '6h');
	await program.output('harvest', 'pause', '1');
	server = await program.serve({ DUMPS_FOLDER: `${program.folder}/dumps` });
	operator = new OperatorClient(server.url, browserFetch());
	await operator.signIn(admin, password);
});
after(() => program.remove());

/** Opens another browser. */
function openBrowser(): OperatorClient {
	return new OperatorClient(server.url, browserFetch());
}

describe('a session', () => {
	it('is opened and ended', async () => {
		const client = openBrowser();
		assert.equal(await client.session(), undefined);
		const session = await client.signIn(admin, password);
		assert.deepEqual([session.email, session.roles], [admin, ['admin']]);
		assert.deepEqual(await client.session(), session);
		await client.signOut();
		assert.equal(await client.session(), undefined);
		assert.equal(client.csrfToken, undefined);
	});

	it('is refused to a wrong password', async () => {
		await assert.rejects(openBrowser().signIn(admin, 'battery staple'), { code: 'unauthorized', status: 401 });
	});

	it('changes nothing without its token, which is stored or given', async () => {
		const { fetch } = browserFetch();
		const { csrf_token: csrfToken } = await new OperatorClient(server.url, { fetch }).signIn(admin, password);
		const other = new OperatorClient(server.url, { fetch });
		await assert.rejects(other.createRole('one'), { code: 'forbidden' });
		await other.session();
		assert.deepEqual(await other.createRole('one'), { name: 'one', users: 0 });
		assert.equal((await new OperatorClient(server.url, { fetch, csrfToken }).createRole('two')).name, 'two');
	});

	it('has its password changed', async () => {
		await program.output('users', 'create', 'ada@example.org', '-a', `--password=${password}`);
		const client = openBrowser();
		await client.signIn('ada@example.org', password);
		await assert.rejects(client.changePassword('battery staple', 'six mild owls'), (error: LinkBrokerError) => {
			assert.deepEqual([error.status, error.errors[0]?.pointer], [422, '/current_password']);
			return true;
		});
		await client.changePassword(password, 'six mild owls above the harbour');
		await openBrowser().signIn('ada@example.org', 'six mild owls above the harbour');
	});
});

describe('users', () => {
	it('are invited, and set a password themselves', async () => {
		const { created, link } = await operator.invite('grace@example.org');
		assert.equal(created, true);
		const secret = new URL(link).hash.slice(1);
		const client = openBrowser();
		assert.equal((await client.showInvitation(secret)).email, 'grace@example.org');
		assert.equal((await client.acceptInvitation(secret, 'six mild owls above the harbour')).email, 'grace@example.org');
		await assert.rejects(client.showInvitation(secret), { code: 'not-found' });
		// Accepting an invitation signs in.
		assert.match(await client.createToken({ name: 'first' }), /^\S{20,}$/);
	});

	it('are activated, deactivated and deleted', async () => {
		const email = 'a/b?c@example.org';
		await operator.invite(email);
		assert.equal((await operator.setActive(email, false)).active, false);
		assert.equal((await operator.setActive(email, true)).active, true);
		await operator.deleteUser(email);
		assert.ok(!(await operator.users()).some((user) => user.email === email));
		await assert.rejects(operator.deleteUser(email), { code: 'not-found' });
	});

	it('are given roles', async () => {
		const [email, role] = ['alan@example.org', 'night shift/1'];
		await operator.invite(email);
		await operator.createRole(role);
		await operator.setRole(email, role, true);
		const rolesOf = async () => (await operator.users()).find((user) => user.email === email)?.roles;
		assert.deepEqual(await rolesOf(), [role]);
		assert.ok((await operator.roles()).some(({ name, users }) => name === role && users === 1));
		await operator.setRole(email, role, false);
		assert.deepEqual(await rolesOf(), []);
	});

	it('and everything else with names that no address can hold are not found, without a request', async () => {
		const { fetch, asked } = browserFetch();
		const client = new OperatorClient(server.url, { fetch });
		for (const name of ['..', '.', '']) {
			for (const call of [
				() => client.setActive(name, true),
				() => client.setRole(admin, name, true),
				() => client.deleteUser(name),
				() => client.removeDump(name),
				() => client.event(name),
				() => client.eventLinks(name).toArray(),
			]) {
				await assert.rejects(call(), { name: 'LinkBrokerError', code: 'not-found', status: 404 });
			}
		}
		assert.deepEqual(asked, []);
	});
});

describe('tokens', () => {
	it('are created for oneself, and revoked', async () => {
		const token = await operator.createToken({ name: 'nightly feed', scopes: ['read'] });
		assert.deepEqual((await new LinkBroker(server.url, { token }).eventsPage()).events, []);
		const [made] = (await operator.tokens()).filter(({ name }) => name === 'nightly feed');
		assert.deepEqual([made?.scopes, made?.revoked], [['read'], null]);
		await operator.revokeToken(made?.id ?? 0);
		assert.ok((await operator.tokens()).find(({ id }) => id === made?.id)?.revoked);
	});
});

const table = (...numbers: number[]) =>
	new Blob(['source,relation,target\n', ...numbers.map((number) => `${citingId(number)},Cites,10.5555/cited\n`)]);
const reading = { dialect: 'auto', provider: 'Tests', date: '2026-01-31' };

describe('a file', () => {
	it('is previewed, which stores nothing', async () => {
		const { refusal, read, table: columns } = await operator.previewFile(table(1, 2), reading);
		assert.equal(refusal, null);
		assert.equal(read.links, 2);
		assert.deepEqual(
			columns?.columns.map(({ role }) => role),
			['source', 'relation', 'target'],
		);
		assert.deepEqual((await operator.eventsPage()).events, []);
	});

	it('is submitted unchanged, from a file or its bytes', async () => {
		const { event_id: first } = await operator.submitFile(table(1, 2, 3), reading);
		const { event_id: second } = await operator.submitFile(await table(4).bytes(), { ...reading, columns: undefined });
		assert.equal((await operator.wait(first)).counts.new_relationships, 3);
		assert.equal((await operator.wait(second)).counts.new_relationships, 1);
	});

	it('is an event like any other: page by page, withdrawn, restored and run again', async () => {
		const newest = await operator.eventsPage({ limit: 1 });
		const older = await operator.eventsPage({ limit: 1, before: newest.next ?? '' });
		const [event] = older.events;
		assert.equal(older.next, null);
		const id = event?.event_id ?? '';
		const links = await operator.eventLinksPage(id, { limit: 2 });
		assert.equal(links.links.length, 2);
		const rest = await operator.eventLinksPage(id, { limit: 2, after: links.next ?? '' });
		assert.deepEqual([rest.links.length, rest.next], [1, null]);
		assert.equal((await operator.previewWithdrawal(id)).relationships, 3);
		assert.equal((await operator.withdrawEvent(id, 'a test')).status, 'Withdrawn');
		await operator.restoreEvent(id);
		await operator.wait(id);
		await operator.rerunEvent(id);
		assert.equal((await operator.wait(id)).status, 'Done');
	});

	it('that cannot be read is refused', async () => {
		await assert.rejects(operator.submitFile(new Blob(['?']), reading), { status: 422 });
	});
});

describe('administrators', () => {
	it('see the status of the broker', async () => {
		assert.ok((await operator.status()).queue.done >= 0);
	});

	it('create, try and reschedule harvests', async () => {
		const [{ name, settings }] = (await operator.harvestServices()) as [HarvestService];
		assert.deepEqual([name, settings.map(({ set }) => set)], ['datacite', [true]]);
		// Private addresses are not reached unless a setting names them.
		const wanted = { service: 'datacite', filters: { prefix: '10.5555' }, address: 'http://127.0.0.1:1' };
		await assert.rejects(operator.previewHarvest(wanted), { code: 'harvest-failed', status: 502 });
		await assert.rejects(operator.createHarvest(wanted), { code: 'conflict' });
		const other = await operator.createHarvest({ ...wanted, provider: 'Example', every_seconds: 3_600 });
		assert.equal((await operator.changeHarvest(other.number, null)).every_seconds, null);
		await operator.orderHarvest(other.number, 'remove');
	});

	it('start, pause and remove harvests', async () => {
		const [harvest] = await operator.harvests();
		assert.deepEqual([harvest?.number, harvest?.condition], [1, 'paused']);
		await operator.orderHarvest(1, 'pause');
		await operator.orderHarvest(1, 'remove');
		assert.deepEqual(await operator.harvests(), []);
		await assert.rejects(operator.orderHarvest(1, 'start'), { code: 'not-found' });
	});

	it('make and remove dumps', async () => {
		const { id } = await operator.createDump('jsonl');
		await eventually(
			() => operator.dumps(),
			([dump]) => dump?.id === id && dump.state === 'Done',
		);
		await operator.removeDump(id);
		assert.deepEqual(await operator.dumps(), []);
	});

	it('read the audit, page by page', async () => {
		const made = await operator.audit({ action: 'dump.started', who: undefined });
		assert.deepEqual(
			made.entries.map(({ who, action }) => [who, action]),
			[[admin, 'dump.started']],
		);
		const newest = await operator.audit({ who: admin }, { limit: 1 });
		const older = await operator.audit({ who: admin }, { limit: 1, before: newest.next ?? '' });
		assert.ok((older.entries[0]?.number ?? 0) < (newest.entries[0]?.number ?? 0));
	});
});
