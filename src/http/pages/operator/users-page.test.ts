// Tests of the page of users without a script.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser, rowWith, wrongIn } from './plain-browser.fixture.ts';

const path = '/operator/users';
const ada = 'ada@example.org';
const bob = 'bob+new@example.org';

let opened: TestApp;
let browser: PlainBrowser;
beforeEach(async () => {
	opened = await openTestApp();
	await plainAccount(opened, ada, 'admin', 'curator');
	await plainAccount(opened, bob, 'curator');
	browser = plainBrowser(opened);
	await browser.signIn(path, ada);
});
afterEach(() => opened.close());

const rolesOf = async (email: string) => [...((await opened.accounts.findUser(email))?.roles ?? [])].sort();

describe('the page of users without a script', () => {
	it('makes a link that is shown once, with which its user sets a password', async () => {
		const email = 'cat@example.org';
		const made = await browser.send(path, 'invite', { email: ` ${email} ` });
		assert.equal(made.status, 200);
		assert.match(made.text, /<p class="notice">The link is created\.<\/p>/);
		assert.match(made.text, /<input id="invite-email"[^>]* value autocomplete="off"/);
		rowWith(made.text, email);
		const [, link = ''] = /<code>([^<]*#[\w-]{43})<\/code>/.exec(made.text) ?? [];
		assert.doesNotMatch((await browser.open(path)).text, /<code>/);
		const fields = { link, new_password: 'quite another horse' };
		const accepted = await plainBrowser(opened).send('/operator/invitation', 'acceptInvitation', fields);
		assert.ok(accepted.text.includes(`<span>${email}</span>`));
	});

	it('shows the problem of an email, which stays in its field', async () => {
		const refused = await browser.send(path, 'invite', { email: 'no address' });
		assert.equal(refused.status, 422);
		assert.match(wrongIn(refused), /email/);
		assert.match(refused.text, /<input id="invite-email"[^>]* value="no address"/);
	});

	it('creates a role, once', async () => {
		const made = await browser.send(path, 'createRole', { name: 'reader' });
		assert.match(made.text, /The role is created\./);
		assert.match(made.text, /Existing roles: admin, curator, reader\./);
		const again = await browser.send(path, 'createRole', { name: 'reader' });
		assert.equal(again.status, 409);
		assert.match(again.text, /<input id="createRole-name"[^>]* value="reader"/);
	});

	it('saves changed roles, and keeps changes by others meanwhile', async () => {
		// Meanwhile somebody gave reader, and took writer, which the page showed.
		await opened.token(ada, 'writer');
		await opened.token(bob, 'harvester', 'reader');
		const shown = ['curator', 'harvester', 'writer'];
		const roles = ['admin', 'harvester', 'writer'];
		const saved = await browser.send(path, 'setRoles', { email: bob, before: shown, roles });
		assert.match(saved.text, /The roles are saved\./);
		assert.deepEqual(await rolesOf(bob), ['admin', 'harvester', 'reader']);
		const row = rowWith(saved.text, bob);
		assert.equal(row.match(/name="before" value="\w+"/g)?.length, 3);
		assert.match(row, /value="reader" checked\/>/);
		assert.match(row, /value="curator"\/>/);
		await browser.send(path, 'setRoles', { email: bob, roles: [] });
		assert.deepEqual(await rolesOf(bob), []);
	});

	it('keeps boxes as they were ticked where a role is refused', async () => {
		const refused = await browser.send(path, 'setRoles', { email: bob, roles: ['removed', 'admin'] });
		assert.equal(refused.status, 404);
		assert.match(wrongIn(refused), /Unknown role/);
		const row = rowWith(refused.text, bob);
		assert.match(row, /value="admin" checked\/>/);
		assert.match(row, /value="curator"\/>/);
		assert.match(rowWith(refused.text, ada), /value="curator" checked\/>/);
	});

	it('deactivates a user, and activates them again', async () => {
		const out = await browser.send(path, 'deactivate', { email: bob });
		assert.match(out.text, /The user is deactivated\./);
		assert.equal((await opened.accounts.findUser(bob))?.active, false);
		await browser.send(path, 'activate', { email: bob });
		assert.equal((await opened.accounts.findUser(bob))?.active, true);
	});

	it('deletes a user after a confirmation', async () => {
		const row = rowWith((await browser.open(path)).text, bob);
		assert.match(row, /<details[^>]*><summary[^>]*>Delete[\s\S]*Submitted events stay\.[\s\S]*value="deleteUser"/);
		const deleted = await browser.send(path, 'deleteUser', { email: bob });
		assert.match(deleted.text, /The user is deleted\./);
		assert.equal(await opened.accounts.findUser(bob), undefined);
	});

	it('lets nobody lock themselves out', async () => {
		const row = rowWith((await browser.open(path)).text, ada);
		assert.doesNotMatch(row, /deactivate|activate|deleteUser/);
		assert.match(row, /value="admin" checked disabled\/>/);
		// A box that cannot be changed is not sent.
		await browser.send(path, 'setRoles', { email: ada, roles: [] });
		assert.deepEqual(await rolesOf(ada), ['admin']);
		const forged = await browser.send(path, 'setRoles', { email: ada, before: ['admin'], roles: [] });
		assert.equal(forged.status, 409);
		assert.match(wrongIn(forged), /You would lock yourself out/);
	});

	it('contains the first answers for its script', async () => {
		const { text } = await browser.open(path);
		for (const name of ['session', 'users', 'roles']) assert.ok(text.includes(`"${name} {}":{"value":`), name);
	});
});
