// Tests of `dialects`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

describe('dialects', () => {
	it('lists every form in which links can be loaded, by name', async () => {
		const { status, out } = await line.run('dialects');
		assert.equal(status, 0);
		const names = out
			.trimEnd()
			.split('\n')
			.slice(1)
			.map((row) => row.split(/\s{2,}/)[0]);
		for (const name of ['scholix', 'datacite', 'crossref', 'zenodo']) assert.ok(names.includes(name), name);
		assert.deepEqual(names, [...names].sort());
	});

	it('shows one with its rules and an example, also as JSON', async () => {
		const { out } = await line.run('dialects datacite');
		assert.match(out, /^datacite: DataCite/);
		assert.match(out, /date of a link: when the DOI was registered/);
		assert.match(out, /provider of links without one: DataCite/);
		assert.match(out, /links missing from a newer record: withdrawn/);
		const [{ name, example }] = JSON.parse((await line.run('dialects datacite --json')).out);
		assert.equal(name, 'datacite');
		assert.equal(JSON.parse(example).data.type, 'dois');
	});

	it('refuses a name that is none', async () => {
		const { status, err } = await line.run('dialects esperanto');
		assert.equal(status, 2);
		assert.match(err, /There is no dialect "esperanto"; `link-broker dialects` lists them/);
	});
});
