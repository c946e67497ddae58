// Tests of the page of dumps without a script.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser, rowWith, wrongIn } from './plain-browser.fixture.ts';

const path = '/operator/dumps';

let opened: TestApp;
let browser: PlainBrowser;
beforeEach(async () => {
	opened = await openTestApp();
	await plainAccount(opened, 'ada@example.org', 'admin');
	browser = plainBrowser(opened);
	await browser.signIn(path, 'ada@example.org');
});
afterEach(() => opened.close());

describe('the page of dumps without a script', () => {
	it('creates one, shows its progress, and links to its file', async () => {
		assert.match((await browser.open(path)).text, /There are no dumps yet\./);
		const making = await browser.send(path, 'createDump', { format: 'csv' });
		assert.match(making.text, /The dump is being created\./);
		assert.match(making.text, /<button type="submit">Refresh<\/button>/);
		assert.match(making.text, /disabled>Create a dump/);
		assert.match(rowWith(making.text, 'csv'), /<span class="state Processing">Processing<\/span>[\s\S]*Cancel it/);
		opened.dumps.finish('dump-1', 'content');
		const { text } = await browser.open(path);
		const row = rowWith(text, 'csv');
		assert.match(row, /<span class="state Done">Done<\/span>/);
		assert.match(row, /<td>7 bytes<\/td>/);
		assert.match(
			text,
			/A statement is one claim of one provider that a link exists\..*<th scope="col">Statements<\/th>/s,
		);
		assert.match(row, /<td>3<\/td><td>5<\/td>/);
		assert.match(row, /<a href="\/api\/dumps\/dump-1\/file" download>Download/);
		assert.doesNotMatch(text, /Refresh|disabled/);
	});

	it('removes one after a confirmation', async () => {
		await browser.send(path, 'createDump', { format: 'csv' });
		opened.dumps.finish('dump-1', 'content');
		const page = await browser.open(path);
		assert.match(
			rowWith(page.text, 'csv'),
			/<details[^>]*><summary[^>]*>Remove[\s\S]*and its file\?[\s\S]*"removeDump"/,
		);
		const removed = await browser.send(page, 'removeDump');
		assert.match(removed.text, /The dump is removed\./);
		assert.match(removed.text, /There are no dumps yet\./);
		const again = await browser.send(page, 'removeDump');
		assert.equal(again.status, 404);
	});

	it('makes one at a time, and keeps the format that was chosen', async () => {
		const page = await browser.open(path);
		await browser.send(page, 'createDump', { format: 'csv' });
		const refused = await browser.send(page, 'createDump', { format: 'ntriples' });
		assert.equal(refused.status, 409);
		assert.match(wrongIn(refused), /made/);
		assert.match(refused.text, /<option value="ntriples" selected>/);
	});
});
