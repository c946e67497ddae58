// Tests of `definitions`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findDefinition } from '../../broker/counting/counting.ts';
import { builtInDefinitions, type Definition } from '../../broker/counting/definitions.ts';
import { openCommandLine, type RunOptions } from '../command-line.fixture.ts';

const own: Definition = {
	...{ name: 'review', version: 3, since: '2026-12-01', words: 'For the review.' },
	...{ relations: ['Cites'], levels: ['version'], exclude: ['machine'] },
};
const known = [...builtInDefinitions, own];
const options: RunOptions = {
	broker: { definitions: () => known, definition: (name) => findDefinition(known, name) },
};

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

describe('definitions list', () => {
	it('lists those built in, then own ones', async () => {
		const { status, out } = await line.run('definitions list', options);
		assert.equal(status, 0);
		const rows = out.trimEnd().split('\n').slice(1);
		const firsts = rows.map((row) => row.split(/\s{2,}/)).filter(([name]) => name !== '');
		assert.deepEqual(
			firsts.map(([name, , , builtIn]) => [name, builtIn]),
			known.map(({ name }) => [name, name === 'review' ? 'no' : 'yes']),
		);
	});

	it('prints with --json what GET /definitions answers, with the flags', async () => {
		const { definitions, flags, groups } = JSON.parse((await line.run('definitions list --json', options)).out);
		assert.deepEqual(definitions.at(-1), { ...own, built_in: false });
		assert.equal(flags[0].name, 'author-self');
		assert.deepEqual(groups.retracted, ['retracted-citing', 'retracted-cited']);
	});
});

describe('definitions show', () => {
	it('shows what one counts and leaves out, also as JSON', async () => {
		const { out } = await line.run('definitions show review', options);
		assert.match(out, /^review: For the review\.\n {2}version: 3, since 2026-12-01, of this broker\n/);
		assert.match(out, /leaves out: machine\n/);
		assert.deepEqual(JSON.parse((await line.run('definitions show review --json', options)).out), {
			...own,
			built_in: false,
		});
		assert.match((await line.run('definitions show all', options)).out, /relations: those that are asked for\n/);
	});

	it('refuses a name that is none, with those that there are', async () => {
		const { status, err } = await line.run('definitions show best', options);
		assert.equal(status, 2);
		assert.match(err, /There is no definition "best"\. Give one of all, strict, .*, review/);
	});
});
