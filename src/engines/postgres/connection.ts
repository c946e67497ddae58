// How connections to PostgreSQL are made, and which of their failures mean that the server is away.
// It knows no statement.
import type pg from 'pg';
import { BrokerError } from '../../errors.ts';
import { insufficientStorage } from '../../store/insufficient-storage.ts';
import { encryptionOf, encryptionParameters } from './encryption.ts';

const connectTimeoutMilliseconds = 5_000;

/**
 * Says how to connect to each server that an address names
 * (`postgres://user:password@a:5432,b:5432/links`). Fails with `bad-setting` where its certificates
 * cannot be read.
 */
export function connectionsTo(address: string): pg.ClientConfig[] {
	const begin = address.indexOf('://') + '://'.length;
	const length = address.slice(begin).search(/[/?]/);
	const end = length === -1 ? address.length : begin + length;
	const hostsAt = Math.max(begin, address.lastIndexOf('@', end - 1) + 1);
	const hosts = address.slice(hostsAt, end).split(',');
	return hosts.map((host) => connectionTo(address.slice(0, hostsAt) + host + address.slice(end)));
}

// What is read here and no business of the client library.
const ownParameters = [...encryptionParameters, 'target_session_attrs'];

function connectionTo(address: string): pg.ClientConfig {
	const url = new URL(address);
	const ssl = encryptionOf(url.searchParams);
	const isPlain = !ownParameters.some((name) => url.searchParams.has(name));
	for (const name of ownParameters) url.searchParams.delete(name);
	return {
		connectionString: isPlain ? address : url.href,
		...(ssl !== undefined && { ssl }),
		application_name: 'link-broker',
		connectionTimeoutMillis: connectTimeoutMilliseconds,
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
	};
}

const connectionIncident = new Set([
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
const serverIncident = /^(08|53)|^(57P0[1-5]|25P03|25006)$/;
// What the client library says in words alone.
const clientIncident = new RegExp(
	[
		'Connection terminated',
		'timeout exceeded when trying to connect',
		'Query read timeout',
		'Client has encountered a connection error',
		'received invalid response',
	].join('|'),
);
const diskFull = '53100';
const readOnly = '25006';
const insufficientPrivilege = '42501';

/**
 * Tells a connection of which nothing more is to be expected: its server does not take writes any
 * more.
 */
export function isReadOnly(error: unknown): boolean {
	return (error as { code?: string }).code === readOnly;
}

/** Makes of what a statement failed with a failure of the catalogue, where it is one. */
export function asFailure(error: unknown): unknown {
	if (error instanceof BrokerError) return error;
	const { code = '', message = '' } = error as { code?: string; message?: string };
	if (code === diskFull) return insufficientStorage('database', error);
	if (connectionIncident.has(code) || serverIncident.test(code) || clientIncident.test(message))
		return unavailable(error);
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
