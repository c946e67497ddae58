// Reads the settings from the environment.
import { resolve } from 'node:path';
import { BrokerError, type Problem } from './errors.ts';
import { settings } from './settings/definitions.ts';
import type { FileAddress, OpenSearchUrls, PostgresUrl } from './settings/readers.ts';
import { hidePassword } from './settings/readers.ts';
import type { Setting } from './settings/setting.ts';
import type { Logo, site } from './settings/site.ts';

export { type LogLevel, logLevels, settingThemes } from './settings/definitions.ts';

/** Locates the records; `isPooled` where a pooler may give each transaction another session. */
export type DatabaseAddress = FileAddress | (PostgresUrl & { listenUrl: string | null; isPooled: boolean });

/**
 * Locates the search index; `tls` names the PEM files with which a cluster and the broker
 * authenticate each other.
 */
export type SearchAddress =
	| FileAddress
	| (OpenSearchUrls & { tls: { ca: string | null; certificate: string | null; key: string | null } });

type Table = typeof settings;
type Read = {
	[K in keyof Table]: Table[K] extends Setting<infer T, infer Default> ? (Default extends null ? T | null : T) : never;
};

type Together =
	| 'tlsCertificate'
	| 'tlsKey'
	| 'databasePooler'
	| 'databaseListenUrl'
	| 'searchTlsCa'
	| 'searchTlsCertificate'
	| 'searchTlsKey'
	| keyof typeof site;

/**
 * Holds all settings as read, under camel-cased names. Settings that belong together are one: both
 * TLS files or none, the database with its pooler, the index with its certificates, the site.
 */
export type Settings = Readonly<
	Omit<Read, Together | 'database' | 'search'> & {
		tls: { certificate: string; key: string } | null;
		database: DatabaseAddress;
		search: SearchAddress;
		site: SiteSettings;
	}
>;

/** Describes the site of an institution; the contact may be a `mailto:` link. */
export type SiteSettings = {
	name: string;
	logo: Logo | null;
	contact: string | null;
	imprint: string | null;
	privacy: string | null;
	accessibility: string | null;
	/** As `#rrggbb`. */
	colour: string | null;
};

/** Describes a setting for people. */
export type SettingDefinition = Omit<Setting<unknown>, 'parse'>;

/** Describes every setting for people, in the order of the documentation. */
export const settingDefinitions: readonly SettingDefinition[] = Object.values(settings);

/**
 * Reads the settings from the environment. Empty variables count as not set; unknown ones are
 * ignored. Fails with `bad-setting`, naming each wrong variable, its value (passwords
 * hidden) and what is allowed.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
	const problems: Problem[] = [];
	const values: Record<string, unknown> = {};
	for (const [key, definition] of Object.entries(settings) as [string, Setting<unknown>][]) {
		const given = environment[definition.variable]?.trim();
		const text = given ? given : definition.byDefault;
		values[key] = text === null ? null : definition.parse(text);
		if (values[key] === undefined) problems.push(refusal(definition, text as string));
	}
	const read = values as Read;
	for (const problem of contradictions(read)) problems.push(problem);
	if (problems.length > 0) throw badSettings(problems);
	return bringTogether(read);
}

function bringTogether({ tlsCertificate, tlsKey, database, search, ...read }: Read): Settings {
	const { databasePooler, databaseListenUrl, searchTlsCa, searchTlsCertificate, searchTlsKey, ...rest } = read;
	const { siteName, siteLogo, siteContact, siteImprint, sitePrivacy, siteAccessibility, siteColour, ...others } = rest;
	const pooler = { listenUrl: databaseListenUrl, isPooled: databasePooler === 'transaction' };
	const tls = { ca: searchTlsCa, certificate: searchTlsCertificate, key: searchTlsKey };
	return {
		...others,
		database: database.kind === 'postgres' ? { ...database, ...pooler } : database,
		search: search.kind === 'opensearch' ? { ...search, tls } : search,
		site: {
			...{ name: siteName, logo: siteLogo, contact: siteContact, imprint: siteImprint, privacy: sitePrivacy },
			...{ accessibility: siteAccessibility, colour: siteColour },
		},
		tls: tlsCertificate && tlsKey ? { certificate: tlsCertificate, key: tlsKey } : null,
	};
}

function refusal({ variable, allowed, isSecret }: Setting<unknown>, text: string): Problem {
	const shown = isSecret ? '***' : hidePassword(text);
	return { field: variable, message: `${variable} is "${shown}"; it must be ${allowed}` };
}

function contradictions(read: Partial<Read>): Problem[] {
	const problems: Problem[] = [];
	const pairs = [
		['TLS_CERTIFICATE', read.tlsCertificate, 'TLS_KEY', read.tlsKey, 'HTTPS'],
		['SEARCH_TLS_CERTIFICATE', read.searchTlsCertificate, 'SEARCH_TLS_KEY', read.searchTlsKey, 'a client certificate'],
	] as const;
	for (const [certificateName, certificate, keyName, key, what] of pairs) {
		if (Boolean(certificate) === Boolean(key)) continue;
		const [given, missing] = certificate ? [certificateName, keyName] : [keyName, certificateName];
		problems.push({ field: missing, message: `${missing} is not set but ${given} is; set both for ${what}, or none` });
	}
	if (read.describeEvery && !read.contactEmail) {
		const message = 'CONTACT_EMAIL is not set but DESCRIBE_EVERY is; registries ask for your email address';
		problems.push({ field: 'CONTACT_EMAIL', message });
	}
	if (read.smtpUrl) {
		const needed = { MAIL_FROM: read.mailFrom, PUBLIC_URL: read.publicUrl };
		for (const [field, value] of Object.entries(needed))
			if (!value) problems.push({ field, message: `${field} is not set but SMTP_URL is; email needs it` });
	}
	const { database, search } = read;
	if (database?.kind === 'sqlite' && search?.kind === 'sqlite' && resolve(database.path) === resolve(search.path)) {
		const message = `SEARCH_URL is "sqlite:${search.path}", the file of DATABASE_URL; it must be a file of its own`;
		problems.push({ field: 'SEARCH_URL', message });
	}
	return problems;
}

function badSettings(problems: readonly Problem[]): BrokerError {
	const [first] = problems;
	if (problems.length === 1 && first) return new BrokerError('bad-setting', first.message);
	const names = problems.map(({ field }) => field).join(', ');
	return new BrokerError('bad-setting', `${problems.length} settings are wrong: ${names}`, { problems });
}

/** Lists the files of records and search index that the settings name. */
export function ownFiles({ database, search }: Pick<Settings, 'database' | 'search'>): string[] {
	return [database, search].flatMap((address) => (address.kind === 'sqlite' ? [address.path] : []));
}
