// Tests the commands for the inbox of COAR Notify, on real records and accounts.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createInbox, type Inbox } from '../../broker/notify/inbox.ts';
import { createBodyReading } from '../../broker/read-bodies.ts';
import { createRecordsWork } from '../../broker/records-work.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { announcement } from '../../http/routes/inbox.fixture.ts';
import { openAccountStore } from '../../store/accounts/account-store.ts';
import type { NewNotification } from '../../store/inbox.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { openCommandLine } from '../command-line.fixture.ts';

const [email, address] = ['ada@example.org', '192.0.2.7'];

let line: Awaited<ReturnType<typeof openCommandLine>>;
let opened: TestRecords;
let inbox: Inbox;
beforeEach(async () => {
	line = await openCommandLine();
	opened = await openTestRecords();
	const { records } = opened;
	const accounts = openAccountStore(opened.database);
	await accounts.addUser(act, { email, passwordHash: null, active: true });
	const bodies = createBodyReading({ maxLinksPerEvent: 10, maxBodyBytes: 2 ** 20 });
	inbox = createInbox({ records, accounts, bodies, work: createRecordsWork(records), now: () => act.now });
});
afterEach(async () => {
	await opened.close();
	await line.close();
});

const run = (words: string) => line.run(words, { broker: inbox });
const documentOf = async (words: string) => JSON.parse((await run(`${words} --json`)).out);
const receive = async (more: object) => {
	const body = new TextEncoder().encode(JSON.stringify(announcement(more)));
	const account = { userId: 1, email, roles: [] };
	return (await inbox.receiveNotification(body, { account, address }, { origins: [], role: null })).uuid;
};

describe('notify senders', () => {
	it('registers a sender with its rules, lists it, and removes it', async () => {
		const rules = '--origin https://a.example --origin https://b.example --network 192.0.2.0/24';
		assert.equal((await run(`notify senders add ${email} ${rules}`)).out, `Registered sender 1 for ${email}\n`);
		const { created, ...sender } = (await documentOf('notify senders list')).senders[0];
		const origins = ['https://a.example', 'https://b.example'];
		assert.deepEqual(sender, { number: 1, email, origins, actors: [], networks: ['192.0.2.0/24'] });
		assert.match((await run('notify senders list')).out, /https:\/\/a\.example https:\/\/b\.example/);
		assert.equal((await run('notify senders remove 1')).out, 'Removed sender 1\n');
		assert.equal((await run('notify senders list')).out, 'No senders.\n');
	});

	it('refuses what is wrong', async () => {
		assert.match((await run(`notify senders add ${email}`)).err, /must have an origin, an actor or a network/);
		assert.match((await run(`notify senders add ${email} --network 192.0.2`)).err, /networks must be .*"192\.0\.2"/);
		assert.match((await run('notify senders add bob@example.org --actor x')).err, /no user bob@example\.org/);
		assert.match((await run('notify senders remove 7')).err, /no sender of notifications 7/);
		assert.equal((await run('notify senders remove x')).status, 2);
	});
});

describe('notify', () => {
	it('lists what was received, the newest first, and shows it as it came with what became of it', async () => {
		await receive({});
		const uuid = await receive({ id: 'urn:uuid:2', type: 'Offer' });
		assert.match(
			(await run('notify list')).out,
			/Offer +nothing +Nothing to do[\s\S]*Announce RelationshipAction +accepted/,
		);
		const { notifications } = await documentOf('notify list --limit 1');
		assert.deepEqual([notifications.length, notifications[0].uuid], [1, uuid]);
		const older = await documentOf(`notify list --before ${notifications[0].number}`);
		assert.equal(older.notifications[0].received.outcome, 'accepted');
		const { received, ...shown } = await documentOf(`notify show ${uuid}`);
		assert.deepEqual([shown, received.outcome], [announcement({ id: 'urn:uuid:2', type: 'Offer' }), 'nothing']);
		const inbox = 'https://repository.example/inbox';
		assert.deepEqual(received.answer, { inbox, tries: 0, accepted: null, problem: null });
		assert.match((await run('notify show nothing')).err, /no notification "nothing"/);
	});

	it('withdraws by replay what an Undo names that came before it', async () => {
		const uuid = await receive({ id: 'urn:uuid:2', type: 'Undo', object: 'urn:uuid:1' });
		assert.match((await run(`notify replay ${uuid}`)).out, /^nothing: Nothing to do/);
		await receive({ id: 'urn:uuid:1' });
		const [event] = await opened.records.events({ limit: 1 });
		assert.equal((await run(`notify replay ${uuid}`)).out, `withdrawn: ${event?.eventId}\n`);
		assert.equal((await opened.records.events({ limit: 1 }))[0]?.state, 'Withdrawn');
	});

	it('makes an event of its sender by replay of what an earlier version did not read', async () => {
		const notification: Omit<NewNotification, 'body'> = {
			...{ uuid: '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51', sender: 'account 1', userId: 1, sentId: 'urn:uuid:1' },
			...{ digest: '', types: ['Announce'], outcome: 'nothing', note: 'Nothing to do.', eventId: null, answer: null },
		};
		const body = JSON.stringify(announcement({ published: undefined }));
		await opened.records.keepNotification(act, { ...notification, body }, null);
		assert.match((await run(`notify replay ${notification.uuid}`)).out, /^accepted: /);
		const [event] = await opened.records.events({ limit: 1 });
		assert.deepEqual([event?.userId, event?.links], [1, 1]);
		const again = await run(`notify replay ${notification.uuid}`);
		assert.match(again.err, new RegExp(`became the event ${event?.eventId}. Use .events rerun`));
	});
});
