// Tests where the key of stored secrets comes from, and what becomes of secrets of another key.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { readSettings } from '../settings.ts';
import { act } from '../store/suite/audit.fixture.ts';
import { readSecretKey } from './secret-key.ts';
import { countUnreadable, openSubscriptions } from './subscriptions.ts';

const DATABASE_URL = 'postgres://broker@db.example/links';

describe('the key of stored secrets', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'secret-key-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it('is made once beside an SQLite database, for its owner alone', () => {
		const settings = readSettings({ DATABASE_URL: `sqlite:${join(folder, 'broker.db')}` });
		const key = readSecretKey(settings);
		assert.ok(key.length >= 32);
		assert.equal(readSecretKey(settings), key);
		assert.deepEqual(readdirSync(folder), ['secret.key']);
		assert.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600);
		assert.equal(readFileSync(join(folder, 'secret.key'), 'utf8'), `${key}\n`);
	});

	it('is the setting, where there is one', () => {
		const SECRET_KEY = 'k'.repeat(32);
		assert.equal(readSecretKey(readSettings({ DATABASE_URL, SECRET_KEY })), SECRET_KEY);
	});

	it('has to be a setting with PostgreSQL, whose processes may be on several machines', () => {
		assert.throws(() => readSecretKey(readSettings({ DATABASE_URL })), /SECRET_KEY/);
	});
});

describe('the secret of a subscription', () => {
	let opened: TestRecords;
	beforeEach(async () => {
		opened = await openTestRecords();
	});
	afterEach(() => opened.close());

	const owner = { userId: 1, isAdmin: false };
	const wanted = { kind: 'webhook', address: 'https://receiver.example/hook', filter: { ids: '10.5555/a' } } as const;
	const settingsOf = (letter: string) => readSettings({ SECRET_KEY: letter.repeat(32) });
	const openedBy = (letter: string) => openSubscriptions(settingsOf(letter), opened.records);
	const unreadableFor = (letter: string) => countUnreadable(settingsOf(letter), opened.records);

	it('that another key encrypted signs nothing, which its owner learns, and can be replaced', async () => {
		const { number } = (await openedBy('k').create(act, owner, wanted)).subscription;
		assert.deepEqual([await unreadableFor('k'), await unreadableFor('x')], [0, 1]);
		const { answered } = await openedBy('x').test(owner, number);
		assert.ok(!answered.isAccepted);
		assert.match(answered.message, /another SECRET_KEY .*Replace the secret\./);
		assert.match(await openedBy('x').rotate(act, owner, number), /^whsec_/);
		assert.deepEqual([await unreadableFor('k'), await unreadableFor('x')], [1, 0]);
	});

	it('is made by no broker without a key', async () => {
		const without = openSubscriptions(readSettings({ DATABASE_URL }), opened.records);
		for (const kind of ['webhook', 'email', 'coar-notify'] as const) {
			const missing = new RegExp(`no messages of the kind ${kind}\\. .* SECRET_KEY\\.`);
			await assert.rejects(without.create(act, owner, { ...wanted, kind }), missing);
		}
	});
});
