// Tests email to receivers and owners of subscriptions, against a mail server.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Message } from '../broker/following/deliver.ts';
import { testCodes } from '../broker/following/subscriptions.fixture.ts';
import type { ChangeView } from '../formats/changes/write-changes.ts';
import type { Description } from '../links/description.ts';
import { noProgress, type Subscription } from '../store/subscriptions.ts';
import { createMailSender, createReceiverQuestion, type MailNeeds, sendDisabled } from './mail.ts';
import { type MailServerFixture, openMailServer, type ReceivedMail, readMail } from './mail-server.fixture.ts';
import { createMailer } from './mailer.ts';

let server: MailServerFixture;
let needs: MailNeeds;
let now = 0;
beforeEach(async () => {
	server = await openMailServer();
	needs = {
		clock: { now: () => now },
		sendMail: createMailer({ url: server.url, from: 'links@broker.example', name: 'Liens à suivre' }),
		...{ site: 'Liens à suivre', domain: 'broker.example', endingCode: testCodes.ending },
		...{ pages: 'https://broker.example/', api: 'https://broker.example/api' },
	};
});
afterEach(() => server.close());

const never = new AbortController().signal;

function subscription(more: Partial<Subscription> = {}): Subscription {
	const task = {
		kind: 'email',
		address: 'reader@example.org',
		pace: 'weekly',
		name: 'x\r\nBcc: all@example.org',
	} as const;
	return {
		...{ number: 7, userId: 1, state: 'active', log: 'aaaaaaaaaa', lastRead: 0, firstMatch: 1, dueAt: 0 },
		lag: { entries: 1, since: 0 },
		task: { ...task, filter: { ids: '10.5555/b', entries: 'citations' } },
		...{ everyMilliseconds: 0, progress: noProgress, secrets: null, createdAt: 0 },
		...more,
	};
}

type Given = { source?: string; target?: string; known?: Description; more?: Partial<ChangeView> };

/** An entry in which a work cites another; the number of a name is that of its work. */
function entry(
	number: number,
	{ source = `10.5555/s${number}`, target = '10.5555/b', known = {}, more }: Given = {},
): ChangeView {
	const end = (value: string, known: Description) => ({ identifier: { scheme: 'doi', value }, description: {}, known });
	return {
		...{ number, at: Date.UTC(2026, 0, 15), kind: 'asserted', isEdge: true, relation: 'Cites' },
		...{ source: end(source, known), target: end(target, { Title: `Title of ${target}` }) },
		provenance: { provider: 'Zenodo', date: '2020-01-01T10:00:00Z' },
		...more,
	} as ChangeView;
}

const messageOf = (entries: ChangeView[], more: Partial<Subscription> = {}): Message => ({
	...{ id: `msg_7_${entries[0]?.number ?? 1}`, subscription: subscription(more), entries, next: 'aaaaaaaaaa-1' },
});
const send = (message: Message) => createMailSender(needs).send(message, never);
const only = () => {
	assert.equal(server.received.length, 1);
	return readMail(server.received[0] as ReceivedMail);
};

describe('a digest', () => {
	it('has for each followed work what cites it, its provider and the address of why', async () => {
		const known: Description = {
			...{ Title: 'On <i>corners</i> & edges', Creator: [{ Name: 'Ada Example' }, { Name: 'Bo Öman' }] },
			...{ Container: { Title: 'Journal of Plots', Volume: '3' }, PublicationDate: '2026-01-02' },
		};
		const entries = [entry(1, { known }), entry(2, { target: '10.5555/c' }), entry(3)];
		assert.deepEqual(await send(messageOf(entries)), { isAccepted: true, status: null });
		const { fields, text, html } = only();
		assert.deepEqual(
			[server.received[0]?.from, server.received[0]?.to],
			['links@broker.example', 'reader@example.org'],
		);
		assert.equal(fields.get('Message-ID'), '<msg_7_1.aaaaaaaaaa@broker.example>');
		const end = text.indexOf('\n-- ');
		assert.equal(
			text.slice(0, end).trimEnd(),
			[
				'Citations of Title of 10.5555/b\nhttps://broker.example/objects/doi/10.5555/b\n',
				'- On corners & edges',
				'  Ada Example; Bo Öman. Journal of Plots 3. 2026-01-02',
				'  https://broker.example/objects/doi/10.5555/s1',
				'  Stated by Zenodo (2020-01-01).',
				'  Why: https://broker.example/explain?id=10.5555%2Fs1&other=10.5555%2Fb\n',
				'- doi:10.5555/s3\n  https://broker.example/objects/doi/10.5555/s3',
				'  Stated by Zenodo (2020-01-01).',
				'  Why: https://broker.example/explain?id=10.5555%2Fs3&other=10.5555%2Fb\n',
				'Citations of Title of 10.5555/c\nhttps://broker.example/objects/doi/10.5555/c\n',
				'- doi:10.5555/s2\n  https://broker.example/objects/doi/10.5555/s2',
				'  Stated by Zenodo (2020-01-01).',
				'  Why: https://broker.example/explain?id=10.5555%2Fs2&other=10.5555%2Fc',
			].join('\n'),
		);
		assert.match(html, /<a href="https:\/\/broker\.example\/objects\/doi\/10\.5555\/s1">On corners &#38; edges<\/a>/);
		assert.doesNotMatch(html, /<img|src=|url\(|<script|<style/i);
	});

	it('has a header of our own words alone, whatever titles and names hold', async () => {
		const Title = 'Ünder\r\nBcc: all@example.org\r\n\r\n<img src="https://spy.example/x.png"> \u2028break';
		const target = '10.5555/b';
		const known = { Title, Creator: [{ Name: 'Eve\r\nSubject: hello' }] };
		await send(
			messageOf([
				entry(1, { known, target, more: { provenance: { provider: 'X\r\nTo: z@example.org', date: '2020-01-01' } } }),
			]),
		);
		const { header, fields, text, html } = only();
		assert.deepEqual([...fields.keys()].sort(), [
			...['Auto-Submitted', 'Content-Type', 'Date', 'From', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
			...['MIME-Version', 'Message-ID', 'Subject', 'To'],
		]);
		assert.match(header, /^[\x20-\x7e\n\t]*$/);
		assert.ok(header.split('\n').every((line) => line.length <= 998));
		assert.doesNotMatch(header, /Bcc|hello|z@example/);
		assert.match(fields.get('From') ?? '', /^=\?UTF-8\?.*\?= <links@broker\.example>$/);
		assert.match(text, /^- Ünder Bcc: all@example\.org .*break$/m);
		assert.doesNotMatch(html, /<img/);
	});

	it('can be ended by one request, which its header names', async () => {
		await send(messageOf([entry(1)]));
		const { fields, text } = only();
		const code = encodeURIComponent('ending-7-reader@example.org');
		const address = `https://broker.example/api/subscriptions/7/unsubscribe?code=${code}`;
		assert.equal(fields.get('List-Unsubscribe'), `<${address}>`);
		assert.equal(fields.get('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
		assert.ok(text.includes(`Unsubscribe: ${address}\n`));
	});

	it('shows fifty entries, then how many more of a work there are and where', async () => {
		const entries = Array.from({ length: 1_053 }, (_, at) => entry(at + 1));
		const sender = createMailSender(needs);
		assert.equal(sender.fit(subscription(), entries), entries.length);
		await sender.send(messageOf(entries), never);
		const { text, fields } = only();
		assert.equal(text.match(/^- /gm)?.length, 50);
		assert.ok(text.includes('And 1,003 more: https://broker.example/objects/doi/10.5555/b\n'), text.slice(-900));
		assert.match(fields.get('Subject') ?? '', /1=2C053_new_/);
	});

	it('shows each work before a second citation of any', async () => {
		const many = Array.from({ length: 60 }, (_, at) => entry(at + 1));
		const few = Array.from({ length: 20 }, (_, at) => entry(100 + at, { target: `10.5555/c${at}` }));
		await send(messageOf([...many, ...few]));
		const { text } = only();
		assert.equal(text.match(/^Citations of /gm)?.length, 21);
		assert.ok(text.includes('And 30 more: https://broker.example/objects/doi/10.5555/b\n'));
	});

	it('says how many works it does not show, and where their citations are', async () => {
		const entries = Array.from({ length: 53 }, (_, at) => entry(at + 5, { target: `10.5555/c${at % 52}` }));
		await send(messageOf(entries));
		const rest = 'ids=10.5555%2Fb&entries=citations&after=aaaaaaaaaa-4';
		assert.ok(only().text.includes(`\nAnd 2 more, of 2 works: https://broker.example/api/changes?${rest}\n`));
		const ids = Array.from({ length: 200 }, (_, at) => `10.5555/${at}`).join('\n');
		const { task } = subscription();
		await send(messageOf(entries, { task: { ...task, filter: { ...task.filter, ids } } }));
		const { text } = readMail(server.received[1] as ReceivedMail);
		assert.match(text, /And 2 more, of 2 works: https:\/\/broker\.example\/operator\/subscriptions\n/);
	});

	it('says that there are more than it counts', async () => {
		const entries = Array.from({ length: 2_000 }, (_, at) => entry(at + 1));
		await send(messageOf(entries));
		const { text, fields } = only();
		assert.match(fields.get('Subject') ?? '', /more_than_2=2C000\?/);
		assert.match(
			text,
			/There are more than this digest counts: https:\/\/broker\.example\/api\/changes\?.*after=aaaaaaaaaa-0\n/,
		);
	});

	it('says which one it is, and who wanted it', async () => {
		await send(messageOf([entry(1)]));
		const about =
			'You get this weekly digest “x Bcc: all@example.org” from Liens à suivre because reader@example.org confirmed it.';
		const { text, html } = only();
		for (const part of [text, html]) assert.ok(part.includes(about), part);
	});

	it('has a citing work once, under whichever identifiers it cites', async () => {
		const twice = [entry(1), entry(2)].map((one) => ({
			...one,
			source: { ...one.source, identifier: { ...one.source.identifier, identity: 5, version: 5 } },
		}));
		await send(messageOf(twice));
		assert.equal(only().text.match(/^- /gm)?.length, 1);
	});

	it('says what is stated where that is no citation, or no longer', async () => {
		const related = entry(1, { more: { relation: 'IsSupplementTo', kind: 'withdrawn' } });
		await send(messageOf([related, entry(2, { more: { kind: 'withdrawn' } })]));
		const { text } = only();
		assert.match(text, /^- doi:10\.5555\/s1\n.*\n {2}Is supplement to it\. No longer stated by Zenodo/m);
		assert.match(text, /^- doi:10\.5555\/s2\n.*\n {2}Cites it\. No longer stated by Zenodo/m);
		assert.doesNotMatch(text, /Why/);
	});

	it('says of a citation what it is beside other changes', async () => {
		await send(messageOf([entry(1), entry(2, { more: { relation: 'IsRelatedTo' } })]));
		const { text } = only();
		assert.match(text, /^- doi:10\.5555\/s1\n.*\n {2}Cites it\. Stated by Zenodo/m);
		assert.match(text, /^- doi:10\.5555\/s2\n.*\n {2}Is related to it\. Stated by Zenodo/m);
	});

	it('says which work a notice retracts', async () => {
		const stated = (number: number, subType: string) =>
			entry(number, { more: { relation: 'IsRelatedTo', provenance: { provider: 'Zenodo', date: '2020', subType } } });
		await send(messageOf([stated(1, 'retraction'), stated(2, 'IsRetractedBy')]));
		const { text } = only();
		assert.match(text, /^- doi:10\.5555\/s1\n.*\n {2}Retracts it\. Stated by Zenodo/m);
		assert.match(text, /^- doi:10\.5555\/s2\n.*\n {2}Was retracted by it\. Stated by Zenodo/m);
	});

	it('says that changes are missing where the log has them no longer', async () => {
		await send(messageOf([]));
		assert.match(only().text, /no longer has the changes since the last digest/);
	});

	it('is sent to no address that is not confirmed', async () => {
		for (const state of ['unconfirmed', 'disabled', 'paused'] as const)
			assert.equal((await send(messageOf([entry(1)], { state }))).isAccepted, false);
		assert.deepEqual(server.received, []);
	});

	it('is refused for good by 5xx to the address, and for now by all else', async () => {
		server.answerTo = () => '550 5.1.1 nobody here';
		assert.deepEqual(await send(messageOf([entry(1)])), {
			...{ isAccepted: false, status: 550, isFinal: true },
			message: 'The mail server answered 550 to the address.',
		});
		server.answerTo = () => '451 4.7.1 later';
		assert.deepEqual(await send(messageOf([entry(1)])), {
			...{ isAccepted: false, status: 451, isFinal: false },
			message: 'The mail server answered 451 to the address.',
		});
		[server.answerTo, server.answer] = [() => '250 OK', (verb) => (verb === '.' ? '554 5.7.1 spam' : '250 OK')];
		assert.deepEqual(await send(messageOf([entry(1)])), {
			...{ isAccepted: false, status: 554, message: 'The mail server answered 554 to the message.' },
		});
	});
});

describe('a failure that is not of the receiver', () => {
	const refusedBy = async (status: number | null, message: string) =>
		assert.deepEqual(await send(messageOf([entry(1)])), { isAccepted: false, status, message, isOurs: true });

	it('is a mail server that cannot be reached', async () => {
		await server.close();
		await refusedBy(null, 'The mail server could not be reached (ECONNREFUSED).');
	});

	it('is one that takes nothing of this sender, or nothing for now', async () => {
		server.answer = (verb) => (verb === 'MAIL' ? '550 5.7.1 <links@broker.example> may not send' : '250 OK');
		await refusedBy(550, 'The mail server answered 550.');
		[server.answer, server.answerTo] = [() => '250 OK', () => '421 4.3.2 closing'];
		await refusedBy(421, 'The mail server answered 421.');
	});

	it('is one without encryption that wants a password, which it is not sent', async () => {
		const url = server.url.replace('//', '//broker:pass%40word@');
		needs.sendMail = createMailer({ url, from: 'links@broker.example', name: 'x' });
		server.answer = (verb) => (verb === 'STAR' ? '502 5.5.1 no such command' : '250 OK');
		await refusedBy(502, 'The mail server could not be reached (ETLS): it must offer STARTTLS.');
		assert.ok(!server.verbs.includes('AUTH'));
	});
});

describe('a mail server that cannot be reached', () => {
	it('rests, for all subscriptions, and is tried by one message then', async () => {
		await server.close();
		const sender = createMailSender(needs);
		assert.equal(sender.waitFor?.(subscription()), 0);
		await sender.send(messageOf([entry(1)]), never);
		assert.equal(sender.waitFor?.(subscription({ number: 8 })), 5_000);
		now += 5_000;
		assert.equal(sender.waitFor?.(subscription({ number: 8 })), 0);
	});

	it('does not rest because of one address that it refuses', async () => {
		server.answerTo = () => '451 4.7.1 later';
		const sender = createMailSender(needs);
		await sender.send(messageOf([entry(1)]), never);
		assert.equal(sender.waitFor?.(subscription()), 0);
	});
});

describe('the question to a receiver', () => {
	it('has the address that confirms, and no word of the account', async () => {
		const answered = await createReceiverQuestion(needs)(subscription({ state: 'unconfirmed' }), 'secret-code');
		assert.equal(answered.isAccepted, true);
		const { text, html, header } = only();
		assert.ok(text.includes('https://broker.example/api/subscriptions/7/confirm?code=secret-code\n'), text);
		assert.match(text, /at most once a week/);
		for (const part of [text, html, header]) assert.doesNotMatch(part, /Bcc|10\.5555/);
		assert.doesNotMatch(header, /secret-code/);
	});
});

describe('the owner of a subscription', () => {
	it('is sent that it was disabled, and why', async () => {
		const lastFailure = { at: 1, status: 550, message: 'The mail server answered 550 to the address.' };
		await sendDisabled(needs, 'owner@example.org', subscription({ progress: { ...noProgress, lastFailure } }));
		assert.equal(server.received[0]?.to, 'owner@example.org');
		assert.match(
			only().text,
			/subscription 7, by email to reader@example\.org, was disabled\. The mail server answered 550/,
		);
	});
});
