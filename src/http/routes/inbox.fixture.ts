// The interface with an inbox on real records for tests, notifications for it, and the links of the
// events that they become.
import { randomUUID } from 'node:crypto';
import { createInbox, type InboxNeeds } from '../../broker/notify/inbox.ts';
import { createBodyReading } from '../../broker/read-bodies.ts';
import { createRecordsWork } from '../../broker/records-work.ts';
import type { TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';

/** Opens the app behind a proxy that names the senders. */
export async function openInboxApp(
	{ records }: Pick<TestRecords, 'records'>,
	environment: Readonly<Record<string, string>>,
	onAnnounced?: InboxNeeds['onAnnounced'],
): Promise<TestApp> {
	let accounts: TestApp['accounts'] | undefined;
	const users = async () => (await accounts?.listUsers())?.map((user) => ({ ...user, passwordHash: null })) ?? [];
	const inbox = createInbox({
		...{ records, work: createRecordsWork(records), onAnnounced, now: () => act.now },
		bodies: createBodyReading({ maxLinksPerEvent: 10, maxBodyBytes: 2 ** 20 }),
		accounts: {
			findUser: async (email) => (await users()).find((user) => user.email === email),
			emails: async () => new Map((await users()).map(({ id, email }) => [id, email])),
		},
	});
	const opened = await openTestApp({ TRUSTED_PROXIES: '1', ...environment }, inbox);
	accounts = opened.accounts;
	return opened;
}

/** Makes an announcement that a data set supplements a paper. */
export function announcement(more: object = {}) {
	return {
		...{
			'@context': ['https://www.w3.org/ns/activitystreams', 'https://coar-notify.net'],
			id: `urn:uuid:${randomUUID()}`,
		},
		...{ type: ['Announce', 'coar-notify:RelationshipAction'], published: '2026-01-14T10:00:00Z' },
		actor: { id: 'https://repository.example/staff', name: 'A Repository', type: 'Organization' },
		origin: { id: 'https://repository.example', inbox: 'https://repository.example/inbox', type: 'Service' },
		target: { id: 'https://links.example', inbox: 'https://links.example/inbox', type: 'Service' },
		object: {
			...{ id: 'urn:uuid:74fffb35-6b7d-49f0-9f1a-6c1e1f1b2a3c', type: 'Relationship' },
			...{ 'as:subject': 'https://doi.org/10.5555/data', 'as:object': 'https://doi.org/10.5555/paper' },
			'as:relationship': 'http://purl.org/vocab/frbr/core#supplementOf',
		},
		...more,
	};
}

type Written = Record<'Source' | 'Target', { Identifier: { ID: string }[] }> & {
	RelationshipType: { Name: string; SubType?: string };
	LinkProvider: { Name: string }[];
	LinkPublicationDate: string;
};

/** Lists the links of a payload as `subject relation object, date, provider`. */
export function linksOf(payload: Uint8Array): string[] {
	const written = JSON.parse(Buffer.from(payload).toString()) as Written[];
	return written.map(({ Source, RelationshipType: { Name, SubType }, Target, LinkProvider, LinkPublicationDate }) => {
		const named = SubType === undefined ? Name : `${Name} (${SubType})`;
		const [one, other] = [Source, Target].map(({ Identifier }) => Identifier[0]?.ID);
		return `${one} ${named} ${other}, ${LinkPublicationDate}, ${LinkProvider[0]?.Name}`;
	});
}
