// Starts PostgreSQL and OpenSearch for one run, and opens programs on them, each with its own
// database and index.
import { join } from 'node:path';
import { Client } from 'pg';
import { startServices } from '../scripts/services.ts';
import { request } from './http-load.ts';
import { openProgram, type Program, type Stores } from './program.ts';

/** The services of one run. */
export type Cluster = {
	/** The address of OpenSearch, without a path. */
	search: string;
	/** Creates an empty database, and chooses the name of an index that does not exist yet. */
	makeStores(name: string): Promise<Stores>;
	/** Creates stores of this name and opens a program on them. */
	openProgram(name: string): Promise<Program>;
	stop(): Promise<void>;
};

/** Starts the services. Programs write their files into `folder`. */
export async function startCluster(folder: string, log: (text: string) => void): Promise<Cluster> {
	log('starting PostgreSQL and OpenSearch');
	const services = await startServices({ postgres: true, opensearch: true, forMeasures: true, onProgress: log });
	const { postgresUrl, opensearchUrl } = services as Required<typeof services>;
	const makeStores = async (name: string): Promise<Stores> => {
		const database = new URL(postgresUrl);
		const client = new Client({ connectionString: database.href });
		await client.connect();
		await client.query(`create database ${client.escapeIdentifier(name)}`);
		await client.end();
		database.pathname = name;
		return { DATABASE_URL: database.href, SEARCH_URL: `${opensearchUrl}/${name}` };
	};
	return {
		search: opensearchUrl,
		makeStores,
		openProgram: async (name) => openProgram(join(folder, name), await makeStores(name)),
		stop: () => services.stop(),
	};
}

/** An index of OpenSearch. */
export type Index = { origin: string; name: string };

/** Finds the index that answers searches. */
export async function indexOf({ SEARCH_URL }: Stores): Promise<Index> {
	const { origin, pathname } = new URL(SEARCH_URL);
	const state = await request(`${origin}${pathname}-state/_doc/agreed`, {}, 200);
	const { _source } = JSON.parse(state) as { _source: { generation: number } };
	return { origin, name: `${pathname.slice(1)}-g${_source.generation}` };
}
