// The texts of the administration pages: scopes, status figures, harvests and dumps.
import type { AccessToken } from '../../../clients/typescript/src/operator-schemas.ts';
import { countText, durationText } from '../../../src/links/words.ts';

type TokenScope = AccessToken['scopes'][number];

/** Names a scope in a list of tokens. */
export const scopeTitle: Readonly<Record<TokenScope, string>> = {
	submit: 'submit links',
	withdraw: 'withdraw',
	read: 'read events',
	subscribe: 'follow works',
	notify: 'send notifications',
};

/** Lists the scopes in the order in which they are offered. */
export const scopeNames = Object.keys(scopeTitle) as TokenScope[];

/** Explains what each scope allows a program. */
export const scopeMeaning: Readonly<Record<TokenScope, string>> = {
	submit: 'Submit links',
	withdraw: 'Withdraw, replace and restore what you submitted',
	read: 'Read your events and their states',
	subscribe: 'Follow works, and manage your subscriptions',
	notify: 'Send notifications of COAR Notify',
};

/** Rewrites a refusal for a form: people see its fields, not the request body. */
export function fieldMessage(message: string): string {
	return message
		.replace(/^(?:\/\w+|The body) is refused: /, '')
		.replace(/^The body: (.)/, (_, first: string) => first.toUpperCase())
		.replace(/^\/(\w+)/, (_, field: string) => `The ${field.replaceAll('_', ' ')}`);
}

/** Counts the whole days until a time: 0 within the last day, negative after it. */
export function daysLeft(time: string, now = Date.now()): number {
	return Math.floor((Date.parse(time) - now) / 86_400_000);
}

/** Writes a number of days: `23 days left`. */
export function daysLeftText(days: number): string {
	if (days < 0) return 'expired';
	if (days === 0) return 'less than a day left';
	return days === 1 ? '1 day left' : `${countText(days)} days left`;
}

/** Names the figures whose API names do not show what they count. */
const figureLabel: Readonly<Record<string, string>> = {
	relationships: 'Relationships between works',
	waiting_entries: 'Waiting index entries',
	requests_last_minute: 'Requests in the last minute',
	events_last_minute: 'Events in the last minute',
	links_last_minute: 'Processed links in the last minute',
};

/**
 * Writes the name of a figure as words: `oldest_waiting_seconds` becomes `Oldest waiting`, without
 * the unit.
 */
export function figureName(name: string): string {
	const label = figureLabel[name];
	if (label !== undefined) return label;
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
	if (name.endsWith('_seconds')) return durationText(value);
	return decimals(value, 2) + (name.endsWith('_milliseconds') ? ' ms' : '');
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Writes an amount of bytes with its unit: `5.9 MB`. */
export function bytesText(bytes: number): string {
	const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
	return `${decimals(bytes / 1000 ** power, power === 0 ? 0 : 1)} ${byteUnits[power]}`;
}

/** Writes a number with at most so many decimal places. */
function decimals(value: number, most: number): string {
	return value.toLocaleString('en', { maximumFractionDigits: most });
}

/** A figure of the broker's status, whose name ends in its unit. */
export type Figure = string | number | boolean | null;

/**
 * Lists the groups of the status that have figures; the parts of a rebuild become one figure per state,
 * which counts parts and not objects or links.
 */
export function figureGroups(
	status: Readonly<Record<string, object | null>>,
): [name: string, Readonly<Record<string, Figure>>][] {
	return Object.entries(status).flatMap(([group, figures]): [string, Readonly<Record<string, Figure>>][] => {
		if (figures === null) return [];
		const { parts, ...others } = figures as { parts?: Readonly<Record<string, Readonly<Record<string, number>>>> };
		const counted = Object.entries(parts ?? {}).flatMap(([phase, states]) =>
			Object.entries(states).map(([state, count]): [string, number] => [`parts_of_${phase}_${state}`, count]),
		);
		return [[group, { ...others, ...Object.fromEntries(counted) }]];
	});
}

/** Writes the state of a harvest: `running, 400 of 1,200 records`. */
export function harvestConditionText({
	condition,
	run,
}: {
	condition: string;
	run: { records: number; total: number | null } | null;
}): string {
	if (run === null) return condition;
	return `${condition}, ${countText(run.records)}${run.total === null ? '' : ` of ${countText(run.total)}`} records`;
}

/** Lists the usual intervals of schedules, in seconds. */
export const usualIntervals = [3_600, 21_600, 86_400, 604_800, 2_592_000];

const intervalUnits = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
] as const;

/** Writes how often a harvest runs: `every 6 hours`; null: `on request only`. */
export function everyText(seconds: number | null): string {
	if (seconds === null) return 'on request only';
	const [unit, length] = intervalUnits.find(([, one]) => seconds % one === 0) ?? ['second', 1];
	const count = seconds / length;
	return count === 1 ? `every ${unit}` : `every ${countText(count)} ${unit}s`;
}

/** Lists the formats of dumps with their titles. */
export const dumpFormatTitles = [
	['jsonl', 'Scholix links, for another broker (JSON Lines)'],
	['parquet', 'Tables (Apache Parquet)'],
	['csv', 'Tables (CSV)'],
	['ntriples', 'RDF (N-Triples)'],
	['opencitations', 'Citations, in the format of OpenCitations (CSV)'],
] as const;
