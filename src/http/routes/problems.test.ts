import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { errorCatalogue } from '../../errors.ts';
import { httpErrorCodes } from '../answers/problem.ts';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

describe('the page of a problem', () => {
	for (const code of httpErrorCodes) {
		it(`explains ${code}: its title, status, meaning and what to do`, async () => {
			const response = await opened.app.request(`/problems/${code}`);
			assert.equal(response.status, 200);
			const page = await response.text();
			assert.match(page, new RegExp(`<h1[^>]*>${RegExp.escape(errorCatalogue[code].title)}</h1>`));
			assert.ok(page.includes(`<dd>${errorCatalogue[code].status}</dd>`));
			assert.equal(page.match(/<dd>[^<]{20,}<\/dd>/g)?.length, 2);
		});
	}

	it('loads nothing from elsewhere and may not be framed', async () => {
		const { headers } = await opened.app.request('/problems/bad-query');
		assert.match(headers.get('Content-Security-Policy') ?? '', /default-src 'self';.*frame-ancestors 'none'/);
	});

	it('does not exist for what HTTP never answers, nor for what is no code', async () => {
		for (const code of ['bad-setting', 'nothing', '__proto__', '%3Cscript%3E']) {
			const response = await opened.app.request(`/problems/${code}`);
			assert.equal(response.status, 404);
			assert.match((await problemOf(response)).type, /\/not-found$/);
		}
	});
});
