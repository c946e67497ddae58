// Tests of the page of harvests without a script.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { testHarvest } from '../../../broker/harvest.fixture.ts';
import type { Harvest } from '../../../broker/harvests.ts';
import { BrokerError } from '../../../errors.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser, rowWith, wrongIn } from './plain-browser.fixture.ts';

const path = '/operator/harvests';

let opened: TestApp;
let browser: PlainBrowser;
let harvests: Harvest[];
let ordered: string[];
beforeEach(async () => {
	harvests = [testHarvest({}, { everySeconds: 21_600, nextAt: Date.UTC(2026, 0, 31, 1) })];
	ordered = [];
	opened = await openTestApp(
		{},
		{
			listHarvests: async () => harvests,
			async orderHarvest(_, number, order) {
				if (number !== 3) throw new BrokerError('not-found', `There is no harvest ${number}.`);
				ordered.push(order);
			},
		},
	);
	await plainAccount(opened, 'ada@example.org', 'admin');
	browser = plainBrowser(opened);
	await browser.signIn(path, 'ada@example.org');
});
afterEach(() => opened.close());

describe('the page of harvests without a script', () => {
	it('shows the state and the results of each', async () => {
		const row = rowWith((await browser.open(path)).text, 'datacite --prefix 10.1234');
		for (const text of ['scheduled', '31 Jan 2026, 01:00:00 UTC', '15 Jan 2026, 12:00:00 UTC', '1,200', '5,000'])
			assert.ok(row.includes(`<td>${text}</td>`), text);
	});

	it('shows problems and notes', async () => {
		harvests = [testHarvest({ outcome: 'failed', problem: 'It answered <no>.', notes: ['One page was empty.'] })];
		const row = rowWith((await browser.open(path)).text, 'datacite');
		assert.match(row, /<p class="wrong">It answered &lt;no>\.<\/p><p class="note">One page was empty\.<\/p>/);
		assert.doesNotMatch(row, /pauseHarvest/, 'what has no time to run at cannot be paused');
	});

	it('starts, pauses and removes one, the last after a confirmation', async () => {
		assert.match((await browser.send(path, 'startHarvest')).text, /A worker will run the harvest\./);
		assert.match((await browser.send(path, 'pauseHarvest')).text, /The harvest is paused\./);
		const row = rowWith((await browser.open(path)).text, 'datacite');
		assert.match(row, /<details[^>]*><summary[^>]*>Remove[\s\S]*Its links stay\.[\s\S]*value="removeHarvest"/);
		assert.match((await browser.send(path, 'removeHarvest')).text, /The harvest is removed\./);
		assert.deepEqual(ordered, ['start', 'pause', 'remove']);
	});

	it('says that one is not there any more', async () => {
		const page = await browser.send(path, 'startHarvest', { number: '4' });
		assert.equal(page.status, 404);
		assert.equal(wrongIn(page), 'There is no harvest 4.');
	});

	it('says how one is made where there are none', async () => {
		harvests = [];
		assert.match((await browser.open(path)).text, /There are no harvests\. .*<code>link-broker harvest --help<\/code>/);
	});
});
