/**
 * Starts a real PostgreSQL and a real OpenSearch for developers and tests; it does not know the
 * broker.
 */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { findJava, startOpenSearch } from './services/opensearch.ts';
import { findPgBouncer, startPgBouncer } from './services/pgbouncer.ts';
import { findPostgres, type PostgresInstallation, startPostgres } from './services/postgres.ts';
import type { Service } from './services/service.ts';

/** Says which services to start; those not named are not started. */
export type WantedServices = {
	postgres?: boolean;
	opensearch?: boolean;
	/** How many nodes the cluster of OpenSearch has: 1 if not given. */
	nodes?: number;
	/** A pooler before PostgreSQL, which is started with it. */
	pooler?: boolean;
	/** Lets OpenSearch take its time to start, and compile and remember as it does in production. */
	forMeasures?: boolean;
	onProgress?: (message: string) => void;
};

export type Services = {
	/** Is `postgres://user:password@127.0.0.1:port/database`; the user may do everything. */
	postgresUrl?: string;
	/** Leads to the same server by way of a pooler in transaction mode. */
	poolerUrl?: string;
	/** Is `http://127.0.0.1:port` of the first node, without a path. */
	opensearchUrl?: string;
	/** The servers themselves, to kill and to start again. */
	servers: { postgres?: Service; opensearch: readonly Service[] };
	/** Resolves with the reason when the first of the services has ended. */
	lost: Promise<string>;
	/** Ends the services and removes their data; calling it again does no harm. */
	stop(): Promise<void>;
};

const USAGE = `Usage: npm run services -- [--postgres] [--pooler] [--opensearch] [--nodes N] [--exec COMMAND...]

Starts PostgreSQL and OpenSearch, or only those named, and prints their addresses; they end with this command.
  --nodes N          makes a cluster of N nodes of OpenSearch
  --pooler           puts PgBouncer before PostgreSQL, in transaction mode (TEST_POOLER_URL)
  --exec COMMAND...  runs the command with TEST_DATABASE_URL and TEST_SEARCH_URL set, and ends with its status`;

/**
 * Starts services that answer when this returns, on free ports and with nothing in them. They end
 * with `stop` or, whatever happens to it, with this process. Throws saying what to install when a
 * program is missing.
 */
export async function startServices(wanted: WantedServices): Promise<Services> {
	const { nodes = 1, forMeasures = false, onProgress = () => {} } = wanted;
	// What is missing is reported before the other service costs its time.
	const postgres = wanted.postgres ? findPostgres() : undefined;
	const pgBouncer = wanted.pooler ? findPgBouncer() : undefined;
	const java = wanted.opensearch ? findJava() : undefined;
	const [database, search] = await Promise.allSettled([
		postgres && startDatabase(postgres, pgBouncer),
		java === undefined
			? []
			: startOpenSearch({ java, nodes, forMeasures }, () => onProgress('Fetching OpenSearch by Maven, once')),
	]);
	const { server, pooler } = (database.status === 'fulfilled' && database.value) || {};
	const opensearch = search.status === 'fulfilled' ? search.value : [];
	const services = [pooler, server, ...opensearch].filter((service) => service !== undefined);
	const stop = async () => {
		await Promise.all(services.map((service) => service.stop()));
	};
	for (const outcome of [database, search]) {
		if (outcome.status === 'fulfilled') continue;
		await stop();
		throw outcome.reason;
	}
	return {
		...(server && { postgresUrl: server.url }),
		...(pooler && { poolerUrl: pooler.url }),
		...(opensearch[0] && { opensearchUrl: opensearch[0].url }),
		servers: { ...(server && { postgres: server }), opensearch },
		lost: firstLost(services),
		stop,
	};
}

async function startDatabase(
	postgres: PostgresInstallation,
	pgBouncer: string | undefined,
): Promise<{ server: Service; pooler?: Service }> {
	const server = await startPostgres(postgres);
	if (pgBouncer === undefined) return { server };
	try {
		return { server, pooler: await startPgBouncer(pgBouncer, server.url) };
	} catch (failure) {
		await server.stop();
		throw failure;
	}
}

async function firstLost(services: readonly Service[]): Promise<string> {
	return await Promise.race(
		services.map(async ({ name, ended, lastLines }) => `${name} ended with status ${await ended}:\n${lastLines()}`),
	);
}

type Arguments = { wanted: WantedServices; command: string[] | undefined };

function readArguments(given: readonly string[]): Arguments | undefined {
	// What follows --exec belongs to the command, even where it looks like an option of this one.
	const position = given.indexOf('--exec');
	const own = position === -1 ? given : given.slice(0, position);
	const command = position === -1 ? undefined : given.slice(position + 1);
	const { values } = parseArgs({
		args: [...own],
		options: {
			postgres: { type: 'boolean' },
			pooler: { type: 'boolean', default: false },
			opensearch: { type: 'boolean' },
			nodes: { type: 'string', default: '1' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return undefined;
	const nodes = Number(values.nodes);
	if (!Number.isInteger(nodes) || nodes < 1 || nodes > 9)
		throw new Error(`--nodes is a number from 1 to 9.\n\n${USAGE}`);
	if (command?.length === 0) throw new Error(`--exec needs a command.\n\n${USAGE}`);
	const { pooler } = values;
	const all = !values.postgres && !values.opensearch;
	const onProgress = (message: string) => console.error(message);
	return {
		wanted: {
			postgres: (values.postgres ?? all) || pooler,
			opensearch: values.opensearch ?? all,
			nodes,
			pooler,
			onProgress,
		},
		command,
	};
}

const PARENT_WATCH_MILLISECONDS = 250;

// Only npm's shell gets a signal to `npm run`, dies of it and passes nothing on: hence
// the look at the parent.
function onEnding(parent: number, end: (signal: NodeJS.Signals) => void): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		end('SIGTERM');
	}, PARENT_WATCH_MILLISECONDS).unref();
}

// Prints the addresses and nothing else on standard output, so that a script can read them.
async function stayUntilInterrupted(
	{ postgresUrl, poolerUrl, opensearchUrl, lost }: Services,
	parent: number,
): Promise<number> {
	const interrupted = new Promise<undefined>((resolve) => onEnding(parent, () => resolve(undefined)));
	for (const url of [postgresUrl, poolerUrl, opensearchUrl]) if (url !== undefined) console.log(url);
	console.error('Ctrl-C ends the services and removes their data.');
	const reason = await Promise.race([interrupted, lost]);
	if (reason !== undefined) console.error(reason);
	return reason === undefined ? 0 : 1;
}

async function runCommand(
	{ postgresUrl, poolerUrl, opensearchUrl }: Services,
	parent: number,
	command: readonly string[],
): Promise<number> {
	const [file = '', ...rest] = command;
	const running = spawn(file, rest, {
		stdio: 'inherit',
		env: {
			...process.env,
			...(postgresUrl !== undefined && { TEST_DATABASE_URL: postgresUrl, REQUIRE_POSTGRES: '1' }),
			...(poolerUrl !== undefined && { TEST_POOLER_URL: poolerUrl }),
			...(opensearchUrl !== undefined && { TEST_SEARCH_URL: opensearchUrl, REQUIRE_OPENSEARCH: '1' }),
		},
	});
	onEnding(parent, (signal) => {
		// A terminal has sent Ctrl-C to the command as well.
		if (signal !== 'SIGINT' || !process.stdin.isTTY) running.kill(signal);
	});
	return await new Promise((resolve) => {
		running.once('error', (failure) => {
			console.error(failure.message);
			resolve(127);
		});
		running.once('exit', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)));
	});
}

async function main(): Promise<number> {
	const parent = process.ppid;
	const read = readArguments(process.argv.slice(2));
	if (read === undefined) {
		console.log(USAGE);
		return 0;
	}
	const services = await startServices(read.wanted);
	try {
		return await (read.command ? runCommand(services, parent, read.command) : stayUntilInterrupted(services, parent));
	} finally {
		await services.stop();
	}
}

if (import.meta.main) {
	try {
		process.exitCode = await main();
	} catch (failure) {
		console.error(failure instanceof Error ? failure.message : failure);
		process.exitCode = 1;
	}
}
