// Answers what node's HTTP parser cannot read, so that no request gets anything but a problem; such
// a request never reaches an app.
import { randomUUID } from 'node:crypto';
import { maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { problemAnswer } from '../answers/problem.ts';
import { safetyHeaders, withContentPolicy } from '../answers/safety-headers.ts';
import { logRequest, type RequestLog } from '../operations/observer.ts';

type Needs = {
	settings: Pick<Settings, 'publicUrl' | 'tls'>;
	log: RequestLog;
	/** The answers that are not out yet, of all connections. */
	answers: ReadonlySet<ServerResponse>;
};

/** A client that is told to go has so long to read why. */
const lastMilliseconds = 2_000;

/**
 * Has a server answer what cannot be read as a problem, and then close the connection, since
 * nobody knows where a next request would begin. What was asked for before on the same connection
 * is answered first; the request behind it, which cannot be read, then gets no answer.
 */
export function answerUnreadableRequests(server: Server, { settings, log, answers }: Needs): void {
	const refused = new WeakSet<Duplex>();
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		// The parser fails again on whatever else the client had sent.
		if (refused.has(socket)) return;
		refused.add(socket);
		if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
		const pending = [...answers].filter(({ req }) => req.socket === socket);
		const last = pending.findLast(({ req, headersSent }) => req.complete || headersSent);
		if (last) return void last.once('close', () => socket.end());
		endWith(socket, writeRefusal(refusalOf(error), settings, log));
	});
	server.on('connect', (_, socket) => endWith(socket, writeRefusal(noProxy(), settings, log)));
}

function endWith(socket: Duplex, text: string): void {
	// A client that resets its connection must end nothing but that.
	socket.on('error', () => socket.destroy());
	socket.end(text);
	const timer = setTimeout(() => socket.destroy(), lastMilliseconds).unref();
	socket.once('close', () => clearTimeout(timer));
}

function noProxy(): BrokerError {
	return new BrokerError('bad-request', 'CONNECT asks for a proxy, and this server is none.');
}

function refusalOf(cause: NodeJS.ErrnoException): BrokerError {
	const { code = '' } = cause;
	if (code === 'HPE_HEADER_OVERFLOW') {
		const message = `The address and the headers of a request have ${maxHeaderSize / 1024} KiB together at most.`;
		return new BrokerError('headers-too-large', message, { cause });
	}
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
		return new BrokerError('request-timeout', 'The request did not arrive in time.', { cause });
	}
	return new BrokerError('bad-request', brokenRules[code] ?? 'The request breaks a rule of HTTP.', { cause });
}

const firstLine = 'The first line of the request must be a method, an address without blanks, and HTTP/1.1.';
const chunk = 'The body is not what its headers say: a chunk of it has no right length.';
const brokenRules: Readonly<Record<string, string>> = {
	HPE_INVALID_URL:
		'The address of the request holds a character that must be percent-encoded (RFC 3986), as all beyond ASCII must.',
	HPE_INVALID_METHOD: firstLine,
	HPE_INVALID_CONSTANT: firstLine,
	HPE_INVALID_VERSION: firstLine,
	HPE_INVALID_HEADER_TOKEN: 'A header of the request holds a character that may not stand there.',
	HPE_INVALID_CONTENT_LENGTH: 'The header Content-Length must be a whole number.',
	HPE_INVALID_CHUNK_SIZE: chunk,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: chunk,
};

/** Writes a whole HTTP answer, status line and all. */
function writeRefusal(failure: BrokerError, settings: Needs['settings'], log: RequestLog): string {
	const requestId = randomUUID();
	const { status, headers, body } = withContentPolicy(problemAnswer(failure, settings.publicUrl ?? '', requestId));
	logRequest(log, { requestId, method: '', target: '', status, milliseconds: 0 }, failure);
	const text = String(body);
	const all = {
		...headers,
		'X-Request-Id': requestId,
		...safetyHeaders(settings),
		'Content-Length': Buffer.byteLength(text),
		Date: new Date().toUTCString(),
		Connection: 'close',
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
}
