// Tests which notifications are answered, and to which inbox, as they are read and admitted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Admission, admitSender } from './admit-sender.ts';
import { answerOf } from './answer-offers.ts';
import { readNotification } from './read-notification.ts';

const account = { userId: 1, email: 'ada@example.org', roles: [] };
const network = '192.0.2.7';
const sender = (...origins: string[]) => ({
	...{ number: 1, userId: 1, createdAt: 0 },
	rules: { origins, actors: [], networks: origins.length > 0 ? [network] : ['192.0.2.0/24'] },
});
const user = { ...account, id: 1, active: true };
const admission = (more: Partial<Admission> = {}): Admission => ({
	...{ origins: [], senders: [], role: null },
	accounts: { findUser: async () => user as never, emails: async () => new Map([[1, account.email]]) },
	...more,
});

/** Finds to which inbox a notification is answered, of an account or without one. */
async function answered(
	more: object,
	admitting = admission(),
	caller: { account: typeof account | undefined } = { account },
) {
	const body = { id: 'urn:uuid:1', type: ['Offer', 'coar-notify:ReviewAction'], object: 'urn:x', ...more };
	const read = readNotification(Buffer.from(JSON.stringify(body)));
	return answerOf(read, await admitSender(read, { ...caller, address: network }, admitting))?.to;
}

const from = (id: unknown, inbox: unknown) => ({ origin: { id, inbox, type: 'Service' } });

describe('an offer', () => {
	it('is answered to the inbox of its origin', async () => {
		const [id, inbox] = ['https://repository.example', 'https://notify.example/in'];
		assert.deepEqual(await answered(from(id, inbox)), { id, inbox });
		assert.deepEqual(await answered(from('a repository', inbox)), { id: 'https://notify.example', inbox });
	});

	it('is not answered where its origin has no inbox with an address of the Web', async () => {
		const long = 'https://a.example/'.padEnd(2_001, 'a');
		for (const inbox of [undefined, null, 7, {}, '', 'inbox', 'mailto:ada@example.org', 'file:///etc', long])
			assert.equal(await answered(from('https://a.example', inbox)), undefined, String(inbox));
		assert.equal(await answered({ origin: 'https://a.example/inbox' }), undefined);
	});

	it('is answered at its own origin only, where that is what its sender is registered by', async () => {
		const [id, inbox] = ['https://repository.example/server', 'https://repository.example/in'];
		const prefix = 'https://repository.example';
		const elsewhere = ['https://victim.example/in', 'https://repository.example:8443/in', 'http://localhost/in'];
		const byNetwork = { account: undefined };
		for (const [admitting, caller] of [
			[admission({ origins: [{ origin: prefix, network }] }), byNetwork],
			[admission({ senders: [sender(prefix)] }), byNetwork],
			[admission({ senders: [sender(prefix)] }), { account }],
			[admission({ senders: [sender(), sender(prefix)] }), { account }],
		] as const) {
			assert.deepEqual(await answered(from(id, inbox), admitting, caller), { id, inbox });
			for (const other of elsewhere) assert.equal(await answered(from(id, other), admitting, caller), undefined, other);
		}
		assert.ok(await answered(from(id, elsewhere[0]), admission({ senders: [sender()] })));
	});
});

describe('a notification that is no offer, or an answer', () => {
	it('is not answered', async () => {
		const offer = 'https://www.w3.org/ns/activitystreams#Offer';
		const answers = ['Accept', 'Reject', 'TentativeAccept', 'TentativeReject', 'Announce', 'Undo', 'Flag'];
		for (const type of [...answers, 'coar-notify:UnprocessableNotification'])
			for (const types of [type, [type, offer], [offer, `as:${type}`]])
				assert.equal(await answered({ ...from('https://a.example', 'https://a.example/in'), type: types }), undefined);
		assert.ok(await answered({ ...from('https://a.example', 'https://a.example/in'), type: offer }));
	});
});
