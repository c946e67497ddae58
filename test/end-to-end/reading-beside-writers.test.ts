// Tests that no GET request waits for a transaction that writes, for all routes of the description.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openStores, type Stores } from '../../src/app/open.ts';
import { createSchema, skipPostgres } from '../../src/engines/postgres/postgres.fixture.ts';
import { readSettings } from '../../src/settings.ts';
import { openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

const doi = (ID: string) => ({ Identifier: { ID, IDScheme: 'doi' }, Type: { Name: 'literature' } });
const link = {
	Source: doi('10.1000/citing'),
	RelationshipType: { Name: 'References' },
	Target: doi('10.1000/work'),
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
};

type Described = { get?: { parameters?: { name: string; in: string; required?: boolean }[] } };

const engines = {
	SQLite: { skip: false, open: async () => ({ settings: {}, remove: async () => undefined }) },
	PostgreSQL: { skip: skipPostgres, open: createSchema },
} as const;

for (const [name, { skip, open }] of Object.entries(engines)) {
	describe(`every GET request, on ${name}`, { skip }, () => {
		let removeSchema: () => Promise<void>;
		let program: Program;
		let server: Server;
		let stores: Stores;
		let token: string;
		let examples: Record<string, string>;
		before(async () => {
			const { settings, remove } = await open();
			removeSchema = remove;
			program = await openProgram(settings);
			token = await program.token();
			server = await program.serve();
			const event_id = await submit(server, token, [link]);
			await untilIndexed(server, token, event_id);
			stores = await openStores(readSettings(program.environment));
			const ids = { scheme: 'doi', id: '10.1000/work', number: '1', event_id, code: 'not-found' };
			examples = { ...ids, other: '10.1000/citing', q: 'work', url: `${server.url}/doi/10.1000/work` };
		});
		after(async () => {
			await stores.close();
			await program.remove();
			await removeSchema();
		});

		const get = (path: string) =>
			fetch(server.url + path, {
				headers: { Authorization: `Bearer ${token}` },
				// A writer that is waited for is waited for much longer.
				signal: AbortSignal.timeout(20_000),
			});
		/** Lists the address of each route, with an example of each parameter that it needs. */
		const addresses = async () => {
			const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, Described> };
			return Object.entries(paths).flatMap(([path, { get: operation }]) => {
				if (!operation) return [];
				const needed = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required);
				const query = new URLSearchParams(needed.map((one) => [one.name, examples[one.name] ?? '1']));
				return [`${path.replaceAll(/\{(\w+)\}/g, (_, part) => examples[part] ?? '1')}?${query}`];
			});
		};

		it('is answered while a transaction has locked all that is written', async () => {
			const all = await addresses();
			assert.ok(all.length > 25);
			await stores.records.change(async (transaction) => {
				await transaction.lockWithdrawing('exclusive');
				await transaction.lock('everything');
				for (const address of all) {
					const response = await get(address);
					assert.ok(response.status < 500, `${address}: ${response.status} ${await response.text()}`);
				}
			});
		});
	});
}
