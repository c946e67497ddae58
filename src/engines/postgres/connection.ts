// Connects to PostgreSQL, and decides which connection failures mean that the server is
// unavailable.
import type pg from 'pg';
import { BrokerError } from '../../errors.ts';
import { DamagedDatabase } from '../../store/damaged-database.ts';
import { insufficientStorage } from '../../store/insufficient-storage.ts';
import { encryptionOf, encryptionParameters } from './encryption.ts';

const connectTimeoutMilliseconds = 5_000;

/**
 * Makes the connection settings of each server that an address names
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

// These are read here and not passed to the client library.
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
// Failures that the client library reports without a code.
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
// data_corrupted and index_corrupted.
const damaged = new Set(['XX001', 'XX002']);

/** Whether a connection is useless because its server no longer takes writes. */
export function isReadOnly(error: unknown): boolean {
	return (error as { code?: string }).code === readOnly;
}

/** Translates a statement's failure into one of the catalogue, where it is one. */
export function asFailure(error: unknown): unknown {
	if (error instanceof BrokerError) return error;
	const { code = '', message = '' } = error as { code?: string; message?: string };
	if (code === diskFull) return insufficientStorage('database', error);
	if (damaged.has(code)) return new DamagedDatabase(`The database of DATABASE_URL is damaged (${message})`);
	if (connectionIncident.has(code) || serverIncident.test(code) || clientIncident.test(message))
		return unavailable(error);
	if (code !== insufficientPrivilege) return error;
	return new BrokerError('bad-setting', 'The user of DATABASE_URL lacks a privilege.', { cause: error });
}

// invalid_authorization_specification, invalid_password, invalid_catalog_name.
const refusedSettings = new Set(['28000', '28P01', '3D000']);

/**
 * Returns whether a server refuses what an address names: its user, password or database. A process
 * that runs treats this as an outage, since the address worked when it started.
 */
export function isRefusedAddress(error: unknown): boolean {
	const { cause } = error as { cause?: { code?: string } };
	return refusedSettings.has(cause?.code ?? '');
}

/** Makes the error for a server that is unavailable. */
export function unavailable(cause: unknown): BrokerError {
	return new BrokerError('unavailable', 'The database cannot be reached (DATABASE_URL).', {
		cause,
		retryAfterSeconds: 5,
	});
}
