// Sends what subscriptions select by email: a digest, the question whether it is wanted, and to its
// owner, that a subscription was disabled.
import { readChangesQuery, writeCursor } from '../broker/changes/change-query.ts';
import type { AskReceiver, ReceiverAction } from '../broker/following/agreements.ts';
import type { Answered, Message, Sender } from '../broker/following/deliver.ts';
import type { Clock } from '../clock.ts';
import type { ChangeView } from '../formats/changes/write-changes.ts';
import { onOneLine } from '../links/words.ts';
import type { Subscription } from '../store/subscriptions.ts';
import { digestSubject, escapeText, gatherDigest, linkTo, type Written, writeDigest } from './digest.ts';
import { createHostGate } from './host-gate.ts';
import type { SendMail } from './mailer.ts';
import { allTaken } from './post-message.ts';

export type MailNeeds = {
	sendMail: SendMail;
	clock: Pick<Clock, 'now'>;
	/** The name of the site. */
	site: string;
	/** The root addresses of pages, with a slash at its end, and of the interface, without one. */
	pages: string;
	api: string;
	/** The domain of message ids. */
	domain: string;
	/** The code by which the receiver ends a subscription. */
	endingCode(subscription: Subscription): string;
};

/** All messages go through one server. */
const mailServer = 'mail';

/** The page of one's subscriptions. */
const ownPage = 'operator/subscriptions';
/** Longer addresses are cut or refused on their way. */
const longestAddress = 2_000;

/** Bounds the entries that one digest counts; where there are more, it says so. */
const mostEntries = 2_000;
/** How long a message may take that somebody waits for. */
const waitMilliseconds = 20_000;

/** Creates what sends digests; nothing is sent without agreement. */
export function createMailSender(needs: MailNeeds): Sender {
	const gate = createHostGate(needs.clock);
	return {
		...{ mostEntries, isDigest: true },
		waitFor: () => gate.waitFor(mailServer),
		fit: (_, entries) => entries.length,
		async send(message, signal): Promise<Answered> {
			const { subscription, id } = message;
			if (subscription.state !== 'active')
				return { isAccepted: false, status: null, message: 'The receiver has not confirmed the subscription.' };
			const { domain, endingCode, sendMail, site } = needs;
			const unsubscribe = actionAddress(needs, subscription, 'unsubscribe', endingCode(subscription));
			const { subject, ...digest } = writeMessage(needs, message);
			const { address, name, pace } = subscription.task;
			const named = name === null ? '' : `“${onOneLine(name)}” `;
			const about = `You get this ${pace} digest ${named}from ${site} because ${address} confirmed it.`;
			const written = joined(digest, {
				text: `-- \n${about}\nUnsubscribe: ${unsubscribe}\n`,
				html: `<hr>\n<p>${escapeText(about)} ${linkTo(unsubscribe, 'Unsubscribe')}</p>\n`,
			});
			// Numbers begin anew in another log, and are those of another broker of this domain, too.
			const addressed = { to: address, messageId: `${id}.${subscription.log}@${domain}`, unsubscribe };
			const mail = { ...addressed, subject: `${site}: ${subject}`, ...documentOf(written) };
			const sent = await gate.through(
				mailServer,
				() => sendMail(mail, signal),
				(answered) => (answered.isAccepted || !answered.isOurs ? 'answered' : 'down'),
			);
			return sent ?? allTaken;
		},
	};
}

function writeMessage({ pages, api }: MailNeeds, { subscription, entries }: Message): Written & { subject: string } {
	const { task, log } = subscription;
	if (entries.length === 0) {
		const gap =
			'The broker no longer has the changes since the last digest, so they are missing here. Later ones are sent as ' +
			'before.';
		return { subject: 'Some changes are missing', ...paragraph(gap) };
	}
	const { group_by } = readChangesQuery(task.filter);
	const digest = gatherDigest(entries, pages, group_by);
	const isCut = entries.length >= mostEntries;
	const after = writeCursor({ id: log }, (entries[0] as ChangeView).number - 1);
	const changes = `${api}/changes?${new URLSearchParams({ ...task.filter, after })}`;
	const rest = changes.length > longestAddress ? `${pages}${ownPage}` : changes;
	return { subject: digestSubject(digest, isCut), ...writeDigest(digest, rest, isCut) };
}

function actionAddress({ api }: MailNeeds, { number }: Subscription, action: ReceiverAction, code: string): string {
	return `${api}/subscriptions/${number}/${action}?${new URLSearchParams({ code })}`;
}

/** Creates what asks a receiver. It has no word of the account that wants the subscription. */
export function createReceiverQuestion(needs: MailNeeds): AskReceiver {
	return (subscription, code) => {
		const { site, sendMail } = needs;
		const { task } = subscription;
		const address = actionAddress(needs, subscription, 'confirm', code);
		const often = task.pace === 'daily' ? 'once a day' : 'once a week';
		const question =
			`Somebody asked ${site} (${needs.pages}) to send new citations and other changes to links to this address, ` +
			`at most ${often}. If you want them, confirm it within seven days:`;
		const otherwise = 'If you do not want them, do nothing: without your confirmation, nothing is sent.';
		const text = `${question}\n\n${address}\n\n${otherwise}\n`;
		const html = `<p>${escapeText(question)}</p>\n<p>${linkTo(address, 'Confirm')}</p>\n<p>${otherwise}</p>\n`;
		const subject = `${site}: confirm your subscription`;
		return sendMail(
			{ to: task.address, subject, ...documentOf({ text, html }) },
			AbortSignal.timeout(waitMilliseconds),
		);
	};
}

/** Sends the owner of a subscription that it was disabled. */
export function sendDisabled(needs: MailNeeds, owner: string, subscription: Subscription): Promise<Answered> {
	const { number, task, progress } = subscription;
	const { site, domain, sendMail, pages } = needs;
	const reason = progress.lastFailure?.message ?? '';
	const words = [
		`Your subscription ${number}, by ${task.kind} to ${task.address}, was disabled. ${reason}`,
		'Nothing is lost: if you continue it, it sends what has come since.',
	];
	const address = `${pages}${ownPage}/${number}`;
	const written = {
		text: `${words.join('\n')}\n\n${address}\n`,
		html: `<p>${words.map(escapeText).join('<br>\n')}</p>\n<p>${linkTo(address, 'Your subscription')}</p>\n`,
	};
	const messageId = `disabled_${number}_${progress.lastFailure?.at ?? 0}@${domain}`;
	const subject = `${site}: a subscription was disabled`;
	return sendMail({ to: owner, messageId, subject, ...documentOf(written) }, AbortSignal.timeout(waitMilliseconds));
}

function paragraph(words: string): Written {
	return { text: `${words}\n`, html: `<p>${escapeText(words)}</p>\n` };
}

function joined(one: Written, other: Written): Written {
	return { text: `${one.text}\n${other.text}`, html: one.html + other.html };
}

const style = 'font:16px/1.4 sans-serif;max-width:42em;overflow-wrap:anywhere';

/** Writes a whole document; it loads nothing. */
function documentOf({ text, html }: Written): Written {
	const head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">';
	return {
		text,
		html: `<!doctype html>\n<html lang="en">\n${head}\n<body style="${style}">\n${html}</body>\n</html>\n`,
	};
}
