// Sends email through the mail server of the settings.
import type { Answered } from '../broker/following/deliver.ts';
import { onOneLine } from '../links/words.ts';

/** A message to one address. Its header has only words of our own. */
export type Mail = {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Without brackets; without it, one is made. */
	messageId?: string;
	/** What one request (POST) ends the messages by: RFC 8058. */
	unsubscribe?: string;
};

/** Sends a message; the mail server answers. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<Answered>;

export type MailServer = {
	/** `smtp://` or `smtps://`, with user and password. */
	url: string;
	/** The address of the sender, and the name of the site. */
	from: string;
	name: string;
};

const mailMilliseconds = 20_000;

/** Creates what sends; each message has a connection of its own. */
export function createMailer({ url, from, name }: MailServer): SendMail {
	// Loaded with the first message: most processes send none.
	const transport = async () => {
		const { createTransport } = await import('nodemailer');
		// The password is sent over TLS alone: who leaves STARTTLS out of an answer must not get it.
		const requireTLS = URL.parse(url)?.username !== '';
		const timeouts = { connectionTimeout: mailMilliseconds, greetingTimeout: mailMilliseconds };
		return createTransport({
			url,
			requireTLS,
			...timeouts,
			socketTimeout: mailMilliseconds,
			dnsTimeout: mailMilliseconds,
		});
	};
	let opened: ReturnType<typeof transport> | undefined;
	return async ({ to, subject, text, html, messageId, unsubscribe }, signal) => {
		opened ??= transport();
		const headers = {
			'Auto-Submitted': 'auto-generated',
			...(unsubscribe !== undefined && {
				'List-Unsubscribe': `<${unsubscribe}>`,
				'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
			}),
		};
		try {
			await (await opened).sendMail({
				...{ from: { name: onOneLine(name), address: from }, to: { name: '', address: to } },
				...{ subject: onOneLine(subject), text, html, headers },
				...(messageId !== undefined && { messageId: `<${messageId}>` }),
				...{ disableFileAccess: true, disableUrlAccess: true },
				signal: AbortSignal.any([signal, AbortSignal.timeout(mailMilliseconds * 2)]),
			});
			return { isAccepted: true, status: null };
		} catch (error) {
			return refusalOf(error as MailFailure);
		}
	};
}

/** `originalCode` is that of the socket. */
type MailFailure = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number };

/** What the server answers because of one message. */
const ofMessage: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);
/** With these failures, the server was sent no message. */
const unsent: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EDNS',
	'ETLS',
	'EAUTH',
]);
/** It takes no message for now (RFC 5321, 3.8). */
const closing = 421;

/** Says what the mail server answered; nothing of its words, which may name its users. */
function refusalOf({ code, originalCode = code, command = '', responseCode = 0 }: MailFailure): Answered {
	const [isAccepted, isOurs] = [false as const, true];
	if (code === 'ETLS' || responseCode === 0) {
		const encryption = code === 'ETLS' ? ': it must offer STARTTLS' : '';
		const message = `The mail server could not be reached${originalCode ? ` (${originalCode})` : ''}${encryption}.`;
		const mayHaveArrived = responseCode === 0 && ![code, originalCode].some((one) => unsent.has(one ?? ''));
		return { isAccepted, status: responseCode || null, message, isOurs, ...(mayHaveArrived && { mayHaveArrived }) };
	}
	const answered = { isAccepted, status: responseCode };
	const message = `The mail server answered ${responseCode}`;
	if (responseCode === closing || !ofMessage.has(command)) return { ...answered, message: `${message}.`, isOurs };
	if (command === 'DATA') return { ...answered, message: `${message} to the message.` };
	return { ...answered, message: `${message} to the address.`, isFinal: responseCode >= 500 };
}
