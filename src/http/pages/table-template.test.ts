// The table to fill in, as people download it and send it back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { translated } from '../../formats/dialects/translated.fixture.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';

describe('the table to fill in', () => {
	let opened: TestApp;
	before(async () => {
		opened = await openTestApp({});
	});
	after(() => opened.close());

	it('is a file to download, open to all', async () => {
		const response = await opened.app.request('/link-template.csv');
		assert.equal(response.status, 200);
		assert.match(response.headers.get('content-type') ?? '', /^text\/csv/);
		assert.equal(response.headers.get('content-disposition'), 'attachment; filename="link-template.csv"');
	});

	it('has all of its columns understood by their names, and two links without a mistake', async () => {
		const { dialect, links, leftOut, translation } = await translated(
			await (await opened.app.request('/link-template.csv')).text(),
		);
		assert.equal(dialect, 'table');
		assert.deepEqual(links, [
			'ads:2018MNRAS.473..210S Cites doi:10.5281/zenodo.591491, 2018-01-01, Our library',
			'doi:10.21105/joss.00024 IsSupplementedBy doi:10.5281/zenodo.53155, 2016-06, Our library',
		]);
		assert.deepEqual(leftOut, []);
		const roles = translation.table?.columns.map(({ name, role }) => [name, role.replace('-', ' ')]);
		for (const [name, role] of roles ?? []) assert.equal(role, name);
		assert.equal(roles?.length, 9);
	});
});
