// Registers from whom notifications are taken: which origins, actors and networks speak for an account.
import { wrongInput } from '../../errors/wrong-input.ts';
import { BrokerError, type Problem } from '../../errors.ts';
import { isNetwork } from '../../networks.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { Act } from '../../store/audit.ts';
import type { Id } from '../../store/graph.ts';
import type { NotifySender, SenderRules } from '../../store/inbox.ts';
import type { Records } from '../../store/records.ts';

export type { NotifySender, SenderRules } from '../../store/inbox.ts';

type Stores = {
	records: Pick<Records, 'addNotifySender' | 'notifySenders' | 'removeNotifySender'>;
	accounts: Pick<Users, 'findUser' | 'emails'>;
};

/** A sender with the email of its account; null: the account was deleted. */
export type ShownSender = NotifySender & { email: string | null };

/**
 * Registers a sender. Fails with `bad-usage` where a rule is not as it must be, or there is none, and
 * with `not-found` where there is no such account.
 */
export async function addSender(
	{ records, accounts }: Stores,
	act: Act,
	{ email, rules }: { email: string; rules: SenderRules },
): Promise<ShownSender> {
	const problems = problemsOf(rules);
	if (problems.length > 0) throw wrongInput('bad-usage', problems);
	const user = await accounts.findUser(email);
	if (user === undefined) throw new BrokerError('not-found', `There is no user ${email}.`);
	return { ...(await records.addNotifySender(act, { userId: user.id, rules })), email: user.email };
}

/** Lists all senders by number. */
export async function listSenders({ records, accounts }: Stores): Promise<ShownSender[]> {
	const senders = await records.notifySenders();
	const emails = await accounts.emails([...new Set(senders.map(({ userId }) => userId))]);
	return senders.map((sender) => ({ ...sender, email: emails.get(sender.userId) ?? null }));
}

/** Removes a sender; what it sent stays. Fails with `not-found`. */
export async function removeSender({ records }: Stores, act: Act, number: Id): Promise<void> {
	if (await records.removeNotifySender(act, number)) return;
	throw new BrokerError('not-found', `There is no sender of notifications ${number}.`);
}

function problemsOf({ origins, actors, networks }: SenderRules): Problem[] {
	const isEmpty = origins.length + actors.length + networks.length === 0;
	return [
		...(isEmpty ? [{ message: 'A sender must have an origin, an actor or a network.' }] : []),
		...origins
			.filter((origin) => !/^https?:$/.test(URL.parse(origin)?.protocol ?? ''))
			.map((origin) => ({ field: 'origin', message: `An origin must be an http(s) address, not ${origin}.` })),
		...networks
			.filter((network) => !isNetwork(network))
			.map((network) => ({
				field: 'network',
				message: `A network must be an IP address or like 192.0.2.0/24, not ${network}.`,
			})),
	];
}
