// Tests the commands for subscriptions, on real records.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createReceiver } from '../../broker/following/receiver.fixture.ts';
import { createTestSubscriptions, testHooks } from '../../broker/following/subscriptions.fixture.ts';
import type { Subscriptions } from '../../broker/following/subscriptions.ts';
import { given, send } from '../../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import { noon, openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
let opened: TestRecords;
let receiver: ReturnType<typeof createReceiver>;
let subscriptions: Subscriptions;
beforeEach(async () => {
	line = await openCommandLine();
	opened = await openTestRecords();
	receiver = createReceiver();
	subscriptions = createTestSubscriptions(opened.records, {
		senders: { webhook: receiver.sender },
		kinds: {
			webhook: testHooks,
			'coar-notify': { ...testHooks, entries: 'both', takesToken: true, makeSecret: () => null },
		},
	});
	await line.accounts.createUser(by, 'ada@example.org', null, true);
});
afterEach(async () => {
	await opened.close();
	await line.close();
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const folders: string[] = [];
/** Writes a file that is removed after the test. */
function fileWith(text: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'subscriptions-'));
	folders.push(folder);
	writeFileSync(join(folder, 'file.txt'), text);
	return join(folder, 'file.txt');
}

const run = (words: string) => line.run(words, { subscriptions });
const create = (more = '--id 10.5555/a') =>
	run(`subscriptions create https://example.org/hook --user ada@example.org ${more}`);
const documentOf = async (words: string) => JSON.parse((await run(`${words} --json`)).out);

describe('subscriptions create', () => {
	it('follows works for a user, and prints the secret', async () => {
		const { out, status } = await create('--id 10.5555/a --pace daily --name Mine');
		assert.equal(status, 0);
		assert.equal(out, 'Subscription 1 to https://example.org/hook, active\nSecret: whsec_secret\n');
		const { filter, pace, name } = await documentOf('subscriptions show 1');
		assert.deepEqual([filter, pace, name], [{ kind: 'asserted', entries: 'first', id: '10.5555/a' }, 'daily', 'Mine']);
	});

	it('says that the receiver of emails is asked', async () => {
		const ask = async () => ({ isAccepted: true, status: null }) as const;
		const email = { ...testHooks, begins: 'unconfirmed', makeSecret: () => null, ask } as const;
		subscriptions = createTestSubscriptions(opened.records, { kinds: { email } });
		const { out } = await run('subscriptions create reader@example.org --user ada@example.org --prefix 10.5555');
		assert.equal(out, 'Subscription 1 to reader@example.org, unconfirmed\nAn email asks the receiver to confirm it.\n');
	});

	it('reads identifiers from a file, one a line', async () => {
		const file = fileWith('10.5555/a\n\n10.5555/b\n');
		assert.equal((await create(`--file ${file}`)).status, 0);
		assert.equal((await documentOf('subscriptions show 1')).filter.ids, '10.5555/a\n10.5555/b');
	});

	it('announces links to an inbox, with the token that a file has', async () => {
		const file = fileWith('the-token\n');
		const { out } = await create(`--id 10.5555/a --inbox --receiver-token-file ${file}`);
		assert.equal(out, 'Subscription 1 to https://example.org/hook, active\n');
		const { kind, filter } = await documentOf('subscriptions show 1');
		assert.deepEqual([kind, filter.kind], ['coar-notify', 'both']);
		assert.match((await opened.records.subscription(1))?.secrets ?? '', /the-token/);
		const empty = await create(`--id 10.5555/a --inbox --receiver-token-file ${fileWith('')}`);
		assert.match(empty.err, /has no token/);
		assert.match(
			(await create(`--id 10.5555/a --receiver-token-file ${file}`)).err,
			/Only the kind coar-notify takes a token/,
		);
	});

	it('refuses what is wrong, and names the option', async () => {
		assert.match((await create('--prefix zenodo')).err, /--prefix must be a prefix of DOIs/);
		assert.match((await create('--pace hourly')).err, /Allowed choices are each, daily, weekly/);
		const unknown = await run('subscriptions create https://example.org/hook --user bob@example.org --id 10.5555/a');
		assert.match(unknown.err, /There is no user bob@example.org/);
		assert.match(
			(await run('subscriptions create ada@example.org --user ada@example.org --id 10.5555/a')).err,
			/email/,
		);
	});
});

describe('subscriptions', () => {
	it('are listed for all users or for one', async () => {
		await create();
		await line.accounts.createUser(by, 'bob@example.org', null, true);
		assert.match((await run('subscriptions list')).out, /https:\/\/example.org\/hook/);
		assert.equal((await run('subscriptions list --user bob@example.org')).out, 'No subscriptions.\n');
		assert.equal((await documentOf('subscriptions list --user ada@example.org')).subscriptions.length, 1);
	});

	it('are paused, resumed, and led past what was not sent', async () => {
		await create();
		assert.equal((await run('subscriptions pause 1')).out, 'Paused subscription 1\n');
		assert.equal((await documentOf('subscriptions show 1')).state, 'paused');
		await send(opened.records, given('A cites B'));
		const { cursor } = await documentOf('subscriptions resume 1');
		assert.match((await run('subscriptions show 1')).out, /^Lag: up to 1 change, /m);
		assert.notEqual((await documentOf('subscriptions skip 1')).cursor, cursor);
		assert.doesNotMatch((await run('subscriptions show 1')).out, /^Lag/m);
	});

	it('are shown with their messages, which are sent again', async () => {
		await create('--ids A');
		await send(opened.records, given('A cites B'));
		const delivery = {
			firstEntry: 1,
			lastEntry: 1,
			entries: 1,
			tries: 9,
			triedAt: noon,
			status: 500,
			failure: 'It answered 500.',
		};
		await opened.records.noteResent(1, delivery);
		assert.match((await run('subscriptions show 1')).out, /msg_1_1 +1 +9 .*It answered 500\./);
		assert.equal((await run('subscriptions resend 1 msg_1_1')).out, 'Accepted: it answered 204.\n');
		assert.deepEqual(
			receiver.sent.map(({ id }) => id),
			['msg_1_1'],
		);
		assert.equal((await run('subscriptions resend 1 msg_2_1')).status, 1);
	});

	it('are tried, and the status says whether the receiver accepted', async () => {
		await create();
		assert.match((await run('subscriptions test 1')).out, /^Accepted: it answered 204\. \(\d+ ms\)\nthanks\n$/);
	});

	it('get another secret, and end', async () => {
		await create();
		assert.equal((await run('subscriptions rotate 1')).out, 'whsec_secret\n');
		assert.equal((await run('subscriptions delete 1')).out, 'Removed subscription 1\n');
		assert.match((await run('subscriptions show 1')).err, /no subscription 1/);
		assert.equal((await run('subscriptions show x')).status, 2);
	});
});
