// How the pages reach the interface: through its TypeScript client, in the browser and on the server.
import { LinkBroker } from '../../../clients/typescript/src/link-broker.ts';
import type { Connection } from './answers.ts';
import { createTurns } from './turns.ts';

/** Connects to the interface at an address; what is refused is not asked again by itself. */
export function connect(address: string, ask: typeof fetch, requestTimeoutSeconds = 60): Connection {
	const options = { fetch: ask, maxRetries: 0, requestTimeoutSeconds };
	return { address, options, broker: new LinkBroker(address, options) };
}

const mostAtOnce = 6;

/** Connects the browser to the broker that it has the page from. */
export function connectBrowser(address: string): Connection {
	const inTurn = createTurns(mostAtOnce);
	return connect(address, (...request) => inTurn(() => fetch(...request)));
}
