// Tests of the page of the status without a script.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestApp, quietStatus } from '../../server/app.fixture.ts';
import { plainAccount, plainBrowser } from './plain-browser.fixture.ts';

describe('the page of the status without a script', () => {
	it('shows the figures in their groups, and can be refreshed', async () => {
		const events = { ...quietStatus.events, Error: 1_234 };
		const status = { ...quietStatus, events, links: 2_345, recordBytes: 5_900_000 };
		const opened = await openTestApp({}, { status: async () => status });
		await plainAccount(opened, 'ada@example.org', 'admin');
		const { text } = await plainBrowser(opened).signIn('/operator/status', 'ada@example.org');
		for (const group of ['Queue', 'Rates', 'Sizes']) assert.match(text, new RegExp(`<h2 id="[^"]*">${group}</h2>`));
		assert.doesNotMatch(text, /Rebuild/);
		assert.match(text, /<dt>Error<\/dt><dd>1,234<\/dd>/);
		assert.match(text, /<dt>Relationships between works<\/dt><dd>2,345<\/dd>/);
		assert.match(text, /A relationship joins two works\./);
		assert.match(text, /<dt>Database<\/dt><dd>5\.9 MB<\/dd>/);
		assert.match(text, /<dt>Index<\/dt><dd>–<\/dd>/);
		assert.match(text, /<form action="\/operator\/status"><button type="submit">Refresh<\/button>/);
		await opened.close();
	});
});
