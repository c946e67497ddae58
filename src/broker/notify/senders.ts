// Registers from whom notifications are taken: which origins, actors and networks speak for an account.
import { wrongInput } from '../../errors/wrong-input.ts';
import { BrokerError, type Problem } from '../../errors.ts';
import { isNetwork } from '../../network/networks.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { Act } from '../../store/audit.ts';
import type { Id } from '../../store/graph.ts';
import type { NotifySender, SenderRules } from '../../store/inbox.ts';
import type { Records } from '../../store/records.ts';
import type { RecordsWork } from '../records-work.ts';

export type { NotifySender, SenderRules } from '../../store/inbox.ts';

/** What registration works on: `work` changes the records. */
export type SenderNeeds = {
	records: Pick<Records, 'notifySenders'>;
	accounts: Pick<Users, 'findUser' | 'emails'>;
	work: Pick<RecordsWork, 'addNotifySender' | 'removeNotifySender'>;
};

/** A sender to register, for the account of an email. */
export type WantedSender = { email: string; rules: SenderRules };

/** A sender with the email of its account; null: the account was deleted. */
export type ShownSender = NotifySender & { email: string | null };

/**
 * Registers a sender. Fails with `bad-usage` where a rule is not as it must be, or there is none, and
 * with `not-found` where there is no such account.
 */
export async function addSender(
	{ work, accounts }: SenderNeeds,
	act: Act,
	{ email, rules }: WantedSender,
): Promise<ShownSender> {
	const problems = problemsOf(rules);
	if (problems.length > 0)
		throw wrongInput('bad-usage', problems, ({ field, message }) => `${field ?? 'A sender'} ${message}.`);
	const user = await accounts.findUser(email);
	if (user === undefined) throw new BrokerError('not-found', `There is no user ${email}.`);
	return { ...(await work.addNotifySender(act, { userId: user.id, rules })), email: user.email };
}

/** Lists all senders by number. */
export async function listSenders({ records, accounts }: SenderNeeds): Promise<ShownSender[]> {
	const senders = await records.notifySenders();
	const emails = await accounts.emails([...new Set(senders.map(({ userId }) => userId))]);
	return senders.map((sender) => ({ ...sender, email: emails.get(sender.userId) ?? null }));
}

/** Removes a sender; what it sent stays. Fails with `not-found`. */
export async function removeSender({ work }: SenderNeeds, act: Act, number: Id): Promise<void> {
	if (await work.removeNotifySender(act, number)) return;
	throw new BrokerError('not-found', `There is no sender of notifications ${number}.`);
}

function problemsOf({ origins, actors, networks }: SenderRules): Problem[] {
	if (origins.length + actors.length + networks.length === 0)
		return [{ message: 'must have an origin, an actor or a network' }];
	const isAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
	return [
		...wrongOnes('origins', origins, isAddress, 'an address that begins with https:// or http://'),
		...wrongOnes('networks', networks, isNetwork, 'an IP address, or like 192.0.2.0/24'),
	];
}

function wrongOnes(field: string, given: readonly string[], is: (text: string) => boolean, kind: string): Problem[] {
	return given
		.filter((one) => !is(one))
		.map((one) => ({ field, message: `must be ${kind}, not ${JSON.stringify(one)}` }));
}
