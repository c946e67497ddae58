// Starts the program on fresh data: its log says how to make the first administrator.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program } from './program.ts';

const advice = /No user can sign in yet\. To become the administrator, run: link-broker (users invite \S+ --admin)"/g;

describe('a server that starts', () => {
	let program: Program;
	before(async () => {
		program = await openProgram({ LOG_LEVEL: 'info' });
	});
	after(() => program.remove());

	/** Starts a server, stops it, and returns the commands that its log advised. */
	const advised = async (...options: string[]) => {
		const server = await program.serve({}, ...options);
		const closed = once(server.process, 'close');
		assert.equal(await server.stop(), 0);
		await closed;
		return [...server.errors().matchAll(advice)].map(([, command = '']) => command);
	};

	it('logs once how to make the first administrator, also with several processes', async () => {
		assert.equal((await advised('--processes', '2')).length, 1);
	});

	it('logs it as long as users have no password', async () => {
		await program.output('users', 'create', 'ada@example.org', '--active');
		const [command = ''] = await advised();
		assert.match(await program.output(...command.split(' ')), /\/operator\/invitation#/);
		assert.equal((await advised()).length, 1);
	});

	it('logs nothing of it once an active user has a password', async () => {
		await program.output('users', 'create', 'bob@example.org', '--active', '--password=copper lantern violin tide');
		assert.deepEqual(await advised(), []);
	});
});
