// What the pages for operators are called, and how they say what the interface tells; the explorer
// takes its words from here. It knows no page.
import type { TokenScope } from '../../../accounts/tokens.ts';

/** Names the pages in the order of their navigation. */
export const sectionTitle = {
	events: 'Events',
	submit: 'Submit a table',
	tokens: 'Your tokens',
	password: 'Your password',
	users: 'Users and roles',
	status: 'Status',
	harvests: 'Harvests',
	dumps: 'Dumps',
	audit: 'Audit',
	invitation: 'Set your password',
} as const;

export type SectionName = keyof typeof sectionTitle;

const forAll: readonly SectionName[] = ['events', 'submit', 'tokens', 'password'];
const forAdmins: readonly SectionName[] = [...forAll, 'users', 'status', 'harvests', 'dumps', 'audit'];

/** Tells which pages an account has. */
export function sectionsFor(roles: readonly string[]): readonly SectionName[] {
	return roles.includes('admin') ? forAdmins : forAll;
}

/** Names a scope in a list of tokens. */
export const scopeTitle: Readonly<Record<TokenScope, string>> = {
	submit: 'submit links',
	withdraw: 'take back',
	read: 'read events',
};

/** Lists the scopes in the order in which they are offered. */
export const scopeNames = Object.keys(scopeTitle) as TokenScope[];

/** Says what a program can do with it. */
export const scopeMeaning: Readonly<Record<TokenScope, string>> = {
	submit: 'Submit links',
	withdraw: 'Take back, replace and restore what you submitted',
	read: 'See your submissions and how far they are',
};

/** Says that there is no token. */
export const noTokens = 'You have no tokens yet. A program needs one to submit links.';

/** Takes the place in the body out of a refusal: people see fields, no body. */
export function sayOfField(message: string): string {
	return message
		.replace(/^(?:\/\w+|The body) is refused: /, '')
		.replace(/^The body: (.)/, (_, first: string) => first.toUpperCase())
		.replace(/^\/(\w+)/, (_, field: string) => `The ${field.replaceAll('_', ' ')}`);
}

/** Counts the days until a time, whole ones alone: 0 within the last day, less when it is over. */
export function daysLeft(time: string, now = Date.now()): number {
	return Math.floor((Date.parse(time) - now) / 86_400_000);
}

/** Writes them: `23 days left`. */
export function daysLeftText(days: number): string {
	if (days < 0) return 'expired';
	if (days === 0) return 'less than a day left';
	return days === 1 ? '1 day left' : `${days.toLocaleString('en')} days left`;
}

/** Writes whether what an event said can be found. */
export function findableText({ indexed, status }: { indexed: boolean | null; status: string }): string {
	if (status === 'Withdrawn') return 'no, it is withdrawn';
	if (indexed === null) return 'not asked for';
	return indexed ? 'yes' : 'not yet';
}

/**
 * Writes the name of a figure as words: `oldest_waiting_seconds` becomes `Oldest waiting`, its unit
 * goes to the value.
 */
export function figureName(name: string): string {
	const words = name
		.replace(/_(?:bytes|seconds|milliseconds)$/, '')
		.replaceAll('_', ' ')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes a figure with the unit that its name ends in; `moment` writes a time. */
export function figureText(
	name: string,
	value: string | number | boolean | null,
	moment: (time: string) => string,
): string {
	if (value === null) return '–';
	if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value;
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (name.endsWith('_bytes')) return bytesText(value);
	const unit = name.endsWith('_milliseconds') ? ' ms' : name.endsWith('_seconds') ? ' s' : '';
	return value.toLocaleString('en', { maximumFractionDigits: 2 }) + unit;
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Writes an amount of bytes with its unit: `5.9 MB`. */
export function bytesText(bytes: number): string {
	const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
	const amount = (bytes / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 });
	return `${amount} ${byteUnits[power]}`;
}

/** Says what the pages for operators tell of users and roles. */
export const userWords = {
	inviting:
		'Makes a link with which a user, new or not, sets a password: once, within three days. A new link voids the one ' +
		'before.',
	invited: 'The link is made.',
	link: 'Send it to that user alone: it is not kept and cannot be shown again.',
	roleCreated: 'The role is created.',
	deletes: (email: string) => `Delete ${email}, with all roles, tokens and sessions? What was submitted stays.`,
} as const;

/** A figure of the broker's status, whose name ends in its unit. */
export type Figure = string | number | boolean | null;

/**
 * Lists the groups of the status that have figures; where parts are counted by their states, each
 * state is one.
 */
export function figureGroups(
	status: Readonly<Record<string, object | null>>,
): [name: string, Readonly<Record<string, Figure>>][] {
	return Object.entries(status).flatMap(([group, figures]): [string, Readonly<Record<string, Figure>>][] => {
		if (figures === null) return [];
		const { parts, ...others } = figures as { parts?: Readonly<Record<string, Readonly<Record<string, number>>>> };
		const counted = Object.entries(parts ?? {}).flatMap(([phase, states]) =>
			Object.entries(states).map(([state, count]): [string, number] => [`${phase}_${state}`, count]),
		);
		return [[group, { ...others, ...Object.fromEntries(counted) }]];
	});
}

/** Says what is done with a harvest, and what forgetting one means. */
export const harvestWords = {
	columns: ['Number', 'Harvest', 'Now', 'Next', 'Last complete', 'Records', 'Links', 'Failures'],
	done: {
		start: 'A worker runs the harvest.',
		pause: 'The harvest is paused.',
		remove: 'The harvest is forgotten.',
	},
	none: 'There are no harvests. They are made on the command line:',
	command: 'link-broker harvest --help',
	forgets: (name: string) => `Forget the harvest ${name}? The links that it brought stay.`,
} as const;

/** Writes how a harvest is: `running, 400 of 1,200 records`. */
export function harvestConditionText({
	condition,
	run,
}: {
	condition: string;
	run: { records: number; total: number | null } | null;
}): string {
	if (condition !== 'running' || run === null) return condition;
	const records = run.records.toLocaleString('en');
	return `running, ${records}${run.total === null ? '' : ` of ${run.total.toLocaleString('en')}`} records`;
}

/** Lists the formats of dumps, each with what it is. */
export const dumpFormatTitles = [
	['jsonl', 'Scholix links, for another broker (JSON Lines)'],
	['parquet', 'Tables (Apache Parquet)'],
	['csv', 'Tables (CSV)'],
	['ntriples', 'RDF (N-Triples)'],
	['opencitations', 'Citations, as OpenCitations has them (CSV)'],
] as const;

/** Says what a dump is, and what is done with one. */
export const dumpWords = {
	about:
		'A dump is a file with all works, their identifiers, and who says which links, as they are when it begins. What ' +
		'came with noindex is in it: look before you publish one.',
	columns: ['Begun', 'Format', 'State', 'Works', 'Links', 'Size', 'By'],
	none: 'There are no dumps yet.',
	making: 'The dump is being made.',
	removed: 'The dump is removed.',
	givesUp: 'Give this dump up?',
	removes: 'Remove this dump with its file?',
} as const;
