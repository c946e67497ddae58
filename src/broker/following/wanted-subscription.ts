// What a subscription may be: its parts, their values and their reading. HTTP and the command line
// share this description.
import { z } from 'zod';
import { wrongInput, wrongParameter } from '../../errors/wrong-input.ts';
import { type BrokerError, hasCode, type Problem } from '../../errors.ts';
import { isStorable } from '../../formats/scholix/record-reading.ts';
import { mostFollowed } from '../../links/identifier-list.ts';
import { type SubscriptionTask, subscriptionKinds, subscriptionPaces } from '../../store/subscriptions.ts';
import { changeFilterSchema, cursorShape, readChangesQuery } from '../changes/change-query.ts';
import { countingOf } from '../changes/counted-changes.ts';
import type { Definition } from '../counting/definitions.ts';
import { digestTimeShape } from './digest-time.ts';

const longestAddress = 2_000;
const longestName = 200;
const longestTime = 'wednesday 00:00'.length;
const longestToken = 4_096;
const tokenShape = /^[!-~]+$/;

/** The filters that select few of all entries; without one of them a subscription gets everything. */
const restricting = ['id', 'ids', 'prefix', 'provider', 'type', 'orcid'] as const;

const filterNames = Object.keys(changeFilterSchema.shape) as (keyof typeof changeFilterSchema.shape)[];
/** /changes bounds each of them further. */
const longestFilter = 128_000;
const plain = z.string().refine(isStorable, 'must be text without NUL characters');
const filterValue = plain.max(longestFilter);
const filterValues = {
	...(Object.fromEntries(filterNames.map((name) => [name, filterValue.optional()])) as Record<
		(typeof filterNames)[number],
		z.ZodOptional<z.ZodString>
	>),
	ids: z
		.union([filterValue, z.array(filterValue).max(mostFollowed)], `must be a text, or at most ${mostFollowed} texts`)
		.optional(),
};

/** Describes and checks a new subscription. */
export const wantedSubscriptionSchema = z.strictObject({
	kind: z.enum(subscriptionKinds).meta({ description: 'How changes are sent.' }),
	address: plain
		.trim()
		.min(1)
		.max(longestAddress)
		.meta({
			description:
				'Where they are sent: an https address, or an email address. For coar-notify, an inbox; or the beginning of ' +
				'landing pages and `*`: the inbox that the page of each work names.',
		}),
	filter: z.strictObject(filterValues).meta({
		description:
			'What of the change log is sent: the filters of GET /changes. ids may be an array. By default, assertions ' +
			'alone are sent (kind), and of each link the first (entries).',
	}),
	pace: z.enum(subscriptionPaces).optional().meta({
		description: 'each: as they come, the default of webhooks. daily, weekly: one message for all, if there are any.',
	}),
	at: z
		.string()
		.max(longestTime)
		.regex(digestTimeShape, 'must be a time such as 06:00 or monday 06:00')
		.optional()
		.meta({
			description:
				'When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is the time at which ' +
				'the subscription is made.',
			example: 'monday 06:00',
		}),
	name: plain.trim().min(1).max(longestName).optional().meta({ description: 'A name for your own use.' }),
	token: z.string().regex(tokenShape, 'must be visible ASCII characters').max(longestToken).optional().meta({
		description: 'For coar-notify: a token that the receiver gave, sent as Bearer. It is not shown.',
	}),
	since: z.string().regex(cursorShape, 'must be a cursor of GET /changes, or now').optional().meta({
		description: 'The cursor of GET /changes with which it begins. The default is now.',
	}),
});
export type WantedSubscription = z.infer<typeof wantedSubscriptionSchema>;

/** Says what holds where a filter leaves it open. */
const filterDefaults = { kind: 'asserted', entries: 'first' } as const;

/** The same where citations are listed for people, unless the filter is about something else. */
function defaultsFor(
	entries: FilterEntries,
	{ kind = filterDefaults.kind, relation, orcid }: WantedSubscription['filter'],
) {
	if (entries === 'both') return { ...filterDefaults, kind: 'both' };
	if (entries !== 'citations' || relation !== undefined || kind !== 'asserted') return filterDefaults;
	// Who follows an author is not sent all that the author cites.
	return { ...filterDefaults, entries, ...(orcid !== undefined && { direction: 'in' }) };
}

/** Which entries a filter selects that leaves it open; `both`: withdrawals, too. */
export type FilterEntries = 'first' | 'citations' | 'both';

type ReadingFilter = {
	mayHaveAll: boolean;
	entries?: FilterEntries | undefined;
	definitions: readonly Definition[];
};

/**
 * Reads the filter as parameters of GET /changes; fails with `bad-query` as that does, and where
 * nothing restricts it unless `mayHaveAll`.
 */
export function readFilter(
	given: WantedSubscription['filter'],
	{ mayHaveAll, entries = 'first', definitions }: ReadingFilter,
): SubscriptionTask['filter'] {
	const parameters = Object.fromEntries(
		Object.entries(given).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, Array.isArray(value) ? value.join('\n') : value]],
		),
	);
	const filter = { ...defaultsFor(entries, given), ...parameters };
	try {
		countingOf(definitions, readChangesQuery(filter));
	} catch (error) {
		throw hasCode(error, 'bad-query') ? inFilter(error) : error;
	}
	if (entries === 'both' && given.kind === 'retracted')
		throw wrongParameter('filter', 'kind=retracted is not announced: a repository gets the links of its works.');
	if (!mayHaveAll && given.kind !== 'retracted' && !restricting.some((name) => parameters[name])) {
		const names = restricting.join(', ');
		const message = `filter must have one of ${names}, or kind=retracted. Only administrators may follow everything.`;
		throw wrongParameter('filter', message);
	}
	return filter;
}

/** Places the problems of parameters in the member of a subscription that has them. */
function inFilter({ problems }: BrokerError): BrokerError {
	return wrongInput(
		'bad-query',
		problems.map((problem) => ({ ...problem, pointer: `/filter/${problem.field}` })),
	);
}

const mostPort = 65_535;
const leastFreePort = 1_024;
const namedPorts: ReadonlySet<string> = new Set(['', '443', '8443']);

/**
 * Finds what is wrong with the address of a webhook: it must be https, without a user, with a port
 * that web servers have. `isPrivate` says which hosts may have http, too, and `mayBePublic` which
 * others may be in the public Internet.
 */
export function problemOfHook(
	address: string,
	isPrivate: (host: string) => boolean,
	mayBePublic: (host: string) => boolean,
): Problem | undefined {
	const url = URL.parse(address);
	const problem = (message: string) => ({ field: 'address', message });
	if (url === null) return problem('address must be an address such as https://example.org/hook.');
	const mayBePlain = isPrivate(url.hostname);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain))
		return problem(
			'address must begin with https://. The operator may allow http for a host (SUBSCRIBER_PRIVATE_HOSTS).',
		);
	if (url.username !== '' || url.password !== '') return problem('address must not hold a user or a password.');
	if (!mayBePlain && !mayBePublic(url.hostname))
		return problem(
			`address must be in the public Internet; ${url.hostname} is not. The operator may allow it ` +
				'(SUBSCRIBER_PRIVATE_HOSTS).',
		);
	const port = Number(url.port);
	if (!mayBePlain && !namedPorts.has(url.port) && (port < leastFreePort || port > mostPort))
		return problem(`address must have port 443, 8443, or one from ${leastFreePort}.`);
	return undefined;
}

// One label of a domain: RFC 1035, 2.3.1, in its written form.
const mailShape =
	/^[a-z0-9!#$%&'*+/=?^_`{|}~-][a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63}@((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63})$/i;
const longestMail = 254;

/** Finds what is wrong with an email address: it is one address alone, without a name. */
export function problemOfMail(address: string): Problem | undefined {
	if (address.length <= longestMail && mailShape.test(address)) return undefined;
	return { field: 'address', message: 'address must be an email address such as reader@example.org.' };
}
