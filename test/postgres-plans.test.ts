// How PostgreSQL finds what the broker asks for while it takes events and brings the index up: by
// keys, in every statement, however large the tables become.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { events } from '../src/broker/graph.arbitrary.ts';
import { receive } from '../src/broker/graph.fixture.ts';
import { updateIndex } from '../src/broker/indexing/update-index.ts';
import { openTestPostgresRecords, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { openSqliteIndex } from '../src/engines/sqlite/index/sqlite-index.ts';

type Query = (this: unknown, ...values: unknown[]) => unknown;
type Asked = { text: string; values?: unknown[] };

/**
 * Has every statement of this process explained before it runs; answers the plans by statement, and
 * what ends that.
 */
function explainAll(): { plans: Map<string, string[]>; end(): void } {
	const plans = new Map<string, string[]>();
	const client = pg.Client.prototype as unknown as { query: Query };
	const { query } = client;
	client.query = async function (...values) {
		const [asked, given] = values as [Asked | string, unknown[]?];
		const { text, values: parameters = given ?? [] } = typeof asked === 'string' ? { text: asked } : asked;
		if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) {
			const explained = (await query.call(this, { text: `explain ${text}`, values: parameters })) as {
				rows: Record<string, string>[];
			};
			plans.set(
				text,
				explained.rows.map((row) => Object.values(row)[0] as string),
			);
		}
		return query.call(this, ...values);
	};
	return {
		plans,
		end() {
			client.query = query;
		},
	};
}

describe('a statement on PostgreSQL', { skip: skipPostgres }, () => {
	let fresh: Awaited<ReturnType<typeof openTestPostgresRecords>>;
	let folder: string;
	before(async () => {
		fresh = await openTestPostgresRecords();
		folder = await mkdtemp(join(tmpdir(), 'link-broker-plans-'));
	});
	after(async () => {
		await fresh.close();
		await rm(folder, { recursive: true });
	});

	it('reads no whole table that grows with the links', async () => {
		const index = await openSqliteIndex(join(folder, 'search.db'));
		const explained = explainAll();
		try {
			for (const given of fc.sample(events, { seed: 11, numRuns: 8 })) {
				await receive(fresh.records, given);
				while ((await updateIndex(fresh.records, index)) > 0);
			}
		} finally {
			explained.end();
			await index.close();
		}
		assert.ok(explained.plans.size > 30, `${explained.plans.size} statements`);
		const growing = 'identifier|assertion|provenance|description|identifier_description|link_event|event_payload';
		const wholly = new RegExp(`Seq Scan on (${growing})\\b`);
		for (const [statement, plan] of explained.plans) {
			assert.doesNotMatch(plan.join('\n'), wholly, `${statement}\n${plan.join('\n')}`);
		}
	});
});
