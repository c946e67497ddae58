// Sends the started program more than it may keep waiting.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const links = (name: string) =>
	Array.from({ length: 5_000 }, (_, n) => ({
		Source: { Identifier: { ID: `10.1000/${name}.${n}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: 'References' },
		Target: { Identifier: { ID: '10.1000/work', IDScheme: 'doi' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: 'Test' }],
		LinkPublicationDate: '2020-01-01',
	}));

describe('a server with MAX_WAITING_EVENTS', () => {
	let program: Program;
	let server: Server;
	let token: string;
	before(async () => {
		program = await openProgram({ MAX_WAITING_EVENTS: '1' });
		token = await program.token();
		server = await program.serve();
	});
	after(() => program.remove());

	const send = async (name: string) => {
		const response = await fetch(`${server.url}/events`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify(links(name)),
		});
		return { status: response.status, retryAfter: response.headers.get('Retry-After'), text: await response.text() };
	};

	it('refuses what comes while one waits with 503 and Retry-After, and takes it later', async () => {
		const answers = await Promise.all(['a', 'b', 'c', 'd'].map(send));
		assert.ok(answers.some(({ status }) => status === 202));
		const refused = answers.filter(({ status }) => status !== 202);
		assert.ok(refused.length > 0);
		for (const { status, retryAfter, text } of refused) {
			assert.equal(status, 503, text);
			assert.ok(Number(retryAfter) > 0);
			assert.match(text, /MAX_WAITING_EVENTS/);
		}
		await eventually(
			() => send('e'),
			({ status }) => status === 202,
			{ timeoutSeconds: 60 },
		);
	});
});
