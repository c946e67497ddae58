// Decides from whom a notification is taken: an account by its token, or a registered origin by the
// network of the request. What a notification says of its sender is no proof.
import { BrokerError } from '../../errors.ts';
import { nameKey } from '../../links/names.ts';
import { addressesIn } from '../../network/networks.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { Actor } from '../../store/audit.ts';
import type { Id } from '../../store/graph.ts';
import type { NotifySender, SenderRules } from '../../store/inbox.ts';
import type { ReadNotification } from './read-notification.ts';

/** An origin that the settings admit from a network. */
export type AllowedOrigin = { origin: string; network: string };

/** The account of a request, or none; `address` is that of the request. */
export type Caller = {
	account: { userId: Id; email: string; roles: readonly string[] } | undefined;
	address: string;
};

/** A sender that is admitted. */
export type Admitted = {
	sender: string;
	userId: Id | null;
	by: Actor;
	/** The `origin.id` that it was admitted by; undefined: it may have any. */
	origin: string | undefined;
};

/** By whom notifications may be sent. */
export type Admission = {
	/** All registered senders. */
	senders: readonly NotifySender[];
	/** Those of the settings. */
	origins: readonly AllowedOrigin[];
	/** The role that accounts need; null: none. */
	role: string | null;
	accounts: Pick<Users, 'findUser' | 'emails'>;
};

/** What a notification states of its sender. */
type Claims = Pick<ReadNotification, 'actor' | 'origin'>;

/** Returns under which name the notifications of an account are kept. */
export function senderOfAccount(userId: Id): string {
	return `account ${userId}`;
}

/** Returns whether a request without an account may be from a sender that is admitted by its network. */
export function mayBeSender(address: string, { senders, origins }: Pick<Admission, 'senders' | 'origins'>): boolean {
	const networks = [...origins.map(({ network }) => network), ...senders.flatMap(({ rules }) => rules.networks)];
	return addressesIn(networks).has(address);
}

/** Admits the sender of a notification. Fails with `forbidden`. */
export async function admitSender(claims: Claims, caller: Caller, admission: Admission): Promise<Admitted> {
	const { account, address } = caller;
	if (account) {
		const own = admission.senders.filter(({ userId }) => userId === account.userId);
		checkRole(account.roles, admission.role);
		const fitting = own.filter(({ rules }) => fits(rules, claims, address));
		if (own.length > 0 && fitting.length === 0)
			throw notAllowed('This account may not send notifications', claims, address);
		const isByOrigin = fitting.some(({ rules }) => rules.origins.length > 0);
		return admitted(account, address, isByOrigin ? claims.origin : undefined);
	}
	const registered = admission.senders.find(({ rules }) => provesItself(rules) && fits(rules, claims, address));
	if (registered) return admitted(await activeUser(registered, admission), address, claims.origin);
	const allowed = admission.origins.find(({ origin, network }) =>
		fits({ origins: [origin], actors: [], networks: [network] }, claims, address),
	);
	if (allowed === undefined) throw notAllowed('No sender is registered', claims, address);
	const sender = `origin ${allowed.origin}`;
	return { sender, userId: null, by: { who: sender, address }, origin: claims.origin };
}

/** Without a token, only origin and network together show who sends. */
function provesItself({ origins, networks }: SenderRules): boolean {
	return origins.length > 0 && networks.length > 0;
}

async function activeUser(
	{ userId }: NotifySender,
	{ accounts, role }: Pick<Admission, 'accounts' | 'role'>,
): Promise<{ userId: Id; email: string }> {
	const email = (await accounts.emails([userId])).get(userId);
	const user = email === undefined ? undefined : await accounts.findUser(email);
	if (!user?.active) throw new BrokerError('forbidden', 'The account of this sender is not active.');
	checkRole(user.roles, role);
	return { userId, email: user.email };
}

function admitted(
	{ userId, email }: { userId: Id; email: string },
	address: string,
	origin: string | undefined,
): Admitted {
	return { sender: senderOfAccount(userId), userId, by: { who: email, address }, origin };
}

function checkRole(roles: readonly string[], role: string | null): void {
	if (role === null || roles.some((held) => nameKey(held) === nameKey(role))) return;
	throw new BrokerError('forbidden', `Sending notifications needs the role ${JSON.stringify(role)}.`);
}

function notAllowed(sentence: string, { actor, origin }: Claims, address: string): BrokerError {
	const [by, from] = [actor, origin].map((id) => (id === undefined ? 'none' : JSON.stringify(id.slice(0, 200))));
	return new BrokerError('forbidden', `${sentence} from ${address} with origin.id ${from} and actor.id ${by}.`);
}

function fits({ origins, actors, networks }: SenderRules, { actor, origin }: Claims, address: string): boolean {
	return (
		(origins.length === 0 || origins.some((prefix) => isUnder(origin, prefix))) &&
		(actors.length === 0 || actors.some((one) => one === actor)) &&
		(networks.length === 0 || addressesIn(networks).has(address))
	);
}

/** Returns whether an address is a prefix or under it: a host does not begin another one. */
function isUnder(address: string | undefined, prefix: string): boolean {
	const [one, start] = [URL.parse(address ?? '')?.href, URL.parse(prefix)?.href];
	if (one === undefined || start === undefined || !one.startsWith(start)) return false;
	return one.length === start.length || /[/?#]$/.test(start) || /^[/?#]/.test(one.slice(start.length));
}
