// The boundary of the inbox: notifications of those who may not send, may not send so, or send what is
// no announcement. What must hold: none becomes a link, and none withdraws the links of another sender.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createInbox } from '../../src/broker/notify/inbox.ts';
import { createBodyReading } from '../../src/broker/read-bodies.ts';
import { createRecordsWork } from '../../src/broker/records-work.ts';
import { openTestRecords } from '../../src/engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../../src/errors.ts';
import { openAccountStore } from '../../src/store/accounts/account-store.ts';
import { act } from '../../src/store/suite/audit.fixture.ts';
import type { Boundary } from './boundaries.ts';
import { anyText } from './texts.ts';

const [home, elsewhere] = ['192.0.2.7', '198.51.100.1'];
const origin = 'https://repository.example';
const rules = { origins: [origin], actors: [`${origin}/staff`], networks: [home] };
const settings = { origins: [{ origin: 'https://hub.example/one', network: '192.0.2.0/24' }], role: null };

const announcement = {
	...{ '@context': ['https://www.w3.org/ns/activitystreams', 'https://coar-notify.net'], id: 'urn:uuid:1' },
	...{ type: ['Announce', 'coar-notify:RelationshipAction'], origin: { id: origin }, actor: { id: `${origin}/staff` } },
	object: {
		...{ type: 'Relationship', 'as:subject': 'https://doi.org/10.5555/a', 'as:object': 'https://doi.org/10.5555/b' },
		'as:relationship': 'http://purl.org/spar/cito/cites',
	},
};

/** Addresses like those of senders, and what is none. */
const claims = fc.oneof(
	fc.constantFrom(
		...[origin, `${origin}.evil.example`, `${origin}@evil.example`, `${origin}:8443/`, `http://repository.example`],
		...['https://hub.example/one/../two', 'https://hub.example/oneself', 'https://evil.example/staff', 'urn:x', '\0'],
	),
	anyText,
	fc.jsonValue({ maxDepth: 2 }),
);
const asNamed = (value: unknown) => (typeof value === 'string' ? { id: value } : value);
const changed = fc.dictionary(
	fc.constantFrom('id', 'published', 'context', 'target', 'summary', 'inReplyTo', '@context', 'name'),
	fc.oneof(claims, fc.constantFrom('urn:uuid:1', 'x'.repeat(3_000), ['Announce'])),
);

type Sent = { account: number | undefined; address: string; notification: unknown };

/** From whom it comes: nobody or an account that may not send so, from home or from elsewhere. */
const from = fc.constantFrom(
	...[
		{ account: undefined, address: elsewhere },
		{ account: undefined, address: home },
	],
	...[
		{ account: 2, address: home },
		{ account: 1, address: elsewhere },
	],
);

/** The Undo of another's announcement, of an account that may send as it likes. */
const undoing: fc.Arbitrary<Sent> = changed.map((more) => {
	const notification = { ...announcement, ...more, type: 'Undo', object: { id: 'urn:uuid:victim', type: 'Announce' } };
	return { account: 3, address: elsewhere, notification };
});

/** A whole announcement, or the Undo of another's, of somebody who may not send it. */
const forged: fc.Arbitrary<Sent> = fc
	.record({
		...{ from, undoes: fc.boolean(), more: changed },
		...{ origin: fc.oneof(fc.constant(origin), claims), actor: fc.oneof(fc.constant(`${origin}/staff`), claims) },
	})
	.map(({ from, origin: claimed, actor, undoes, more }) => {
		const undo = undoes && { type: 'Undo', object: { ...announcement, id: 'urn:uuid:victim' } };
		// From its own network, the origin is admitted where its actor is.
		const isOwn = claimed === origin && actor === `${origin}/staff`;
		const isAdmitted = from.address === home && from.account === undefined && isOwn;
		const claiming = { origin: asNamed(claimed), actor: asNamed(isAdmitted ? 'urn:x' : actor) };
		return { ...from, notification: { ...announcement, ...more, ...undo, ...claiming } };
	});

/** What the sender may send, but is no announcement of a pair of works. */
const unusable: fc.Arbitrary<Sent> = fc
	.oneof(
		anyText,
		fc.jsonValue({ maxDepth: 3 }),
		fc
			.record({
				type: fc.oneof(fc.constantFrom('Offer', 'Undo', 'Announce', ['Flag', 'RelationshipAction']), claims),
				object: fc.oneof(claims, claims.map(asNamed)),
			})
			.map((more) => ({ ...announcement, ...more })),
		fc
			.tuple(
				fc.constantFrom('as:subject', 'as:object', 'as:relationship'),
				fc.constantFrom('', ' ', null, [], {}, true),
			)
			.map(([name, value]) => ({ ...announcement, object: { ...announcement.object, [name]: value } })),
	)
	.map((notification) => ({ account: 1, address: home, notification }));

/** Opens the inbox on fresh data, with the links of one announcement in it. */
export async function openNotifications(): Promise<{ boundaries: readonly Boundary[]; close(): Promise<void> }> {
	const opened = await openTestRecords();
	const { records } = opened;
	const accounts = openAccountStore(opened.database);
	const emails = ['repository@example.org', 'mallory@example.org', 'ada@example.org'];
	for (const email of emails) await accounts.addUser(act, { email, passwordHash: null, active: true });
	await records.addNotifySender(act, { userId: 1, rules });
	await records.addNotifySender(act, {
		userId: 2,
		rules: { ...rules, origins: ['https://mallory.example'], actors: [] },
	});
	const bodies = createBodyReading({ maxLinksPerEvent: 10, maxBodyBytes: 2 ** 20 });
	const inbox = createInbox({ records, accounts, bodies, work: createRecordsWork(records), now: () => act.now });
	const send = ({ account, address, notification }: Sent) => {
		const of = account === undefined ? undefined : { userId: account, email: emails[account - 1] ?? '', roles: [] };
		const text = typeof notification === 'string' ? notification : JSON.stringify(notification);
		return inbox.receiveNotification(Buffer.from(text), { account: of, address }, settings);
	};
	await send({ account: 1, address: home, notification: { ...announcement, id: 'urn:uuid:victim' } });
	const refusals = ['forbidden', 'bad-request', 'malformed-json', 'invalid-links', 'invalid-body'];
	const states = async () => (await records.events({ limit: 99 })).map(({ state }) => state);
	const property = fc.asyncProperty(fc.oneof(forged, undoing, unusable), async (sent) => {
		// What an earlier case has left is no failure of this one, so that the smallest input is found.
		const before = await states();
		try {
			assert.equal((await send(sent)).outcome, 'nothing');
		} catch (error) {
			if (!(error instanceof BrokerError) || !refusals.includes(error.code)) throw error;
		}
		assert.deepEqual(await states(), before);
	});
	return {
		boundaries: [{ name: 'notifications', share: 8, property: property as fc.IRawProperty<unknown> }],
		close: opened.close,
	};
}
