// Asks a broker what a folder of cases asks, each of a server on data of its own, and prints what
// differs from what is right; does not know what a case is about.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, type Server, untilIndexed } from '../test/end-to-end/program.ts';
import { tryFolder } from './try-folder.ts';

/**
 * Says what is right of one body of links: `cases.json` in the folder is an array of these, and
 * `file` names the body beside it. `actual` and other members are ignored.
 */
type Case = {
	file: string;
	kind: string;
	/** The status of `POST /events` with the body. */
	post: { right: number };
	ask: readonly Question[];
};

/** A search and its right answer: a total, or a status as text (`"400"`). */
type Question = { query: Record<string, string>; right: number | string };

const USAGE = `Usage: npm run try:cases -- <folder>

Runs each case of <folder>/cases.json on a server with data of its own and prints what differs from what is right.
Each is {file, kind, post: {right: status}, ask: [{query: {parameter: value} | {raw: text}, right: total | "status"}]}.
Exit status: 0 where every answer is right, 1 where one differs, 2 wrong usage.`;

await tryFolder<Case>({ usage: USAGE, list: 'cases.json', what: 'cases' }, async ({ program, token, folder }) => {
	return (one) => onDataOfItsOwn(program, (server) => differencesOf(one, folder, server, token));
});

/** Runs with a server on a copy of the program's data, which has the account and nothing else. */
async function onDataOfItsOwn<T>(program: Program, run: (server: Server) => Promise<T>): Promise<T> {
	const data = await mkdtemp(join(tmpdir(), 'link-broker-case-'));
	try {
		await cp(program.folder, data, { recursive: true });
		const server = await program.serve({
			DATABASE_URL: `sqlite:${join(data, 'broker.db')}`,
			SEARCH_URL: `sqlite:${join(data, 'search.db')}`,
		});
		try {
			return await run(server);
		} finally {
			await server.stop();
		}
	} finally {
		await rm(data, { recursive: true });
	}
}

async function differencesOf({ file, post, ask }: Case, folder: string, server: Server, token: string) {
	const { url } = server;
	const differences: string[] = [];
	const posted = await fetch(`${url}/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: await readFile(join(folder, file)),
	});
	const answer = await posted.text();
	if (posted.status !== post.right) {
		differences.push(`POST /events: ${posted.status} instead of ${post.right}: ${answer.slice(0, 300)}`);
	}
	if (posted.status === 202) await untilIndexed(server, token, JSON.parse(answer).event_id);
	for (const { query, right } of ask) {
		const text = query.raw ?? new URLSearchParams(query).toString();
		const found = await totalOrStatus(`${url}/relationships?${text}`);
		if (found !== right) differences.push(`GET /relationships?${text}: ${found} instead of ${right}`);
	}
	return differences;
}

async function totalOrStatus(address: string): Promise<number | string> {
	const response = await fetch(address, { headers: { accept: 'application/json' } });
	const answer = (await response.json()) as { hits?: { total: number } };
	return answer.hits?.total ?? String(response.status);
}
