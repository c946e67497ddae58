// A server in front of OpenSearch that answers bulk requests at once, as OpenSearch would, and
// forwards everything else. It measures index writers without the work of the cluster.
//
//   node bench/bulk-sink.ts http://127.0.0.1:9200
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createForwarding } from './forward.ts';

const lineEnd = 0x0a;
const removal = Buffer.from('{"delete"');

/** Answers a bulk request as if everything in it had been done. */
async function swallow(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
	const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
	let writes = 0;
	for (let at = 0; at < body.length; writes++) {
		const hasDocument = body.compare(removal, 0, removal.length, at, at + removal.length) !== 0;
		at = body.indexOf(lineEnd, at) + 1;
		if (hasDocument) at = body.indexOf(lineEnd, at) + 1;
	}
	const items = new Array(writes).fill('{"index":{"status":200}}').join();
	outgoing.writeHead(200, { 'content-type': 'application/json' });
	outgoing.end(`{"took":0,"errors":false,"items":[${items}]}`);
}

const forward = createForwarding(process.argv[2] as string);

const server = createServer((incoming, outgoing) => {
	if (incoming.url?.split('?')[0]?.endsWith('/_bulk')) void swallow(incoming, outgoing);
	else forward(incoming, outgoing);
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`sink on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
