// Reads the body of a request within a limit, however it arrives; knows no content.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BrokerError } from '../../errors.ts';
import type { HttpContext } from './http-context.ts';

const unzip = promisify(gunzip);

/**
 * Reads a body of at most so many bytes, before and after it is unpacked, into memory of its own
 * (it may be handed to another thread). Fails with `body-too-large` as soon as that is clear,
 * `unsupported-media-type` for another encoding than gzip, and `bad-request` where the body breaks
 * off or is not gzip as it says. The rest of a refused body is not read here.
 */
export async function readBody(
	context: HttpContext,
	maxBytes: number,
	advice = ' (MAX_BODY_BYTES); send the links in several smaller batches',
): Promise<Uint8Array<ArrayBuffer>> {
	const encoding = readEncoding(context.req.header('content-encoding'));
	if (Number(context.req.header('content-length')) > maxBytes) throw tooLarge(maxBytes, advice);
	const body = new Uint8Array(Buffer.concat(await gather(chunksOf(context), maxBytes, advice)));
	return encoding === 'gzip' ? unpack(body, maxBytes, advice) : body;
}

function readEncoding(header = 'identity'): 'identity' | 'gzip' {
	const encoding = header.trim().toLowerCase();
	if (encoding === 'identity' || encoding === 'gzip') return encoding;
	if (encoding === 'x-gzip') return 'gzip';
	throw new BrokerError(
		'unsupported-media-type',
		`Content-Encoding is ${JSON.stringify(header)}; it must be gzip, or be left out.`,
	);
}

/** Leaves the stream open when reading ends early: a refused body must not end its connection. */
function chunksOf(context: HttpContext): AsyncIterable<Uint8Array> {
	const incoming = context.env?.incoming;
	if (incoming) return incoming.iterator({ destroyOnReturn: false });
	return context.req.raw.body?.values({ preventCancel: true }) ?? noChunks();
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

async function gather(chunks: AsyncIterable<Uint8Array>, maxBytes: number, advice: string): Promise<Uint8Array[]> {
	const gathered: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const chunk of chunks) {
			length += chunk.byteLength;
			if (length > maxBytes) throw tooLarge(maxBytes, advice);
			gathered.push(chunk);
		}
	} catch (cause) {
		if (cause instanceof BrokerError) throw cause;
		throw new BrokerError('bad-request', 'The body broke off before its end.', { cause });
	}
	return gathered;
}

async function unpack(packed: Uint8Array, maxBytes: number, advice: string): Promise<Uint8Array<ArrayBuffer>> {
	try {
		return new Uint8Array(await unzip(packed, { maxOutputLength: maxBytes }));
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes, advice);
		throw new BrokerError('bad-request', 'The body is not gzip, although Content-Encoding says so.', { cause });
	}
}

function tooLarge(maxBytes: number, advice: string): BrokerError {
	return new BrokerError('body-too-large', `The body is larger than ${maxBytes} bytes${advice}.`);
}
