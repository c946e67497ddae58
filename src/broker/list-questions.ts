// The parameters of lists with the newest first: events, loads, notifications and audit
// entries.
import { z } from 'zod';
import { readDateEnd, readDateInstant } from '../links/link-date.ts';
import { eventStates } from '../links/link-event.ts';
import { loadKinds } from '../links/load.ts';
import { auditActions } from '../store/audit-actions.ts';
import { mustBe } from './searching/parameters.ts';

const mostListed = 1_000;
const wrongLimit = mustBe(`a whole number from 1 to ${mostListed}`);
const longestName = 1_000;

/** Describes how many to list. */
export function limitParameter(byDefault: number) {
	return z
		.string()
		.regex(/^\d{1,4}$/, wrongLimit)
		.default(String(byDefault))
		.transform(Number)
		.refine((limit) => limit >= 1 && limit <= mostListed, wrongLimit)
		.meta({ type: 'integer', minimum: 1, maximum: mostListed, description: 'The maximum number of entries.' });
}

const before = z
	.string()
	.regex(/^\d{1,15}$/, mustBe('the value of next in an earlier answer'))
	.transform(Number)
	.optional()
	.meta({
		type: 'string',
		pattern: '^[0-9]{1,15}$',
		description: 'Continue with older entries. Take the value from next of an earlier answer.',
	});

/** Describes and checks the parameters of a list of events. */
export const eventListSchema = z.strictObject({
	state: z.enum(eventStates).optional().meta({ description: 'Only events in this state.', example: 'Error' }),
	load: z.uuid().optional().meta({
		description: 'Only events of the load with this id.',
		example: '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51',
	}),
	limit: limitParameter(50),
	before,
});

/** Describes and checks the parameters of a list of loads. */
export const loadListSchema = z.strictObject({
	kind: z.enum(loadKinds).optional().meta({ description: 'Only loads of this kind.', example: 'files' }),
	limit: limitParameter(50),
	before,
});

/** Describes and checks the parameters of a list of notifications. */
export const notificationListSchema = z.strictObject({ limit: limitParameter(50), before });

const wrongMoment = mustBe('a date or a date and time (2026-01-31, 2026-01-31T12:00:00Z)');

/** Describes a moment, which `read` reads in seconds and the answer has in milliseconds. */
const moment = (read: (text: string) => number | undefined, description: string) =>
	z
		.string()
		.refine((text) => read(text.trim()) !== undefined, wrongMoment)
		.transform((text) => Math.round((read(text.trim()) as number) * 1000))
		.optional()
		.meta({ type: 'string', maxLength: 40, description, example: '2026-01-31' });

/** Describes and checks the parameters of a list of entries of the audit. */
export const auditListSchema = z.strictObject({
	action: z.enum(auditActions).optional().meta({ description: 'Only this action.', example: 'token.created' }),
	who: z
		.string()
		.max(longestName, mustBe(`an email, or the words "command line", of at most ${longestName} characters`))
		.optional()
		.meta({ description: 'Only actions by this email, or by `command line`.', example: 'curator@example.org' }),
	subject: z
		.string()
		.max(longestName, mustBe(`the name of what it was done to, of at most ${longestName} characters`))
		.optional()
		.meta({
			description: "Only actions on this event id, user's email or role.",
			example: 'curator@example.org',
		}),
	since: moment(readDateInstant, 'Only actions at or after this date or time. A date without a time is a day in UTC.'),
	until: moment(readDateEnd, 'Only actions until this date or time, inclusive.'),
	limit: limitParameter(50),
	before,
});
