// Tests of the page of harvests without a script, and of its form for a new one.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { testHarvest } from '../../../broker/harvest.fixture.ts';
import { changeHarvest, type Harvest } from '../../../broker/harvests.ts';
import { BrokerError } from '../../../errors.ts';
import { describeServices } from '../../../harvest/describe-services.ts';
import {
	datacitePage,
	dataciteRecord,
	noon,
	openHarvests,
	type Reply,
	serveReplies,
	type TestService,
} from '../../../harvest/harvest.fixture.ts';
import { by } from '../../../store/suite/audit.fixture.ts';
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

	it('shows how far a run is', async () => {
		const run = { ...counts, beganAt: 0, since: null, position: null, steppedAt: 0, total: 4_000, notes: [] };
		const made = testHarvest();
		harvests = [{ ...made, state: { ...made.state, run }, claimedUntil: Date.UTC(2026, 1, 1) }];
		const row = rowWith((await browser.open(path)).text, 'datacite');
		assert.match(row, /running, 1,200 of 4,000 records<progress value="1200" max="4000" aria-label="Progress of/);
	});

	it('leads to the load of a run, or of the last one, where that is known', async () => {
		const run = { ...counts, beganAt: 0, since: null, position: null, steppedAt: 0, total: null, notes: [] };
		const linkIn = async (last: Parameters<typeof testHarvest>[0], running: object | null) => {
			const made = testHarvest(last);
			harvests = [{ ...made, state: { ...made.state, run: running as never } }];
			const row = rowWith((await browser.open(path)).text, 'datacite');
			return /<a href="\/operator\/loads\/([^"]*)">Load of ([a-z ]*)</.exec(row)?.slice(1);
		};
		assert.deepEqual(await linkIn({ load: 'one' }, { ...run, load: 'two' }), ['two', 'this run']);
		assert.deepEqual(await linkIn({ load: 'one' }, run), ['one', 'the last run']);
		assert.deepEqual(await linkIn({ load: 'one' }, null), ['one', 'the last run']);
		assert.equal(await linkIn({ load: null }, null), undefined);
	});

	it('offers to create one where there are none', async () => {
		harvests = [];
		const { text } = await browser.open(path);
		assert.match(text, /There are no harvests\./);
		assert.match(text, /<option value="datacite">DataCite: DOIs from its REST API<\/option>/);
	});

	it('warns of a setting that a service lacks, and offers no trial', async () => {
		const { text } = await browser.open(`${path}?service=ads`);
		assert.match(text, /ads needs ADS_TOKEN to be set: ui\.adsabs\.harvard\.edu/);
		assert.match(text, /<button[^>]* value="tryHarvest"[^>]* disabled/);
	});

	it('says that a service is unknown', async () => {
		assert.match((await browser.open(`${path}?service=orcid`)).text, /There is no service <bdi>orcid<\/bdi>\./);
	});
});

const counts = { pages: 3, records: 1_200, links: 5_000, refused: 2, events: 4 };

describe('the form for a new harvest without a script', () => {
	const form = `${path}?service=datacite`;
	let stored: Awaited<ReturnType<typeof openHarvests>>;
	let service: TestService;
	let reply: () => Reply;
	let made: TestApp;
	let admin: PlainBrowser;
	beforeEach(async () => {
		reply = () => ({ body: datacitePage([dataciteRecord('a'), dataciteRecord('b')], 'two', 9) });
		service = await serveReplies(() => reply());
		stored = await openHarvests();
		const { records } = stored;
		const { previewNewHarvest: preview, createHarvest: create } = stored.open();
		made = await openTestApp(
			{},
			{
				listHarvests: () => records.harvests(),
				changeHarvest: (by, number, everySeconds) =>
					changeHarvest(records, { act: { by, now: noon }, number, everySeconds }),
			},
			{
				harvestMaker: {
					listServices: () => describeServices({ contact: 'ops@example.org', secretOf: () => null }),
					...{ preview, create },
				},
			},
		);
		await plainAccount(made, 'ada@example.org', 'admin');
		admin = plainBrowser(made);
		await admin.signIn(path, 'ada@example.org');
	});
	afterEach(async () => {
		await made.close();
		await service.close();
		await stored.close();
	});
	const fields = () => ({ filter_prefix: '10.1234', address: service.address, every: '3600' });

	it('names the filters of the service with an example of each', async () => {
		const { text } = await admin.open(form);
		assert.match(text, />Prefix<\/label>.*A DOI prefix: 10\.5281</);
		assert.match(text, /Fill in at least one of these: prefix, client, query, from\./);
	});

	it('shows the first page when it is tried, keeps its fields, and stores nothing', async () => {
		const { status, text } = await admin.send(form, 'tryHarvest', fields());
		assert.equal(status, 200);
		const shown =
			'2 records with 2 links came in 0 s. The service has 9 in all. The first run reads 5 pages, and takes';
		assert.ok(text.includes(shown), text);
		assert.match(text, /10\.1234\/a<.*Cites.*10\.1234\/paper</);
		assert.doesNotMatch(text, />Line<\/th>/);
		assert.match(text, /name="filter_prefix"[^>]* value="10\.1234"/);
		assert.match(text, /<option value="3600" selected>every hour</);
		assert.deepEqual(await stored.records.harvests(), []);
	});

	it('shows why a service cannot be tried, and keeps its fields', async () => {
		reply = () => ({ status: 500 });
		const page = await admin.send(form, 'tryHarvest', fields());
		assert.equal(page.status, 502);
		assert.match(wrongIn(page), /^The first page of datacite could not be read: 127\.0\.0\.1:\d+ fails \(500\)\.$/);
		assert.match(page.text, /name="filter_prefix"[^>]* value="10\.1234"/);
	});

	it('shows what is wrong in the words of its fields', async () => {
		const page = await admin.send(form, 'createHarvest', { ...fields(), filter_prefix: ' ' });
		assert.equal(page.status, 422);
		assert.match(wrongIn(page), /^datacite is too large to harvest as a whole: narrow it with prefix or client/);
	});

	it('creates the harvest, which the list then shows, and refuses the same again', async () => {
		const { text } = await admin.send(form, 'createHarvest', fields());
		assert.match(text, /The harvest is created\. A worker will run it\./);
		const row = rowWith(text, 'datacite --prefix 10.1234');
		assert.match(row, /<td>every hour<\/td>/);
		const again = await admin.send(form, 'createHarvest', fields());
		assert.equal(again.status, 409);
		assert.match(wrongIn(again), /^Harvest 1 is the same: datacite /);
	});

	it('runs it once where no schedule is chosen', async () => {
		await admin.send(form, 'createHarvest', { ...fields(), every: '' });
		const [{ everySeconds, nextAt }] = (await stored.records.harvests()) as [Harvest];
		assert.deepEqual([everySeconds, nextAt], [null, noon]);
	});

	it('changes the schedule of a harvest in the list, which keeps an unusual one', async () => {
		await admin.send(form, 'createHarvest', fields());
		await changeHarvest(stored.records, { act: { by, now: noon }, number: 1, everySeconds: 5_400 });
		const before = rowWith((await admin.open(path)).text, 'datacite');
		assert.match(before, /<option value="5400" selected>every 90 minutes</);
		const { text } = await admin.send(path, 'changeHarvest', { number: '1', every: '604800' });
		assert.match(text, /The schedule is changed\./);
		assert.match(rowWith(text, 'datacite'), /<td>every 7 days<\/td>/);
	});
});
