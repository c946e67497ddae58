// Says how a page asks how often the works that it lists are cited.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { foundLinks, knownId, openTestApp, type TestApp } from '../../../src/http/server/app.fixture.ts';
import { connect } from '../asking/connection.ts';
import { citationsOf } from './citations.ts';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

const workOf = (...ids: string[]) => ({
	Identifiers: ids.map((ID) => ({ ID, IDScheme: ID.startsWith('10.') ? 'doi' : 'url' })),
	Type: { Name: 'literature' as const },
});

const pageOf = (...works: ReturnType<typeof workOf>[]) => ({
	Relationships: works.map((Target) => ({ Target, LinkHistory: [] })),
});

describe('how often the works of a list are cited', () => {
	it('is asked for with one request, and answered in the order of the list', async () => {
		const asked: string[] = [];
		const connection = connect('http://localhost/api', async (address, init) => {
			asked.push(new URL(String(address)).pathname);
			return opened.app.request(String(address), init);
		});
		const page = pageOf(workOf('10.1000/unknown'), workOf('https://example.org/code', knownId));
		const question = citationsOf(page, 'version');
		assert.deepEqual(await question?.ask(connection), [null, foundLinks]);
		assert.deepEqual(asked, ['/api/objects/lookup']);
	});

	it('is another question for other works, and at another level', () => {
		const [one, other] = [pageOf(workOf('10.1000/a')), pageOf(workOf('10.1000/b'))];
		const keys = [citationsOf(one, 'version'), citationsOf(other, 'version'), citationsOf(one, 'identity')];
		assert.equal(new Set(keys.map((question) => question?.key)).size, 3);
	});

	it('is no question where the list is empty', () => {
		assert.equal(citationsOf(pageOf(), 'version'), undefined);
	});
});
