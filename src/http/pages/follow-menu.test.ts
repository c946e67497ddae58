// What pages offer to follow, and in which ways.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { knownId, openTestApp, type TestApp } from '../server/app.fixture.ts';
import { readDrawn } from './drawn.fixture.ts';

const id = encodeURIComponent(knownId);

describe('the menu Follow', () => {
	let plain: TestApp;
	let mailing: TestApp;
	before(async () => {
		plain = await openTestApp();
		const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'links@example.org' };
		mailing = await openTestApp(
			{ ...mail, PUBLIC_URL: 'https://links.example.org/' },
			{ selectWorks: async () => ({ inputs: [], cursor: null, cursors: [] }) },
		);
	});
	after(async () => {
		for (const { close } of [plain, mailing]) await close();
	});

	/** Reads the links of the menu of a page by their words. */
	async function offeredAt(path: string, { app } = mailing): Promise<Record<string, string>> {
		const { main } = await readDrawn(app, path);
		const [, menu = ''] = /<details class="follow menu">(.*?)<\/details>/s.exec(main) ?? [];
		const links = menu.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g);
		return Object.fromEntries([...links].map(([, href = '', words = '']) => [words, href.replaceAll('&amp;', '&')]));
	}

	const form = '/operator/subscriptions/new';
	for (const [what, path, filter] of [
		['a work with all its versions', `/objects/doi/${knownId}`, `id=${id}&scheme=doi&group_by=version`],
		['a version', `/objects/doi/${knownId}?group_by=identity`, `id=${id}&scheme=doi`],
		['a list', `/report?ids=${id}%0A10.1000%2F1`, `ids=${id}%0A10.1000%2F1&group_by=version`],
		['a prefix, even without works', '/report?prefix=10.5281&level=identity', 'prefix=10.5281'],
		['a provider', '/report?provider=Zenodo', 'provider=Zenodo&group_by=version'],
	] as const)
		it(`leads to the form for ${what}, filled in`, async () => {
			const offered = await offeredAt(path);
			assert.deepEqual(Object.keys(offered), ['Atom feed', 'Email', 'Webhook']);
			assert.equal(offered.Email, `${form}?kind=email&${filter}&entries=citations`);
			assert.equal(offered.Webhook, `${form}?kind=webhook&${filter}&entries=citations`);
		});

	it('offers no email where the broker sends none', async () => {
		assert.deepEqual(Object.keys(await offeredAt(`/objects/doi/${knownId}`, plain)), ['Atom feed', 'Webhook']);
	});

	it('offers the feed alone for a search, which no filter of the change log finds', async () => {
		assert.deepEqual(await offeredAt('/search?q=corner'), { 'Atom feed': '/search/feed.atom?q=corner' });
	});
});
