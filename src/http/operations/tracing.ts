// Follows work across programs by W3C Trace Context, and sends spans to an OpenTelemetry collector,
// as OTLP over HTTP, in JSON.
import { randomBytes } from 'node:crypto';
import type { EndedCall } from '../../service-calls.ts';
import { withoutSlash } from '../../settings/readers.ts';

/** Names a span of a trace. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean };

/** Describes a piece of work that has ended. `startedAt` is in milliseconds since 1970. */
export type Span = {
	name: string;
	kind: 'server' | 'consumer' | 'client';
	startedAt: number;
	milliseconds: number;
	attributes: Readonly<Record<string, string | number | boolean>>;
	failed: boolean;
};

/**
 * Returns a function that ends the span of a call of a service, as a part of a span with this
 * traceparent. Names follow the semantic conventions of OpenTelemetry for database clients.
 */
export function callSpans(tracer: Pick<Tracer, 'begin' | 'end'>, parent: string): (call: EndedCall) => void {
	return ({ service, operation, milliseconds, error }) =>
		tracer.end(tracer.begin(parent), parent, {
			name: operation,
			kind: 'client',
			startedAt: Date.now() - milliseconds,
			milliseconds,
			attributes: {
				'db.system.name': service,
				'db.operation.name': operation,
				...(error !== undefined && { 'error.type': error }),
			},
			failed: error !== undefined,
		});
}

/** Begins spans and sends those that have ended. */
export type Tracer = NonNullable<ReturnType<typeof openTracer>>;

type Environment = Readonly<Record<string, string | undefined>>;
type Log = { warn(fields: object, message: string): void };

/** Reads a traceparent header (W3C Trace Context, 3.2); undefined if it is not valid. */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
	const [, version, traceId = '', spanId = '', flags = '', rest] =
		/^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header?.trim() ?? '') ?? [];
	if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
	if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
	return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a traceparent header. */
export function writeTraceparent({ traceId, spanId, sampled }: TraceContext): string {
	return `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`;
}

/**
 * Opens a tracer by the environment variables of OpenTelemetry; undefined if they name no
 * collector, or if tracing is off. Supported variables: OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER
 * (otlp or none), OTEL_EXPORTER_OTLP_(TRACES_)ENDPOINT, _HEADERS, _PROTOCOL and _TIMEOUT,
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER(_ARG), OTEL_BSP_SCHEDULE_DELAY,
 * _MAX_QUEUE_SIZE and _MAX_EXPORT_BATCH_SIZE. Spans that cannot be sent are dropped and logged.
 */
export function openTracer(environment: Environment, version: string, log: Log) {
	const collector = readCollector(environment, log);
	if (!collector) return undefined;
	const isSampled = readSampler(environment);
	const sender = createSender(environment, collector, resourceOf(environment, version), log);
	return {
		/** Begins a span. `header` is a traceparent, which may be invalid. */
		begin(header: string | undefined): TraceContext {
			const parent = readTraceparent(header);
			const traceId = parent?.traceId ?? newId(16);
			return { traceId, spanId: newId(8), sampled: isSampled(parent?.sampled, traceId) };
		},
		/** Ends a span. It is sent later, together with others. */
		end(context: TraceContext, header: string | undefined, span: Span): void {
			if (context.sampled) sender.add(spanDocument(context, readTraceparent(header), span));
		},
		/** Sends the remaining spans. */
		close: sender.close,
	};
}

type Collector = { url: string; headers: Record<string, string>; timeoutMilliseconds: number };

function readCollector(environment: Environment, log: Log): Collector | undefined {
	const read = (name: string) =>
		environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`] || undefined;
	const general = environment.OTEL_EXPORTER_OTLP_ENDPOINT;
	const url = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (general && `${withoutSlash(general)}/v1/traces`);
	const off = environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || environment.OTEL_TRACES_EXPORTER === 'none';
	if (off || !url) return undefined;
	if (!URL.canParse(url) || read('PROTOCOL') === 'grpc') {
		log.warn({ endpoint: url }, 'Traces are not sent: only OTLP over HTTP with JSON is supported');
		return undefined;
	}
	const headers = readPairs(read('HEADERS'));
	return { url, headers, timeoutMilliseconds: Number(read('TIMEOUT')) || 10_000 };
}

/** Reads `key=value,key=value` with percent-encoded values. */
function readPairs(text = ''): Record<string, string> {
	const pairs = text.split(',').flatMap((pair) => {
		const at = pair.indexOf('=');
		return at > 0 ? [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]] : [];
	});
	return Object.fromEntries(pairs);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

type Sampler = (parentSampled: boolean | undefined, traceId: string) => boolean;

/** Reads which traces are sent. The end of the id decides, so all programs of a trace agree. */
function readSampler(environment: Environment): Sampler {
	const name = environment.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
	const share = Number(environment.OTEL_TRACES_SAMPLER_ARG || '1');
	const bound = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 1)) * 2 ** 32;
	const rules: Record<string, Sampler> = {
		always_on: () => true,
		always_off: () => false,
		traceidratio: (_, traceId) => Number.parseInt(traceId.slice(-8), 16) < bound,
	};
	const rule = rules[name.replace(/^parentbased_/, '')] ?? rules.always_on;
	const root = rule as Sampler;
	return name.startsWith('parentbased_') ? (parent, traceId) => parent ?? root(parent, traceId) : root;
}

function newId(bytes: number): string {
	return randomBytes(bytes).toString('hex');
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

function resourceOf(environment: Environment, version: string): object {
	const attributes: Attributes = {
		'service.name': 'link-broker',
		'service.version': version,
		'process.pid': process.pid,
		...readPairs(environment.OTEL_RESOURCE_ATTRIBUTES),
		...(environment.OTEL_SERVICE_NAME && { 'service.name': environment.OTEL_SERVICE_NAME }),
	};
	return { resource: { attributes: attributeList(attributes) }, scope: { name: 'link-broker', version } };
}

function attributeList(attributes: Attributes): object[] {
	return Object.entries(attributes).map(([key, value]) => {
		if (typeof value === 'string') return { key, value: { stringValue: value } };
		if (typeof value === 'boolean') return { key, value: { boolValue: value } };
		return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
	});
}

const kindNumbers = { server: 2, client: 3, consumer: 5 } as const;

/**
 * Writes a span as OTLP has it in JSON (opentelemetry-proto, trace.proto): ids in hexadecimal,
 * times in nanoseconds as text.
 */
function spanDocument({ traceId, spanId }: TraceContext, parent: TraceContext | undefined, span: Span): object {
	const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
	return {
		traceId,
		spanId,
		...(parent && { parentSpanId: parent.spanId }),
		name: span.name,
		kind: kindNumbers[span.kind],
		startTimeUnixNano: nanoseconds(span.startedAt),
		endTimeUnixNano: nanoseconds(span.startedAt + span.milliseconds),
		attributes: attributeList(span.attributes),
		status: span.failed ? { code: 2 } : {},
	};
}

/** Sends spans in batches, one after another. */
function createSender(environment: Environment, collector: Collector, about: object, log: Log) {
	const delay = Number(environment.OTEL_BSP_SCHEDULE_DELAY) || 5_000;
	const mostWaiting = Number(environment.OTEL_BSP_MAX_QUEUE_SIZE) || 2_048;
	const mostAtOnce = Number(environment.OTEL_BSP_MAX_EXPORT_BATCH_SIZE) || 512;
	const { resource, scope } = about as { resource: object; scope: object };
	const waiting: object[] = [];
	let dropped = 0;
	let sending: Promise<void> = Promise.resolve();
	const send = async (spans: object[]): Promise<void> => {
		try {
			const response = await fetch(collector.url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', ...collector.headers },
				body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
				signal: AbortSignal.timeout(collector.timeoutMilliseconds),
			});
			await response.arrayBuffer();
			if (!response.ok) throw new Error(`the collector answered ${response.status}`);
		} catch (err) {
			dropped += spans.length;
			log.warn({ err, dropped }, 'Traces cannot be sent');
		}
	};
	const sendAll = (): void => {
		while (waiting.length > 0) {
			const spans = waiting.splice(0, mostAtOnce);
			sending = sending.then(() => send(spans));
		}
	};
	const timer = setInterval(sendAll, delay).unref();
	return {
		add(span: object): void {
			if (waiting.length < mostWaiting) waiting.push(span);
			else dropped++;
			if (waiting.length === mostAtOnce) setImmediate(sendAll);
		},
		async close(): Promise<void> {
			clearInterval(timer);
			sendAll();
			await sending;
		},
	};
}
