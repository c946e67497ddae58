// The limit for searches: a server that sends the recorded answer to each path.
// Run as: node bench/bare-server.ts <file of recorded answers>
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer to a path; the body as text. */
export type RecordedAnswer = { path: string; status: number; headers: Record<string, string>; body: string };

const recorded = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as RecordedAnswer[];
const answers = new Map(
	recorded.map(({ path, status, headers, body }) => {
		const bytes = Buffer.from(body);
		return [path, { status, headers: { ...headers, 'Content-Length': bytes.length }, body: bytes }];
	}),
);
const server = createServer((request, response) => {
	const answer = answers.get(request.url as string);
	if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
	else response.writeHead(404, { 'Content-Length': 0 }).end();
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
