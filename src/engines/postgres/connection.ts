// How a connection to PostgreSQL is made, and which of its failures mean that the server is away.
// It knows no statement.
import type pg from 'pg';
import { BrokerError } from '../../errors.ts';
import { insufficientStorage } from '../../ports/insufficient-storage.ts';

const connectTimeoutMilliseconds = 5_000;

/** Says how to connect to a server. */
export function connectionTo(url: string): pg.ClientConfig {
	return {
		connectionString: url,
		application_name: 'link-broker',
		connectionTimeoutMillis: connectTimeoutMilliseconds,
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
	};
}

const connectionTrouble = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'ECONNABORTED',
	'ENOTFOUND',
	'ETIMEDOUT',
	'EPIPE',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);
// PostgreSQL, appendix A: connection exceptions, insufficient resources, shutdown and start, ended
// while idle, a standby that only reads.
const serverTrouble = /^(08|53)|^(57P0[1-5]|25P03|25006)$/;
// What the client library says in words alone.
const clientTrouble = new RegExp(
	[
		'Connection terminated',
		'timeout exceeded when trying to connect',
		'Query read timeout',
		'Client has encountered a connection error',
		'received invalid response',
	].join('|'),
);
const diskFull = '53100';
const insufficientPrivilege = '42501';

/** Makes of what a statement failed with a failure of the catalogue, where it is one. */
export function asFailure(error: unknown): unknown {
	if (error instanceof BrokerError) return error;
	const { code = '', message = '' } = error as { code?: string; message?: string };
	if (code === diskFull) return insufficientStorage('database', error);
	if (connectionTrouble.has(code) || serverTrouble.test(code) || clientTrouble.test(message)) return unavailable(error);
	if (code !== insufficientPrivilege) return error;
	return new BrokerError('bad-setting', 'The user of DATABASE_URL lacks a privilege.', { cause: error });
}

/** Makes the failure that says that the server is away. */
export function unavailable(cause: unknown): BrokerError {
	return new BrokerError('unavailable', 'The database cannot be reached (DATABASE_URL).', {
		cause,
		retryAfterSeconds: 5,
	});
}
