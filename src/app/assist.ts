// Serves the tools of assistants on standard input and output: for the broker of the settings, or for
// one elsewhere by its HTTP interface.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createBodyReading } from '../broker/read-bodies.ts';
import { createRecordsWork } from '../broker/records-work.ts';
import { BrokerError, errorText } from '../errors.ts';
import type { Asked } from '../http/mcp/ask.ts';
import { createMcpServer } from '../http/mcp/mcp-server.ts';
import { createQuestionsApp } from '../http/server/questions-app.ts';
import { createLog, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { openBroker } from './broker.ts';
import { openDefinitions } from './definitions.ts';
import { openIndex, openStores } from './open.ts';
import { version } from './program.ts';

/** Serves until standard input ends. `broker`: its settings, or its address. */
export async function assist(broker: Settings | string): Promise<void> {
	await using opened = new AsyncDisposableStack();
	const log = createLog('warn', 'mcp');
	const asked = typeof broker === 'string' ? askElsewhere(broker) : await askHere(broker, opened, log);
	const running = new Set<Promise<unknown>>();
	const ask: Asked['ask'] = (address, init) => {
		const answer = asked.ask(address, init).finally(() => running.delete(answer));
		running.add(answer);
		return answer;
	};
	const onFailure = (err: unknown) => log.warn({ err }, 'A message of an assistant failed');
	const server = createMcpServer({ version, asked: { ...asked, ask }, onFailure });
	await server.connect(new StdioServerTransport());
	await once(process.stdin, 'end');
	// Questions received before the end are answered.
	do {
		await Promise.allSettled(running);
		await new Promise((resolve) => setImmediate(resolve));
	} while (running.size > 0);
	await server.close();
}

/** Opens the broker of the settings; `opened` closes it. Its addresses are those of its server. */
async function askHere(settings: Settings, opened: AsyncDisposableStack, log: Log): Promise<Asked> {
	const definitions = await openDefinitions(settings);
	const stores = await openStores(settings);
	opened.defer(() => stores.close());
	const index = await openIndex(settings);
	opened.defer(() => index.close());
	const work = createRecordsWork(stores.records);
	const doing = { work, bodies: createBodyReading(settings) };
	const broker = openBroker(settings, { ...stores, index }, doing, { definitions });
	// An assistant that starts in another folder would find nothing, without a reason.
	const isEmpty = await index.isEmpty().catch(() => false);
	if (isEmpty) log.warn('This broker has no links. Check DATABASE_URL and SEARCH_URL, or give --address.');
	const app = createQuestionsApp({ broker, settings, version, log });
	const base = settings.publicUrl ?? addressOfServer(settings);
	const path = new URL(base).pathname.replace(/\/$/, '');
	return {
		base,
		async ask(address, init) {
			const { origin, pathname, search } = new URL(address);
			return app.fetch(new Request(origin + pathname.slice(path.length) + search, init));
		},
	};
}

/** Makes the address of the server on this machine. */
function addressOfServer({ host, port, tls }: Settings): string {
	const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
	return `http${tls ? 's' : ''}://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}`;
}

const longestMilliseconds = 60_000;

/** Asks the broker at an address. */
function askElsewhere(address: string): Asked {
	const base = address.replace(/(?<!\/)\/+$/, '');
	return {
		base,
		async ask(question, init) {
			try {
				return await fetch(question, { ...init, signal: AbortSignal.timeout(longestMilliseconds) });
			} catch (error) {
				const { cause = error } = error as Error;
				throw new BrokerError('unavailable', `${base} cannot be reached: ${errorText(cause)}. Check the address.`);
			}
		},
	};
}
