// Reports calls of PostgreSQL and OpenSearch to the work that they are a part of, such as a request
// that is traced. Calls without such work are not reported.
import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of a service, without any data. */
export type ServiceCall = {
	service: 'postgresql' | 'opensearch';
	/** The kind of the call: `SELECT`, `search`. */
	operation: string;
};

/** A call that has ended. `error` is the code or the name of its failure. */
export type EndedCall = ServiceCall & { milliseconds: number; error?: string };

const listening = new AsyncLocalStorage<(call: EndedCall) => void>();

/** Does work, and reports all calls that it makes. */
export function reportingCalls<T>(onCall: (call: EndedCall) => void, work: () => T): T {
	return listening.run(onCall, work);
}

/** Makes a call, and reports its end. */
export async function callService<T>(call: ServiceCall, send: () => Promise<T>): Promise<T> {
	const onCall = listening.getStore();
	if (onCall === undefined) return send();
	const begunAt = performance.now();
	const end = (failure?: { error: string }) =>
		onCall({ ...call, milliseconds: performance.now() - begunAt, ...failure });
	try {
		const answer = await send();
		end();
		return answer;
	} catch (error) {
		const { code, name } = error as { code?: string; name?: string };
		end({ error: code ?? name ?? 'unknown' });
		throw error;
	}
}
