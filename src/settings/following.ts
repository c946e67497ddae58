// The settings of what is sent to subscribers, and of notifications from others.
import {
	anyText,
	hostNames,
	mailAddress,
	mailServer,
	oneOf,
	onOrOff,
	originsInNetworks,
	secretText,
	wholeNumber,
} from './readers.ts';
import { setting } from './setting.ts';

/** Names what subscriptions and notifications need. */
export const following = {
	secretKey: setting(
		'SECRET_KEY',
		null,
		secretText(32),
		'The key that encrypts the secrets of subscriptions in the database, the same for all processes. Without it, the ' +
			'broker makes the file `secret.key` beside an SQLite database, and offers no subscriptions on PostgreSQL.',
	),
	subscriberPrivateHosts: setting(
		'SUBSCRIBER_PRIVATE_HOSTS',
		null,
		hostNames(),
		'The hosts in private networks that subscriptions and answers to notifications may be sent to, also without TLS. ' +
			'Without it, they are sent to public addresses only.',
		'repository.internal,10.0.0.7',
	),
	smtpUrl: setting(
		'SMTP_URL',
		null,
		mailServer(),
		'The mail server through which subscriptions by email are sent. Without it, there are none. Needs `MAIL_FROM` and ' +
			'`PUBLIC_URL`.',
		'smtps://broker:password@mail.example.org:465',
	),
	mailFrom: setting('MAIL_FROM', null, mailAddress(), 'The address that emails are sent from.', 'links@example.org'),
	maxSubscriptions: setting(
		'MAX_SUBSCRIPTIONS',
		'100',
		wholeNumber(1, 1_000_000),
		'The maximum number of subscriptions of an account.',
	),
	notifyName: setting(
		'NOTIFY_NAME',
		null,
		anyText('a name'),
		'The name under which the broker announces links to the inboxes of repositories. Without it, the name of the ' +
			'site. Announcements need `PUBLIC_URL`.',
		'Links of Example University',
	),
	inbox: setting(
		'INBOX',
		'tokens',
		oneOf(['off', 'tokens', 'origins', 'both']),
		'Who may send notifications of COAR Notify to `/inbox`: accounts with an access token (`tokens`), registered ' +
			'origins by their networks (`origins`), or both.',
	),
	notifyOrigins: setting(
		'NOTIFY_ORIGINS',
		null,
		originsInNetworks(),
		'The origins whose notifications are taken without a token, each with a network that they send from (see ' +
			'TRUSTED_PROXIES).',
		'https://repository.example=192.0.2.0/24',
	),
	notifyEnrich: setting(
		'NOTIFY_ENRICH',
		'off',
		onOrOff(),
		'Whether the page of an announced work is asked for its title, if it is at the host of `origin.id`: one request, ' +
			'to a public address or a host of `SUBSCRIBER_PRIVATE_HOSTS`.',
	),
};
