// Reads the values of settings: numbers, choices, addresses.
import { isIP } from 'node:net';
import { isNetwork } from '../network/networks.ts';

/** A file of the embedded engine. */
export type FileAddress = { kind: 'sqlite'; path: string };

/** A PostgreSQL server, or several with one writer, as the address was given. */
export type PostgresUrl = { kind: 'postgres'; url: string };

/**
 * Nodes of an OpenSearch cluster: `urls` are scheme, credentials, host and port of each, without a
 * slash at the end, and `prefix` begins the names of its indexes.
 */
export type OpenSearchUrls = { kind: 'opensearch'; urls: string[]; prefix: string };

/** Reads the text of a variable; undefined where the text is not allowed. */
export type Reader<T> = {
	/** Completes the sentence "it must be …". */
	allowed: string;
	unit?: string;
	/** No message shows its text. */
	isSecret?: true;
	parse(text: string): T | undefined;
};

export function anyText(allowed: string): Reader<string> {
	return { allowed, parse: (text) => text };
}

/** Reads what is hard to guess, of so many characters. */
export function secretText(least: number): Reader<string> {
	return {
		isSecret: true,
		allowed: `a secret of ${least} characters or more`,
		parse: (text) => (text.length >= least ? text : undefined),
	};
}

export function wholeNumber(least: number, most: number, unit?: string): Reader<number> {
	return {
		allowed: unit
			? `a whole number of ${unit} from ${inDigits(least)} to ${inDigits(most)}`
			: `a whole number from ${least} to ${most}`,
		...(unit && { unit }),
		parse: (text) => numberWithin(/^\d{1,15}$/, text, least, most),
	};
}

export function seconds(least: number, most: number): Reader<number> {
	return {
		allowed: `a number of seconds from ${inDigits(least)} to ${inDigits(most)}`,
		unit: 'seconds',
		parse: (text) => numberWithin(/^\d{1,15}(\.\d{1,6})?$/, text, least, most),
	};
}

function inDigits(limit: number): string {
	return limit.toLocaleString('en');
}

const unitSeconds: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

/** Bounds an interval: a minute to a year, in seconds. */
export const intervalLimits = { least: 60, most: 366 * 86_400 };

/** Reads `30m`, `6h` or `7d`, within intervalLimits: seconds; undefined where it is none. */
export function parseInterval(text: string): number | undefined {
	const [, amount, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
	const seconds = Number(amount) * (unitSeconds[unit] ?? Number.NaN);
	return seconds >= intervalLimits.least && seconds <= intervalLimits.most ? seconds : undefined;
}

export function interval(): Reader<number> {
	return { allowed: 'minutes, hours or days, such as 30m, 6h or 7d', parse: parseInterval };
}

export function orOff(reader: Reader<number>): Reader<number | null> {
	return {
		...reader,
		allowed: `${reader.allowed}, or \`off\``,
		parse: (text) => (text.toLowerCase() === 'off' ? null : reader.parse(text)),
	};
}

function numberWithin(shape: RegExp, text: string, least: number, most: number): number | undefined {
	const value = Number(text);
	return shape.test(text) && value >= least && value <= most ? value : undefined;
}

export function oneOf<T extends string>(values: readonly T[]): Reader<T> {
	return {
		allowed: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
		parse: (text) => values.find((value) => value === text.toLowerCase()),
	};
}

/** Reads a list of values, or `none`. */
export function someOf<T extends string>(values: readonly T[]): Reader<readonly T[]> {
	const { allowed, parse } = oneOf(values);
	return {
		allowed: `${allowed}, several separated by commas, or \`none\``,
		parse(text) {
			if (text.toLowerCase() === 'none') return [];
			const read = text.split(',').map((one) => parse(one.trim()));
			return read.every((one) => one !== undefined) ? (read as T[]) : undefined;
		},
	};
}

export function onOrOff(): Reader<boolean> {
	const meanings = new Map([
		...['on', 'true', '1'].map((text) => [text, true] as const),
		...['off', 'false', '0'].map((text) => [text, false] as const),
	]);
	return { allowed: '`on` or `off`', parse: (text) => meanings.get(text.toLowerCase()) };
}

export function hostName(): Reader<string> {
	return {
		allowed: 'a host name or an IP address, without scheme or port',
		parse: (text) => (isIP(text) > 0 || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(text) ? text : undefined),
	};
}

/** Reads a bearer token (RFC 6750) that is too long to be guessed. */
export function bearerToken(): Reader<string> {
	return {
		isSecret: true,
		allowed: '16 to 200 letters, digits and characters of `-._~+/`',
		parse: (text) => (/^[\w.~+/-]{16,200}$/.test(text) ? text : undefined),
	};
}

/** Reads several hosts, as a URL has them: in lower case, IPv6 in its shortest form. */
export function hostNames(): Reader<string[]> {
	const { parse } = hostName();
	return {
		allowed: 'host names or IP addresses, separated by commas, without scheme or port',
		parse(text) {
			const hosts = text.split(',').map((name) => {
				const host = parse(name.trim());
				return host && URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname.replace(/[[\]]/g, '');
			});
			return hosts.every((host) => host !== undefined && host !== '') ? (hosts as string[]) : undefined;
		},
	};
}

/** An origin of notifications, and a network from which it may send. */
export type OriginInNetwork = { origin: string; network: string };

/** Reads origins, each with a network as in CIDR: `https://repository.example=192.0.2.0/24`. */
export function originsInNetworks(): Reader<OriginInNetwork[]> {
	return {
		allowed: 'pairs `<http(s) address>=<IP address or network>`, separated by commas',
		parse(text) {
			const pairs = text.split(',').map((pair): OriginInNetwork | undefined => {
				const at = pair.lastIndexOf('=');
				const [origin, network] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
				return at > 0 && parseWebAddress(origin) && isNetwork(network) ? { origin, network } : undefined;
			});
			return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
		},
	};
}

export function databaseAddress(): Reader<FileAddress | PostgresUrl> {
	return {
		allowed:
			'`sqlite:<path of a file>` or `postgres://user:password@host:port/database` ' +
			'(several servers: `host:port,host:port`)',
		parse: (text) => (text.startsWith('sqlite:') ? parseSqliteAddress(text) : parsePostgresAddress(text)),
	};
}

/** Reads the address of one PostgreSQL server. */
export function postgresAddress(): Reader<string> {
	return {
		allowed: '`postgres://user:password@host:port/database`',
		parse: (text) => parsePostgresAddress(text)?.url,
	};
}

// The broker writes: a read-only server is refused.
const sessionAttributes = ['any', 'read-write', 'primary'];

function parsePostgresAddress(url: string): PostgresUrl | undefined {
	const [, start = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/?@]*)(.*)$/.exec(url) ?? [];
	if (hosts + rest === '') return undefined;
	const names = hosts.split(',');
	const urls = names.map((host) => (host === '' && names.length > 1 ? null : URL.parse(start + host + rest)));
	const isRight = urls.every((one) =>
		sessionAttributes.includes(one?.searchParams.get('target_session_attrs') ?? 'any'),
	);
	return isRight && urls.every((one) => one !== null) ? { kind: 'postgres', url } : undefined;
}

export function searchAddress(): Reader<FileAddress | OpenSearchUrls> {
	return {
		allowed:
			'`sqlite:<path of a file>` or `https://user:password@host:port/prefix` (or `http:`; several nodes: ' +
			'`host:port,host:port`) with a prefix of lower-case letters, digits, `.`, `_`, `-`',
		parse(text) {
			if (text.startsWith('sqlite:')) return parseSqliteAddress(text);
			// OpenSearch allows names of 255 bytes; the prefix begins them.
			const parts = /^(https?:\/\/(?:[^/]*@)?)([^/@]+)(?:\/([a-z0-9][a-z0-9._-]{0,99})?)?\/?$/i.exec(text);
			const [, start = '', hosts = '', prefix = 'link-broker'] = parts ?? [];
			const urls = hosts.split(',').map((host) => parseWebAddress(start + host));
			if (!urls.every((url) => url !== undefined) || prefix !== prefix.toLowerCase()) return undefined;
			return { kind: 'opensearch', urls: urls.map(({ href }) => withoutSlash(href)), prefix };
		},
	};
}

function parseSqliteAddress(text: string): FileAddress | undefined {
	const path = text.slice('sqlite:'.length);
	// Programs interpret `sqlite://…` differently, and threads cannot share a database in memory.
	if (path === '' || path.startsWith('//') || path.startsWith(':') || path.includes('\0')) return undefined;
	return { kind: 'sqlite', path };
}

export function publicAddress(): Reader<string> {
	return {
		allowed: 'an `http:` or `https:` address without user, query or fragment',
		parse(text) {
			const url = parseWebAddress(text);
			return url && url.username === '' && url.password === '' ? withoutSlash(url.href) : undefined;
		},
	};
}

function parseWebAddress(text: string): URL | undefined {
	if (!/^https?:\/\/[^/]/i.test(text) || text.includes('?') || text.includes('#')) return undefined;
	return URL.parse(text) ?? undefined;
}

/** Reads a mail address, strictly enough for a header. */
export function mailAddress(): Reader<string> {
	return {
		allowed: 'an email address',
		parse: (text) => (/^[^\s@<>()",;:]{1,64}@[a-z0-9.-]{1,255}$/i.test(text) ? text : undefined),
	};
}

/** Reads the address of a mail server; what its query says is for the library that connects. */
export function mailServer(): Reader<string> {
	return {
		isSecret: true,
		allowed: '`smtp://` or `smtps://` with a host, such as smtps://user:password@mail.example.org:465',
		parse(text) {
			const url = URL.parse(text);
			const isServer = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
			return isServer && ['', '/'].includes(url.pathname) ? text : undefined;
		},
	};
}

/** Removes slashes from the end of an address. */
export function withoutSlash(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

/**
 * Hides user and password of an address, and passwords in its query, for display. The address may
 * be malformed.
 */
export function hidePassword(address: string): string {
	const [protocol = ''] = /^[a-z][a-z0-9+.-]*:\/+/i.exec(address) ?? [];
	const at = address.lastIndexOf('@');
	const shown = at === -1 ? address : `${protocol}***${address.slice(at)}`;
	return shown
		.replace(/^([a-z][a-z0-9+.-]*:\/+[^:/@]*):(?!\d+(\/|$))[^/]*/i, '$1:***')
		.replace(/\b(password|passwd|pwd|sslpassword)=[^&\s]*/gi, '$1=***');
}
