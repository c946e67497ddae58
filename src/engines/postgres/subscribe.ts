// Receives notifications of other processes through PostgreSQL (LISTEN), and connects again after
// an interruption.
import pg from 'pg';
import type { Topic } from '../../store/sql-database.ts';

const reconnectMilliseconds = 1_000;

export const channelOf = (topic: Topic): string => `link_broker_${topic}`;
/** Channels belong to a database, which may contain the schemas of several brokers. */
export const ownSchema = "coalesce(current_schema(), '')";

/**
 * Calls the listener after each notification, and after each connection; returns a function that
 * stops. Of several servers, listens to the one that takes writes: a standby has no notifications.
 */
export function subscribe(
	servers: readonly pg.ClientConfig[],
	topic: Topic,
	listener: () => void,
): () => Promise<void> {
	let stopped = false;
	let tries = 0;
	let client: pg.Client | undefined;
	let timer: NodeJS.Timeout | undefined;
	const connect = async () => {
		const fresh = new pg.Client(servers[tries++ % servers.length]);
		let schema: string | undefined;
		let lost = false;
		const reconnect = () => {
			if (lost) return;
			lost = true;
			fresh.end().catch(() => undefined);
			if (!stopped) timer = setTimeout(connect, reconnectMilliseconds);
		};
		fresh.on('error', reconnect);
		fresh.on('end', reconnect);
		fresh.on('notification', ({ payload }) => {
			if (payload === schema) listener();
		});
		client = fresh;
		try {
			await fresh.connect();
			schema = (await fresh.query<{ schema: string }>(`select ${ownSchema} as schema`)).rows[0]?.schema;
			await fresh.query(`listen ${channelOf(topic)}`);
			// A notification may have been missed while there was no connection.
			listener();
		} catch {
			reconnect();
		}
	};
	void connect();
	return async () => {
		stopped = true;
		clearTimeout(timer);
		await client?.end().catch(() => undefined);
	};
}
