// Puts subscriptions together with the settings: what may be done with them, and what delivers them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSeal } from '../accounts/sealed-secrets.ts';
import { hashSecret, makeSecret, secretFor } from '../accounts/secrets.ts';
import type { ReceiverCodes } from '../broker/following/agreements.ts';
import { type Delivering, deliverDue } from '../broker/following/deliver.ts';
import { matchChanges } from '../broker/following/match-changes.ts';
import { createSubscriptionSecrets } from '../broker/following/subscription-secrets.ts';
import { createSubscriptions, type KindRules, type Subscriptions } from '../broker/following/subscriptions.ts';
import { problemOfHook, problemOfMail } from '../broker/following/wanted-subscription.ts';
import { systemClock } from '../clock.ts';
import { createMailSender, createReceiverQuestion, type MailNeeds, sendDisabled } from '../delivery/mail.ts';
import { createMailer } from '../delivery/mailer.ts';
import { createPoster } from '../delivery/post-message.ts';
import { makeWebhookSecret } from '../delivery/sign-message.ts';
import { createWebhookSender } from '../delivery/webhooks.ts';
import { createGuardedPost } from '../guarded-connections.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Records } from '../store/records.ts';
import { version } from './program.ts';
import { eventOptions } from './workers/event-worker.ts';
import type { Delivery } from './workers/side-work.ts';

/** Opens what may be done with subscriptions on records. */
export function openSubscriptions(settings: Settings, records: Records): Subscriptions {
	const isPrivate = (host: string) => settings.subscriberPrivateHosts?.includes(host) ?? false;
	const webhook: KindRules = {
		...{ pace: 'each', begins: 'active', makeSecret: makeWebhookSecret },
		problemOf: (address) => problemOfHook(address, isPrivate),
	};
	const mail = mailNeeds(settings);
	const email: KindRules | undefined = mail && {
		...{ pace: 'weekly', paces: ['weekly', 'daily'], begins: 'unconfirmed', entries: 'citations' },
		...{ problemOf: problemOfMail, makeSecret: () => null, ask: createReceiverQuestion(mail) },
	};
	return createSubscriptions({
		...{ records, kinds: { webhook, ...(email && { email }) }, codes: receiverCodes(settings) },
		...{ mostOfAccount: settings.maxSubscriptions },
		secrets: createSubscriptionSecrets(createSeal(secretKey(settings))),
		...{ senders: openSenders(settings), clock: systemClock },
	});
}

type DeliveryNeeds = { records: Records; accounts: Pick<AccountStore, 'emails'>; log: Log };

/** Opens what matches and delivers, in this process. */
export function openDelivery(settings: Settings, { records, accounts, log }: DeliveryNeeds): Delivery {
	const delivering = openDelivering(settings, accounts, log);
	return {
		match: (signal) => matchChanges(records, delivering, signal),
		deliver: (sender, signal) =>
			deliverDue(records, { ...delivering, worker: `${delivering.worker}-${sender}` }, signal),
	};
}

/** Opens what delivers, with the senders of the settings. */
export function openDelivering(settings: Settings, accounts: DeliveryNeeds['accounts'], log: Log): Delivering {
	const { name, leaseMilliseconds } = eventOptions(settings, 'subscriptions', log);
	const mail = mailNeeds(settings);
	return {
		...{ clock: systemClock, worker: name, leaseMilliseconds, senders: openSenders(settings), random: Math.random },
		async onDisabled(subscription) {
			const { userId, task, number } = subscription;
			const owner = (await accounts.emails([userId])).get(userId) ?? '';
			// Of an address that is refused, nobody reads so.
			const isSame = task.kind === 'email' && task.address.toLowerCase() === owner.toLowerCase();
			if (mail === undefined || isSame || problemOfMail(owner)) return;
			const answered = await sendDisabled(mail, owner, subscription);
			if (!answered.isAccepted)
				log.warn({ subscription: number, problem: answered.message }, 'The owner of a subscription was not written to');
		},
	};
}

function openSenders(settings: Settings): Delivering['senders'] {
	const secrets = createSubscriptionSecrets(createSeal(secretKey(settings)));
	const poster = createPoster({
		post: createGuardedPost(settings.subscriberPrivateHosts ?? [], 'SUBSCRIBER_PRIVATE_HOSTS'),
		...{ clock: systemClock, agent: `link-broker/${version}${settings.publicUrl ? ` (+${settings.publicUrl})` : ''}` },
	});
	const webhook = createWebhookSender({
		...{ poster, clock: systemClock },
		secretsOf: async (subscription) => secrets.signing(subscription.secrets, systemClock.now()),
	});
	const mail = mailNeeds(settings);
	return { webhook, ...(mail && { email: createMailSender(mail) }) };
}

/** Gathers what e-mail needs; undefined without a mail server. */
function mailNeeds(settings: Settings): MailNeeds | undefined {
	const { smtpUrl, mailFrom, publicUrl, site } = settings;
	if (smtpUrl === null || mailFrom === null || publicUrl === null) return undefined;
	const root = publicUrl.replace(/\/api$/, '');
	return {
		clock: systemClock,
		sendMail: createMailer({ url: smtpUrl, from: mailFrom, name: site.name }),
		...{
			site: site.name,
			pages: `${root}/`,
			api: `${root}/api`,
			domain: mailFrom.slice(mailFrom.lastIndexOf('@') + 1),
		},
		endingCode: receiverCodes(settings).ending,
	};
}

function receiverCodes(settings: Settings): ReceiverCodes {
	const key = secretKey(settings);
	return {
		make: makeSecret,
		hash: hashSecret,
		ending: ({ number, task }) => secretFor(key, JSON.stringify(['unsubscribe', number, task.address])),
	};
}

const ownerOnly = 0o600;

/** Reads the key of stored secrets; beside a file, it is made where there is none. */
function secretKey({ secretKey, database }: Settings): string {
	if (secretKey !== null) return secretKey;
	const folder = database.kind === 'sqlite' ? dirname(database.path) : 'data';
	const file = join(folder, 'secret.key');
	// Another process may make it at the same time: the first one wins.
	if (!existsSync(file)) {
		try {
			writeFileSync(file, `${makeSecret()}\n`, { mode: ownerOnly, flag: 'wx' });
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
	}
	return readFileSync(file, 'utf8').trim();
}
