// Ends connections whose server no longer answers, such as after a machine or a network was lost.
// TCP notices this only after many minutes. Meanwhile other work would wait for the statement.
import pg from 'pg';

/** After this time without an answer to a statement, the server is asked about it; then again. */
const patienceMilliseconds = 15_000;
const lookMilliseconds = 1_000;
const askMilliseconds = 5_000;
/** An answer that the server has sent arrives within this time. */
const arrivalMilliseconds = 2_000;

type Waiting = { client: pg.PoolClient; askAt: number };

/** Watches statements until they are answered. */
export type AnswerWatch = ReturnType<typeof watchAnswers>;

/** Creates the watch; `askAfter` is how long a statement has no answer before the server is asked. */
export function watchAnswers({ askAfter = patienceMilliseconds } = {}) {
	const waiting = new Set<Waiting>();
	let timer: NodeJS.Timeout | undefined;
	const check = async (one: Waiting): Promise<void> => {
		if (await isAtWork(one.client)) return;
		setTimeout(() => waiting.has(one) && streamOf(one.client).destroy(), arrivalMilliseconds).unref();
	};
	const look = (): void => {
		const now = performance.now();
		for (const one of waiting) {
			if (now < one.askAt) continue;
			one.askAt = now + askAfter;
			void check(one);
		}
		if (waiting.size === 0) stop();
	};
	const stop = (): void => {
		clearInterval(timer);
		timer = undefined;
	};
	return {
		/** Sends a statement; its connection ends if the server does not work on it any more. */
		async during<T>(client: pg.PoolClient, send: () => Promise<T>): Promise<T> {
			const one = { client, askAt: performance.now() + askAfter };
			waiting.add(one);
			timer ??= setInterval(look, Math.min(lookMilliseconds, askAfter)).unref();
			try {
				return await send();
			} finally {
				waiting.delete(one);
			}
		},
		stop,
	};
}

type Internals = {
	processID: number | null;
	connection: { stream: { destroy(): void } };
	connectionParameters: Pick<pg.ClientConfig, 'password' | 'ssl'>;
};

/** The types of pg omit what its clients have. */
const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;
const streamOf = (client: pg.ClientBase) => internalsOf(client).connection.stream;

/** Asks a server, over another connection, whether it works on a statement of this one. */
async function isAtWork(client: pg.PoolClient): Promise<boolean> {
	const { processID, connectionParameters } = internalsOf(client);
	// A spread leaves out what pg hides from logs.
	const { password, ssl } = connectionParameters;
	const own = {
		...connectionParameters,
		...(password !== undefined && { password }),
		...(ssl !== undefined && { ssl }),
	};
	const other = new pg.Client({ ...own, connectionTimeoutMillis: askMilliseconds });
	other.on('error', () => undefined);
	try {
		await other.connect();
	} catch (error) {
		streamOf(other).destroy();
		// A server that refuses a connection, such as for its number of connections, is not silent.
		return typeof (error as { severity?: unknown }).severity === 'string';
	}
	try {
		const { rows } = await other.query({
			text: `select pg_backend_pid(), exists(
				select from pg_stat_activity where pid = $1 and state not like 'idle%')`,
			values: [processID],
			rowMode: 'array',
			query_timeout: askMilliseconds,
		} as pg.QueryArrayConfig);
		void other.end().catch(() => undefined);
		const [[own, works]] = rows as [[number, boolean]];
		// Behind a pooler, connections have other numbers than at the server.
		return works || own !== internalsOf(other).processID;
	} catch {
		streamOf(other).destroy();
		// What has just accepted a connection is slow, or a pooler without a free one.
		return true;
	}
}
