// Reads when a token is to expire: a number of days, a date or a date-time, or never; knows no tokens.
import { BrokerError } from '../errors.ts';
import { readDateEnd } from '../links/link-date.ts';

const dayMilliseconds = 86_400_000;
const maxDays = 36_500;

/**
 * Reads `90`, `90d` or `90 days` (from now), `2027-01-31` (to that day's end in UTC) or a
 * date-time; answers milliseconds since 1970, null for `never`. Fails with `bad-usage`.
 */
export function readExpiry(text: string, now: number): number | null {
	if (text.trim() === 'never') return null;
	const days = /^(\d{1,5}) ?(?:d|days?)?$/.exec(text.trim())?.[1];
	if (days !== undefined && Number(days) <= maxDays) return now + Number(days) * dayMilliseconds;
	const end = days === undefined ? readDateEnd(text.trim()) : undefined;
	if (end !== undefined) return Math.round(end * 1000);
	const message = `--expires is "${text}"; it must be a number of days up to ${maxDays}, a date such as 2027-01-31, or never.`;
	throw new BrokerError('bad-usage', message);
}
