// Tests which spans a request has: its own, and one for each call of a service that it makes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callService } from '../../service-calls.ts';
import { knownId, metricsToken, openTestApp } from '../server/app.fixture.ts';
import { readTraceparent, type Span, type TraceContext } from './tracing.ts';

/** Opens an app whose searches call OpenSearch, and whose log of changes calls PostgreSQL in vain. */
async function openTraced() {
	const spans: (Span & { parent: string | undefined; context: TraceContext })[] = [];
	let ids = 0;
	const tracer = {
		begin: (header: string | undefined) => {
			const { traceId = 'a'.repeat(32) } = readTraceparent(header) ?? {};
			return { traceId, spanId: String(++ids).padStart(16, '0'), sampled: true };
		},
		end(context: TraceContext, header: string | undefined, span: Span) {
			spans.push({ ...span, context, parent: readTraceparent(header)?.spanId });
		},
	};
	const opened = await openTestApp(
		{},
		{
			searchRelationships: (query, options) =>
				callService({ service: 'opensearch', operation: 'search' }, () =>
					opened.memory.searchRelationships(query, options),
				),
			readChanges: () =>
				callService({ service: 'postgresql', operation: 'SELECT' }, () =>
					Promise.reject(Object.assign(new Error('secret'), { code: '57P01' })),
				),
			async health() {
				await callService({ service: 'postgresql', operation: 'SELECT' }, async () => undefined);
				return opened.memory.health();
			},
		},
		{ tracer },
	);
	return { opened, spans };
}

describe('the spans of a request', () => {
	it('are its own and one for each call of a service, without any data', async (test) => {
		const { opened, spans } = await openTraced();
		test.after(() => opened.close());
		assert.equal((await opened.app.request(`/relationships?id=${knownId}`)).status, 200);
		const [call, request] = spans;
		assert.equal(request?.name, 'GET /relationships');
		assert.deepEqual([call?.name, call?.kind, call?.failed], ['search', 'client', false]);
		assert.equal(call?.parent, request?.context.spanId);
		assert.deepEqual(call?.attributes, { 'db.system.name': 'opensearch', 'db.operation.name': 'search' });
		assert.equal(spans.length, 2);
	});

	it('show a failed call with its code, and not its message', async (test) => {
		const { opened, spans } = await openTraced();
		test.after(() => opened.close());
		assert.equal((await opened.app.request('/changes')).status, 500);
		const [call] = spans;
		assert.equal(call?.failed, true);
		assert.equal(call?.attributes['error.type'], '57P01');
		assert.doesNotMatch(JSON.stringify(call), /secret/);
	});

	it('do not exist for health and metrics, which machines ask all the time', async (test) => {
		const { opened, spans } = await openTraced();
		test.after(() => opened.close());
		const headers = { Authorization: `Bearer ${metricsToken}` };
		for (const path of ['/health/live', '/health/ready', '/health/ready/searches', '/metrics']) {
			assert.equal((await opened.app.request(path, { headers })).status, 200, path);
		}
		assert.deepEqual(spans, []);
	});
});
