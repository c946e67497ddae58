// Connects pages to the API through its TypeScript client, in the browser and on the server.
import { LinkBroker } from '../../../clients/typescript/src/link-broker.ts';
import type { Connection } from './answers.ts';
import { createTurns } from './turns.ts';

const mostAtOnce = 6;

/** Connects to the API at an address, with a limit of parallel requests and no automatic retries. */
export function connect(address: string, ask: typeof fetch, requestTimeoutSeconds = 60): Connection {
	const inTurn = createTurns(mostAtOnce);
	const inTurns: typeof fetch = (...request) => inTurn(() => ask(...request));
	const options = { fetch: inTurns, maxRetries: 0, requestTimeoutSeconds };
	return { address, options, broker: new LinkBroker(address, options) };
}
