// Puts subscriptions together with the settings: what may be done with them, and what delivers them.
import { createSeal, type Seal } from '../accounts/sealed-secrets.ts';
import { hashSecret, makeSecret, secretFor } from '../accounts/secrets.ts';
import { createAcceptEvent } from '../broker/accept-event.ts';
import type { BrokerWork } from '../broker/broker.ts';
import { builtInDefinitions, type Definition } from '../broker/counting/definitions.ts';
import type { ReceiverCodes } from '../broker/following/agreements.ts';
import { beginningOfPages, findAnnouncements } from '../broker/following/announcements.ts';
import { type Delivering, deliverDue } from '../broker/following/deliver.ts';
import { createSubscriptionSecrets, type SubscriptionSecrets } from '../broker/following/subscription-secrets.ts';
import { createSubscriptions, type KindRules, type Subscriptions } from '../broker/following/subscriptions.ts';
import { problemOfHook, problemOfMail } from '../broker/following/wanted-subscription.ts';
import { answerDue } from '../broker/notify/answer-offers.ts';
import { createDescribing, type DescribingNeeds } from '../broker/notify/describe-announced.ts';
import { systemClock } from '../clock.ts';
import { createPageReader } from '../delivery/ask-page.ts';
import { createDiscovery } from '../delivery/discover-inbox.ts';
import { createMailSender, createReceiverQuestion, type MailNeeds, sendDisabled } from '../delivery/mail.ts';
import { createMailer } from '../delivery/mailer.ts';
import { createAnswerSender, createNotificationSender } from '../delivery/notifications.ts';
import { createPoster, type Poster } from '../delivery/post-message.ts';
import { makeWebhookSecret } from '../delivery/sign-message.ts';
import { createWebhookSender } from '../delivery/webhooks.ts';
import { errorText } from '../errors.ts';
import type { Log } from '../log.ts';
import {
	createGuardedFetch,
	createGuardedGet,
	createGuardedPost,
	mayBePublic,
} from '../network/guarded-connections.ts';
import type { Settings } from '../settings.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Records } from '../store/records.ts';
import { allSubscriptions } from '../store/subscriptions.ts';
import { version } from './program.ts';
import { hasSecretKey, readSecretKey } from './secret-key.ts';
import { eventOptions } from './workers/event-worker.ts';
import type { Deliver } from './workers/side-work.ts';

/** Opens what may be done with subscriptions on records. */
export function openSubscriptions(
	settings: Settings,
	records: Records,
	definitions: readonly Definition[] = builtInDefinitions,
): Subscriptions {
	const problemOf = problemsOfHooks(settings);
	const webhook: KindRules = { pace: 'each', begins: 'active', makeSecret: makeWebhookSecret, problemOf };
	const mail = mailNeeds(settings);
	const email: KindRules | undefined = mail && {
		...{ pace: 'weekly', paces: ['weekly', 'daily'], begins: 'unconfirmed', entries: 'citations' },
		...{ problemOf: problemOfMail, makeSecret: () => null, ask: createReceiverQuestion(mail) },
	};
	const notification: KindRules | undefined = thisService(settings) && {
		...{ pace: 'each', paces: ['each'], begins: 'active', entries: 'both', makeSecret: () => null, takesToken: true },
		problemOf: (address) => problemOf(beginningOfPages(address) ?? address),
	};
	const kinds = { webhook, ...(email && { email }), ...(notification && { 'coar-notify': notification }) };
	return createSubscriptions({
		...{ records, kinds: hasSecretKey(settings) ? kinds : {}, mostOfAccount: settings.maxSubscriptions },
		secrets: openSecrets(settings),
		...{ senders: openSenders(settings, records), codes: receiverCodes(settings), clock: systemClock },
		definitions,
	});
}

/** Counts the subscriptions whose secrets another key encrypted. */
export async function countUnreadable(settings: Settings, records: Pick<Records, 'subscriptions'>): Promise<number> {
	const secrets = openSecrets(settings);
	let unreadable = 0;
	for await (const one of allSubscriptions(records)) if (secrets.signing(one.secrets, 0) === null) unreadable++;
	return unreadable;
}

type DeliveryNeeds = {
	records: Records;
	accounts: Pick<AccountStore, 'emails'>;
	log: Log;
	definitions?: readonly Definition[];
	onTried?: NonNullable<Delivering['onTried']>;
};

/** So many senders answer offers, too: receivers that do not reply leave the others free. */
const answering = 2;

/** Opens what delivers, in this process. */
export function openDelivery(settings: Settings, needs: DeliveryNeeds): Deliver {
	const poster = openPoster(settings);
	const delivering = openDelivering(settings, needs, poster);
	const send = createAnswerSender({ from: thisService(settings), poster, problemOf: problemsOfHooks(settings) });
	return async (sender, signal) =>
		(sender < answering && (await answerDue(needs.records, { ...delivering, send }, signal))) ||
		deliverDue(needs.records, { ...delivering, worker: `${delivering.worker}-${sender}` }, signal);
}

/** Opens what delivers, with the senders of the settings. */
export function openDelivering(
	settings: Settings,
	{ records, accounts, log, definitions = builtInDefinitions, onTried }: DeliveryNeeds,
	poster = openPoster(settings),
): Delivering {
	const { name, leaseMilliseconds } = eventOptions(settings, 'subscriptions', log);
	const mail = mailNeeds(settings);
	return {
		...{ clock: systemClock, worker: name, leaseMilliseconds, senders: openSenders(settings, records, poster) },
		...{ definitions, random: Math.random, ...(onTried && { onTried }) },
		async onDisabled(subscription) {
			const { userId, task, number, progress } = subscription;
			const owner = (await accounts.emails([userId])).get(userId) ?? '';
			// At an address that is refused for good, nobody reads so.
			const isRefused =
				(progress.lastFailure?.status ?? 0) >= 500 && task.address.toLowerCase() === owner.toLowerCase();
			if (mail === undefined || isRefused || problemOfMail(owner)) return;
			const answered = await sendDisabled(mail, owner, subscription);
			if (!answered.isAccepted)
				log.warn({ subscription: number, problem: answered.message }, 'The owner of a subscription was not written to');
		},
	};
}

function openPoster(settings: Settings): Poster {
	const { guard, agent } = connecting(settings);
	return createPoster({ post: createGuardedPost(...guard), clock: systemClock, agent });
}

function openSenders(settings: Settings, records: Records, poster = openPoster(settings)): Delivering['senders'] {
	if (!hasSecretKey(settings)) return {};
	const secrets = openSecrets(settings);
	const { guard, agent } = connecting(settings);
	const webhook = createWebhookSender({
		...{ poster, clock: systemClock, base: settings.publicUrl ?? '' },
		secretsOf: async (subscription) => secrets.signing(subscription.secrets, systemClock.now()),
	});
	const mail = mailNeeds(settings);
	const from = thisService(settings);
	const notification =
		from &&
		createNotificationSender({
			...{ from, poster, problemOf: problemsOfHooks(settings) },
			discover: createDiscovery({ get: createGuardedFetch(...guard), gate: poster.gate, clock: systemClock, agent }),
			announcementsOf: (subscription, entries) => findAnnouncements({ records, subscription }, entries),
			tokensOf: (subscription) => secrets.signing(subscription.secrets, systemClock.now()),
		});
	return {
		...{ webhook, ...(mail && { email: createMailSender(mail) }) },
		...(notification && { 'coar-notify': notification }),
	};
}

function connecting({ subscriberPrivateHosts, publicUrl }: Settings) {
	const guard = [subscriberPrivateHosts ?? [], 'SUBSCRIBER_PRIVATE_HOSTS'] as const;
	return { guard, agent: `link-broker/${version}${publicUrl ? ` (+${publicUrl})` : ''}` };
}

/** Opens what describes announced works by their pages, if the settings want it. */
export function openDescribing(
	settings: Settings,
	{ records, work, bodies }: Pick<DescribingNeeds, 'records'> & BrokerWork,
	log: Pick<Log, 'warn'>,
) {
	if (!settings.notifyEnrich) return undefined;
	const { guard, agent } = connecting(settings);
	return createDescribing({
		...{ records, accept: createAcceptEvent(bodies.submission, work.store) },
		readPage: createPageReader({ get: createGuardedGet(...guard), agent }),
		onFailure: ({ eventId, page }, cause) =>
			log.warn({ event_id: eventId, page, cause: errorText(cause) }, 'An announced work was not described by its page'),
	});
}

function problemsOfHooks({ subscriberPrivateHosts }: Settings): KindRules['problemOf'] {
	// An address has IPv6 in brackets.
	const isPrivate = (host: string) => subscriberPrivateHosts?.includes(host.replace(/^\[|\]$/g, '')) ?? false;
	return (address) => problemOfHook(address, isPrivate, mayBePublic);
}

/** Names this broker; undefined where its address is not known. */
function thisService({ publicUrl, notifyName, site }: Settings) {
	if (publicUrl === null) return undefined;
	const id = publicUrl.replace(/\/api$/, '');
	return { id, inbox: `${id}/inbox`, name: notifyName ?? site.name };
}

/** Gathers what email needs; undefined without a mail server. */
function mailNeeds(settings: Settings): MailNeeds | undefined {
	const { smtpUrl, mailFrom, site } = settings;
	const service = thisService(settings);
	if (smtpUrl === null || mailFrom === null || service === undefined || !hasSecretKey(settings)) return undefined;
	return {
		clock: systemClock,
		sendMail: createMailer({ url: smtpUrl, from: mailFrom, name: site.name }),
		...{ site: site.name, pages: `${service.id}/`, api: `${service.id}/api` },
		domain: mailFrom.slice(mailFrom.lastIndexOf('@') + 1),
		endingCode: receiverCodes(settings).ending,
	};
}

/** Opens the stored secrets; their key is read when it is first needed. */
function openSecrets(settings: Settings): SubscriptionSecrets {
	let seal: Seal | undefined;
	const opened = () => {
		seal ??= createSeal(readSecretKey(settings));
		return seal;
	};
	return createSubscriptionSecrets({ seal: (text) => opened().seal(text), open: (sealed) => opened().open(sealed) });
}

function receiverCodes(settings: Settings): ReceiverCodes {
	return {
		make: makeSecret,
		hash: hashSecret,
		ending: ({ number, task }) =>
			secretFor(readSecretKey(settings), JSON.stringify(['unsubscribe', number, task.address])),
	};
}
