// Reads the body of a request within limits of size and time, however it arrives.
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { BrokerError } from '../../errors.ts';
import type { BodyAllowance } from '../limits/body-budget.ts';
import { leastBytesPerSecond } from './connections.ts';
import { type HttpContext, whileResting } from './http-context.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Reads a body of at most so many bytes, compressed and uncompressed, into its own memory, which
 * can be passed to another thread. Fails with `body-too-large` as soon as possible, with
 * `unsupported-media-type` for an encoding other than gzip, with `bad-request` if the body ends
 * early or is not gzip as declared, with `request-timeout` if it stalls, like `take` of the body
 * budget, and like whileResting. The rest of a refused body is not read here.
 */
export async function readBody(
	context: HttpContext,
	maxBytes: number,
	advice = ' (MAX_BODY_BYTES); send the links in several smaller batches',
): Promise<Bytes> {
	const encoding = readEncoding(context.req.header('content-encoding'));
	const body = gatherBody(context, maxBytes, advice);
	const announced = Number(context.req.header('content-length') ?? 0);
	// A body that exceeds the budget is refused before any of it is read.
	if (announced > 0) body.reserve(announced);
	askForBody(context);
	const allowance = allowanceOf(context);
	await whileResting(context, (ended) => pour(streamOf(context), body.add, { allowance, ended }));
	if (encoding === 'identity') return body.end();
	const packed = body.end();
	return unpack(packed, gatherBody(context, maxBytes, advice));
}

/** Every request whose body is read was admitted (src/http/limits/admission.ts). */
function allowanceOf(context: HttpContext): BodyAllowance {
	return context.get('bodyAllowance') as BodyAllowance;
}

function readEncoding(header = 'identity'): 'identity' | 'gzip' {
	const encoding = header.trim().toLowerCase();
	if (encoding === 'identity' || encoding === 'gzip') return encoding;
	if (encoding === 'x-gzip') return 'gzip';
	throw new BrokerError(
		'unsupported-media-type',
		`Content-Encoding is ${JSON.stringify(header)}; it must be gzip or omitted.`,
	);
}

/** Sends 100 Continue to a client that waits for it (Expect: 100-continue). */
function askForBody({ env, req }: HttpContext): void {
	if (/^100-continue$/i.test(req.header('expect') ?? '')) env?.outgoing?.writeContinue();
}

function streamOf({ env, req }: HttpContext): Readable {
	if (env?.incoming) return env.incoming;
	return req.raw.body ? Readable.fromWeb(req.raw.body as WebStream) : Readable.from([]);
}

type Gathered = { reserve(bytes: number): void; add(piece: Uint8Array): void; end(): Bytes };

const stepBytes = 64 * 1024;

/**
 * Collects pieces in one buffer that grows in place: a piece of a byte costs a byte, and nothing is
 * stored twice.
 */
function gatherBody(context: HttpContext, maxBytes: number, advice: string): Gathered {
	const allowance = allowanceOf(context);
	const memory = new ArrayBuffer(0, { maxByteLength: maxBytes });
	let reserved = 0;
	let length = 0;
	const reserve = (wanted: number): void => {
		if (wanted > maxBytes) throw tooLarge(maxBytes, advice);
		if (wanted <= reserved) return;
		allowance.take(wanted - reserved);
		reserved = wanted;
	};
	return {
		reserve,
		add(piece) {
			const needed = length + piece.byteLength;
			if (needed > maxBytes) throw tooLarge(maxBytes, advice);
			const step = Math.min(maxBytes, Math.ceil(needed / stepBytes) * stepBytes);
			if (needed > reserved) reserve(step);
			if (needed > memory.byteLength) memory.resize(Math.min(step, reserved));
			new Uint8Array(memory, length).set(piece);
			length = needed;
		},
		end: () => new Uint8Array(memory.transferToFixedLength(length)),
	};
}

/**
 * Passes all pieces of a stream to `add`. An exception of `add`, the signal or the allowance ends it
 * and pauses the stream.
 */
async function pour(
	stream: Readable,
	add: (piece: Uint8Array) => void,
	{ allowance, ended }: { allowance: BodyAllowance; ended: AbortSignal },
): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const { stalledSeconds } = allowance;
	allowance.arrives(reject);
	let recent = 0;
	const onData = (piece: Uint8Array): void => {
		recent += piece.byteLength;
		try {
			add(piece);
		} catch (error) {
			reject(error);
		}
	};
	const onBreak = (cause?: unknown): void => {
		reject(new BrokerError('bad-request', 'The body ended early.', { cause }));
	};
	const look = setInterval(() => {
		if (recent < leastBytesPerSecond * stalledSeconds) reject(stalled(stalledSeconds));
		recent = 0;
	}, stalledSeconds * 1000);
	const onEnded = () => reject(ended.reason);
	const listeners = { data: onData, end: resolve, error: onBreak, close: onBreak };
	ended.addEventListener('abort', onEnded);
	for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
	try {
		if (stream.destroyed && !stream.readableEnded) onBreak(stream.errored);
		await promise;
	} finally {
		allowance.hasArrived();
		clearInterval(look);
		ended.removeEventListener('abort', onEnded);
		for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener);
		stream.pause();
	}
}

async function unpack(packed: Bytes, body: Gathered): Promise<Bytes> {
	try {
		for await (const piece of Readable.from([packed]).pipe(createGunzip({ chunkSize: stepBytes }))) body.add(piece);
		return body.end();
	} catch (cause) {
		if (cause instanceof BrokerError) throw cause;
		throw new BrokerError('bad-request', 'The body is not gzip, although Content-Encoding says so.', { cause });
	}
}

function tooLarge(maxBytes: number, advice: string): BrokerError {
	return new BrokerError('body-too-large', `The body is larger than ${maxBytes} bytes${advice}.`);
}

function stalled(seconds: number): BrokerError {
	const message =
		`Less than ${leastBytesPerSecond * seconds} bytes of the body arrived in ${seconds} seconds ` +
		'(STALLED_BODY_SECONDS). Nothing was stored. Send the request again, over a faster connection.';
	return new BrokerError('request-timeout', message);
}
