// How the pages reach the interface: through its TypeScript client, in the browser and on the server.
import { LinkBroker } from '../../../clients/typescript/src/link-broker.ts';
import type { Connection } from './answers.ts';
import { createTurns } from './turns.ts';

const mostAtOnce = 6;

/**
 * Connects to the interface at an address; a few questions are under way at a time, and what is
 * refused is not asked again by itself.
 */
export function connect(address: string, ask: typeof fetch, requestTimeoutSeconds = 60): Connection {
	const inTurn = createTurns(mostAtOnce);
	const inTurns: typeof fetch = (...request) => inTurn(() => ask(...request));
	const options = { fetch: inTurns, maxRetries: 0, requestTimeoutSeconds };
	return { address, options, broker: new LinkBroker(address, options) };
}
