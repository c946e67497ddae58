import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTracer, readTraceparent, type Span, type Tracer, writeTraceparent } from './tracing.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const header = `00-${traceId}-b7ad6b7169203331-01`;

describe('traceparent', () => {
	it('is read and written', () => {
		const context = readTraceparent(header) ?? assert.fail();
		assert.deepEqual(context, { traceId, spanId: 'b7ad6b7169203331', sampled: true });
		assert.equal(writeTraceparent(context), header);
		assert.equal(readTraceparent(`00-${traceId}-b7ad6b7169203331-02`)?.sampled, false);
		assert.equal(readTraceparent(`cc-${traceId}-b7ad6b7169203331-01-more`)?.sampled, true);
	});

	it('is not made of what is none', () => {
		for (const text of [
			undefined,
			'',
			header.toUpperCase(),
			header.slice(1),
			`${header}-more`,
			`ff${header.slice(2)}`,
			`00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
			`00-${traceId}-${'0'.repeat(16)}-01`,
		]) {
			assert.equal(readTraceparent(text), undefined, String(text));
		}
	});
});

type Received = { path: string | undefined; headers: IncomingHttpHeaders; body: Record<string, never> };

const span: Span = {
	name: 'GET /relationships',
	kind: 'server',
	startedAt: Date.UTC(2026, 0, 31),
	milliseconds: 1.5,
	attributes: { 'http.route': '/relationships', 'http.response.status_code': 200, ok: true, share: 0.5 },
	failed: false,
};

describe('a tracer', () => {
	let collector: Server;
	let endpoint: string;
	let received: Received[];
	let status: number;
	let warned: string[];
	const log = { warn: (_: object, message: string) => void warned.push(message) };
	beforeEach(async () => {
		received = [];
		warned = [];
		status = 200;
		collector = createServer(async (request, response) => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk);
			received.push({
				path: request.url,
				headers: request.headers,
				body: JSON.parse(Buffer.concat(chunks).toString()),
			});
			response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
		}).listen(0, '127.0.0.1');
		await once(collector, 'listening');
		endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
	});
	afterEach(() => void collector.close());

	const open = (environment: Record<string, string> = {}): Tracer =>
		openTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...environment }, '1.2.3', log) ?? assert.fail('no tracer');
	type Sent = { resource: object; scopeSpans: [{ scope: object; spans: Record<string, unknown>[] }] };
	const spansOf = (one: Received | undefined): Sent => {
		assert.ok(one, 'nothing was sent');
		return (one.body as unknown as { resourceSpans: [Sent] }).resourceSpans[0];
	};
	it('is there only where a collector is named and tracing is not off', () => {
		for (const environment of [
			{},
			{ OTEL_SERVICE_NAME: 'x' },
			{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' },
			{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' },
		]) {
			assert.equal(openTracer(environment, '1', log), undefined);
		}
		assert.deepEqual(warned, []);
	});

	it('says so where it is asked for what it does not speak', () => {
		for (const more of [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'nowhere' }]) {
			assert.equal(openTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more }, '1', log), undefined);
		}
		assert.equal(warned.length, 2);
	});

	it('sends spans as OTLP has them in JSON', async () => {
		const tracer = open({
			OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x,other=1',
			OTEL_SERVICE_NAME: 'broker A',
		});
		const context = tracer.begin(header);
		tracer.end(context, header, span);
		tracer.end(tracer.begin(undefined), undefined, { ...span, kind: 'consumer', failed: true });
		await tracer.close();
		assert.equal(received.length, 1);
		assert.equal(received[0]?.path, '/v1/traces');
		assert.equal(received[0]?.headers.authorization, 'Bearer x');
		assert.equal(received[0]?.headers['content-type'], 'application/json');
		const { resource, scopeSpans } = spansOf(received[0]);
		assert.match(JSON.stringify(resource), /"service.name","value":\{"stringValue":"broker A"\}/);
		const [first, second] = scopeSpans[0].spans;
		assert.deepEqual(first, {
			traceId,
			spanId: context.spanId,
			parentSpanId: 'b7ad6b7169203331',
			name: 'GET /relationships',
			kind: 2,
			startTimeUnixNano: '1769817600000000000',
			endTimeUnixNano: '1769817600001500000',
			attributes: [
				{ key: 'http.route', value: { stringValue: '/relationships' } },
				{ key: 'http.response.status_code', value: { intValue: '200' } },
				{ key: 'ok', value: { boolValue: true } },
				{ key: 'share', value: { doubleValue: 0.5 } },
			],
			status: {},
		});
		assert.match(String(second?.traceId), /^[\da-f]{32}$/);
		assert.equal(second?.parentSpanId, undefined);
		assert.deepEqual([second?.kind, second?.status], [5, { code: 2 }]);
	});

	it('sends to the address for traces where there is one, as it is', async () => {
		const tracer = open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/here` });
		tracer.end(tracer.begin(undefined), undefined, span);
		await tracer.close();
		assert.equal(received[0]?.path, '/here');
	});

	it('sends no span where the begin of the trace says that it is not sampled', async () => {
		const tracer = open();
		const unwanted = `00-${traceId}-b7ad6b7169203331-00`;
		tracer.end(tracer.begin(unwanted), unwanted, span);
		await tracer.close();
		assert.deepEqual(received, []);
	});

	it('samples as configured', () => {
		const share = (environment: Record<string, string>, parent?: string) => {
			const tracer = open(environment);
			let sampled = 0;
			for (let n = 0; n < 400; n++) if (tracer.begin(parent).sampled) sampled++;
			void tracer.close();
			return sampled / 400;
		};
		assert.equal(share({ OTEL_TRACES_SAMPLER: 'always_off' }, header), 0);
		assert.equal(share({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, header), 1);
		assert.equal(share({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }), 0);
		const quarter = share({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' });
		assert.ok(quarter > 0.1 && quarter < 0.4, String(quarter));
	});

	it('drops what cannot be sent, and says so', async () => {
		status = 503;
		const tracer = open();
		tracer.end(tracer.begin(undefined), undefined, span);
		await tracer.close();
		assert.deepEqual(warned, ['Traces cannot be sent']);
	});

	it('sends large numbers in several batches and keeps no more than it may', async () => {
		const tracer = open({ OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10', OTEL_BSP_MAX_QUEUE_SIZE: '25' });
		for (let n = 0; n < 30; n++) tracer.end(tracer.begin(undefined), undefined, span);
		await tracer.close();
		assert.deepEqual(
			received.map((one) => spansOf(one).scopeSpans[0].spans.length),
			[10, 10, 5],
		);
	});
});
