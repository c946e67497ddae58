// The least that answering can be, as the limit of serving: gives each address the answer that was recorded for it; finds and writes nothing.
// Run as: node bench/bare-server.ts <file of recorded answers>
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an address was answered; the body as text. */
export type RecordedAnswer = { target: string; status: number; headers: Record<string, string>; body: string };

const recorded = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as RecordedAnswer[];
const answers = new Map(
	recorded.map(({ target, status, headers, body }) => {
		const bytes = Buffer.from(body);
		return [target, { status, headers: { ...headers, 'Content-Length': String(bytes.length) }, body: bytes }];
	}),
);
const server = createServer((request, response) => {
	const { status, headers, body } = answers.get(request.url as string) as NonNullable<ReturnType<typeof answers.get>>;
	response.writeHead(status, headers);
	response.end(body);
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
