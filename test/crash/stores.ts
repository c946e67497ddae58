// Where the brokers of the crash test keep their data: files, or servers that are there already.
import { randomUUID } from 'node:crypto';
import { clusterUrl } from '../../src/engines/opensearch/cluster.fixture.ts';
import { createSchema, skipPostgres } from '../../src/engines/postgres/postgres.fixture.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** The settings of a broker with data of its own, and how they are removed. */
export type FreshStores = { settings: NodeJS.ProcessEnv; remove(): Promise<void> };

/**
 * Makes room for a broker: on `postgres` the index lies in OpenSearch where one is there. The
 * embedded engine uses the folder of the program.
 */
export async function openFreshStores(engine: Engine): Promise<FreshStores> {
	if (engine === 'sqlite') return { settings: {}, remove: async () => undefined };
	if (skipPostgres)
		throw new Error(`${skipPostgres}: npm run services -- --exec npm run test:crash -- --engine postgres`);
	const schema = await createSchema();
	const prefix = `crash-${randomUUID().slice(0, 13)}`;
	const search = clusterUrl === '' ? {} : { SEARCH_URL: `${clusterUrl}/${prefix}` };
	return {
		settings: { DATABASE_URL: schema.url, ...search },
		async remove() {
			await schema.remove();
			if (clusterUrl !== '') await fetch(`${clusterUrl}/${prefix}-*`, { method: 'DELETE' });
		},
	};
}
