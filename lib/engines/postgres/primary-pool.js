// A pool of connections to the one of several PostgreSQL servers that takes writes, which may be
// another after a failover. It knows no statement of the broker.
import pg from 'pg';

                           
	                                                                               
	                                  
	                       
  

const askMilliseconds = 5_000;

/**
 * Opens a pool at each server, of which one is used at a time: the one that was right last, or else
 * the next. A server that is alone is not asked whether it takes writes.
 */
export function openPrimaryPool(servers                            , options               )              {
	const onConnect = servers.length > 1 ? { onConnect: requireWritable } : {};
	const pools = servers.map((server) => new pg.Pool({ ...server, ...options, ...onConnect }));
	for (const pool of pools) {
		// A connection that breaks is replaced, and its next statement fails; without a listener, the
		// process would end. The pool itself listens to idle ones only.
		pool.on('error', () => undefined);
		pool.on('connect', (client) => client.on('error', () => undefined));
	}
	let current = 0;
	return {
		async connect() {
			const first = current;
			let failure         ;
			for (let tried = 0; tried < pools.length; tried++) {
				const at = (first + tried) % pools.length;
				const pool = pools[at]           ;
				const isFull = pool.totalCount >= (options.max ?? 0) && pool.idleCount === 0;
				try {
					const client = await pool.connect();
					current = at;
					return client;
				} catch (error) {
					failure = error;
					// It was waited for a connection that others did not give back.
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

/** Fails where a server only reads: it is a standby, or was told so. */
export async function requireWritable(client               )                {
	const text = "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean";
	const { rows } = await client.query({
		text,
		rowMode: 'array',
		query_timeout: askMilliseconds,
	}                       );
	if (rows[0]?.[0] === false) return;
	throw Object.assign(new Error('the server only reads (a standby?)'), { code: '25006' });
}
