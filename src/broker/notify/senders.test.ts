// Tests the registration of senders of notifications, on real records and accounts.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../../errors.ts';
import { openAccountStore } from '../../store/accounts/account-store.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { createRecordsWork } from '../records-work.ts';
import { addSender, listSenders, removeSender } from './senders.ts';

const email = 'repository@example.org';
const rules = { origins: ['https://repository.example'], actors: [], networks: ['192.0.2.0/24', '2001:db8::1'] };

let opened: TestRecords;
let stores: Parameters<typeof addSender>[0];
beforeEach(async () => {
	opened = await openTestRecords();
	const accounts = openAccountStore(opened.database);
	await accounts.addUser(act, { email, passwordHash: null, active: true });
	stores = { records: opened.records, accounts, work: createRecordsWork(opened.records) };
});
afterEach(() => opened.close());

const refused = (promise: Promise<unknown>, code: string, message: RegExp) =>
	assert.rejects(promise, (error) => {
		assert.ok(error instanceof BrokerError);
		assert.equal(error.code, code);
		assert.match(error.message, message);
		return true;
	});

describe('a sender of notifications', () => {
	it('is registered for an account, and listed with its email until it is removed', async () => {
		const sender = await addSender(stores, act, { email: 'Repository@example.org', rules });
		assert.deepEqual([sender.email, sender.rules], [email, rules]);
		assert.deepEqual(await listSenders(stores), [sender]);
		await removeSender(stores, act, sender.number);
		assert.deepEqual(await listSenders(stores), []);
		await refused(removeSender(stores, act, sender.number), 'not-found', /no sender of notifications/);
	});

	it('must have a rule, addresses as origins, and networks as in CIDR', async () => {
		const add = (more: Partial<typeof rules>) => addSender(stores, act, { email, rules: { ...rules, ...more } });
		await refused(add({ origins: [], networks: [] }), 'bad-usage', /must have an origin/);
		for (const origin of ['', 'repository.example', 'urn:x'])
			await refused(add({ origins: [origin] }), 'bad-usage', /origins must be/);
		for (const network of ['', '192.0.2', '192.0.2.0/33'])
			await refused(add({ networks: [network] }), 'bad-usage', /networks must be/);
	});

	it('must be of an account that exists', async () => {
		await refused(addSender(stores, act, { email: 'nobody@example.org', rules }), 'not-found', /no user/);
	});
});
