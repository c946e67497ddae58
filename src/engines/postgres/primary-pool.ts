// A pool of connections to the one of several PostgreSQL servers that takes writes; after a
// failover it is another one.
import pg from 'pg';

export type PrimaryPool = {
	/** Lends a connection to a server that takes writes; fails where there is none. */
	connect(): Promise<pg.PoolClient>;
	close(): Promise<void>;
};

const askMilliseconds = 5_000;

/**
 * Opens a pool at each server, and uses one at a time: the last one that worked, or else the next.
 * A single server is not asked whether it takes writes.
 */
export function openPrimaryPool(servers: readonly pg.ClientConfig[], options: pg.PoolConfig): PrimaryPool {
	const onConnect = servers.length > 1 ? { onConnect: requireWritable } : {};
	const pools = servers.map((server) => new pg.Pool({ ...server, ...options, ...onConnect }));
	for (const pool of pools) {
		// A broken connection is replaced, and its next statement fails; without a listener, the
		// process would end. The pool itself listens to idle ones only.
		pool.on('error', () => undefined);
		pool.on('connect', (client) => client.on('error', () => undefined));
	}
	let current = 0;
	return {
		async connect() {
			const first = current;
			let failure: unknown;
			for (let tried = 0; tried < pools.length; tried++) {
				const at = (first + tried) % pools.length;
				const pool = pools[at] as pg.Pool;
				const isFull = pool.totalCount >= (options.max ?? 0) && pool.idleCount === 0;
				try {
					const client = await pool.connect();
					current = at;
					return client;
				} catch (error) {
					failure = error;
					// The wait was for a connection that others did not return.
					if (isFull) break;
				}
			}
			throw failure;
		},
		async close() {
			await Promise.all(pools.map((pool) => pool.end()));
		},
	};
}

/** Fails where a server is read-only: it is a standby, or is configured so. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
	const text = "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean";
	const { rows } = await client.query({
		text,
		rowMode: 'array',
		query_timeout: askMilliseconds,
	} as pg.QueryArrayConfig);
	if (rows[0]?.[0] === false) return;
	throw Object.assign(new Error('the server is read-only (a standby?)'), { code: '25006' });
}
