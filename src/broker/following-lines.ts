// The lines of an export that hold what users follow, and who may send notifications.
import { z } from 'zod';
import { isoTime } from '../links/link-date.ts';
import type { NotifySender } from '../store/inbox.ts';
import {
	type NewSubscription,
	subscriptionKinds,
	subscriptionPaces,
	subscriptionStates,
} from '../store/subscriptions.ts';

/** A subscription whose owner is named by email. Its secrets stay encrypted. */
export type PortableSubscription = { email: string } & Pick<
	NewSubscription,
	'task' | 'state' | 'log' | 'lastRead' | 'dueAt' | 'secrets' | 'createdAt'
>;
export type PortableSender = { email: string } & Pick<NotifySender, 'rules' | 'createdAt'>;

const time = z.iso.datetime().transform((text) => Date.parse(text));
const text = z.string().max(10_000);
const email = z.string().min(1).max(500);

export const subscriptionSchema = z.strictObject({
	email,
	kind: z.enum(subscriptionKinds),
	address: text,
	filter: z.record(text, z.string().max(2_000_000)),
	pace: z.enum(subscriptionPaces),
	at: text.optional(),
	name: text.nullable(),
	state: z.enum(subscriptionStates),
	log: text,
	last_read: z.int().min(0),
	due_at: time,
	secrets: text.nullable(),
	created_at: time,
});
export const senderSchema = z.strictObject({
	email,
	origins: z.array(text),
	actors: z.array(text),
	networks: z.array(text),
	created_at: time,
});

export function subscriptionFields(one: PortableSubscription): z.input<typeof subscriptionSchema> {
	const { email, task, state, log, lastRead, dueAt, secrets, createdAt } = one;
	return {
		...{ email, ...task, filter: { ...task.filter }, state, log, last_read: lastRead },
		...{ due_at: isoTime(dueAt), secrets, created_at: isoTime(createdAt) },
	};
}

export function readSubscription(fields: z.output<typeof subscriptionSchema>): PortableSubscription {
	const { email, state, log, last_read: lastRead, due_at: dueAt, secrets, created_at: createdAt, ...rest } = fields;
	const { at, ...task } = rest;
	return { email, task: { ...task, ...(at !== undefined && { at }) }, state, log, lastRead, dueAt, secrets, createdAt };
}

export function senderFields({ email, rules, createdAt }: PortableSender): z.input<typeof senderSchema> {
	const { origins, actors, networks } = rules;
	const lists = { origins: [...origins], actors: [...actors], networks: [...networks] };
	return { email, ...lists, created_at: isoTime(createdAt) };
}

export function readSender({ email, created_at: createdAt, ...rules }: z.output<typeof senderSchema>): PortableSender {
	return { email, rules, createdAt };
}
