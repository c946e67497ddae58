// Restarts the servers behind a real nginx one after the other, with its shipped configuration, while
// clients search and submit.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../scripts/services/free-port.ts';
import { eventually, openProgram, type Program, type Running, submit, untilIndexed } from './end-to-end/program.ts';

const command = [process.env.NGINX, 'nginx', '/usr/sbin/nginx'].find(
	(one) => one !== undefined && spawnSync(one, ['-v']).status === 0,
);
assert.ok(command || process.env.REQUIRE_NGINX !== '1', 'REQUIRE_NGINX is 1, but there is no nginx; set NGINX');
const read = (path: string) => readFileSync(new URL(`../ops/nginx/${path}`, import.meta.url), 'utf8');

type Proxy = { url: string; stop(): Promise<void> };

/** Starts nginx in front of these ports, with the shipped configuration except for its addresses. */
async function startProxy(folder: string, ports: readonly number[]): Promise<Proxy> {
	const port = await findFreePort();
	const [, options = ''] = /^server \S+ resolve (.*;)$/m.exec(read('link-broker-servers.conf')) ?? [];
	const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
	const main = read('nginx.conf').replace('http {', ['http {', 'access_log off;', ...ownFolders].join('\n'));
	const files = {
		'link-broker-servers.conf': ports.map((one) => `server 127.0.0.1:${one} ${options}\n`).join(''),
		'link-broker.conf': read('link-broker.conf').replace('listen 80;', `listen 127.0.0.1:${port};`),
		'nginx.conf': `daemon off;\npid nginx.pid;\nerror_log stderr crit;\n${main}`,
	};
	mkdirSync(folder);
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
	const nginx = spawn(command as string, words, { stdio: ['ignore', 'ignore', 'inherit'] });
	const ended = once(nginx, 'exit');
	const url = `http://127.0.0.1:${port}`;
	const look = async () => (await fetch(`${url}/health/live`).catch(() => undefined))?.status;
	await eventually(look, (status) => status === 200);
	const stop = async () => {
		nginx.kill('SIGQUIT');
		await ended;
	};
	return { url, stop };
}

const linkOf = (name: string) => ({
	Source: { Identifier: { ID: `10.1000/citing.${name}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: '10.1000/cited', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});

type Answered = { status: number | string; text: string };

/** Sends one request; a connection that breaks off has its code for a status. */
function send(url: string, agent: Agent, options: RequestOptions = {}, body?: string): Promise<Answered> {
	const { promise, resolve } = Promise.withResolvers<Answered>();
	const fail = ({ code = 'broken off', message }: NodeJS.ErrnoException) => resolve({ status: code, text: message });
	const sent = request(url, { agent, ...options }, async (response) => {
		response.on('error', fail);
		resolve({ status: response.statusCode ?? 0, text: await text(response) });
	});
	sent.on('error', fail);
	sent.end(body);
	return promise;
}

const rounds = Number(process.env.RESTARTS ?? 3);
const pause = () => setTimeout(Math.random() * 50);

describe('a rolling restart behind nginx', { skip: !command && 'no nginx; see NGINX', timeout: 300_000 }, () => {
	let program: Program;
	let proxy: Proxy;
	let token: string;
	const ports: number[] = [];
	const servers: Running[] = [];
	// DRAIN_SECONDS is the default. A busy machine may take longer to stop.
	const start = (port: number) => program.serve({ PORT: String(port), DRAIN_SECONDS: '1', SHUTDOWN_SECONDS: '60' });

	before(async () => {
		program = await openProgram({ TRUSTED_PROXIES: '1', RATE_LIMIT: 'off' });
		token = await program.token();
		ports.push(await findFreePort(), await findFreePort());
		for (const port of ports) servers.push(await start(port));
		proxy = await startProxy(join(program.folder, 'nginx'), ports);
		const server = await program.serve();
		await untilIndexed(server, token, await submit(server, token, [linkOf('first')]));
		await server.stop();
	});
	after(async () => {
		await proxy?.stop();
		await program.remove();
	});

	it('loses no request: each search is answered, and each submission is stored', async () => {
		const agent = new Agent({ keepAlive: true });
		const failed: unknown[] = [];
		const stored: string[] = [];
		let found = 0;
		let isOver = false;
		const search = () => send(`${proxy.url}/relationships?id=10.1000/cited&relation=isCitedBy`, agent);
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
		const submitNext = (name: string) =>
			send(`${proxy.url}/events`, agent, { method: 'POST', headers }, JSON.stringify([linkOf(name)]));
		const client = async (kind: string, next: (n: number) => Promise<Answered>) => {
			for (let n = 0; !isOver; n++) {
				const answer = await next(n);
				if (answer.status === 202) stored.push((JSON.parse(answer.text) as { event_id: string }).event_id);
				else if (answer.status === 200) found++;
				else failed.push({ kind, at: new Date(), ...answer });
				await pause();
			}
		};
		const clients = [
			...Array.from({ length: 4 }, () => client('a search', search)),
			...Array.from({ length: 3 }, (_, one) => client('a submission', (n) => submitNext(`${one}.${n}`))),
		];
		try {
			for (let restart = 0; restart < rounds * ports.length; restart++) {
				const at = restart % ports.length;
				assert.equal(await servers[at]?.stop(), 0);
				servers[at] = await start(ports[at] as number);
			}
		} finally {
			isOver = true;
			await Promise.all(clients);
			agent.destroy();
		}
		assert.deepEqual(failed, []);
		assert.ok(found > 50 && stored.length > 10, `${found} searches, ${stored.length} submissions`);
		for (const eventId of stored) {
			const { status } = await fetch(`${proxy.url}/events/${eventId}`, { headers });
			assert.equal(status, 200, eventId);
		}
	});
});
