// Handing everything over to another broker, there and back: the file, what it holds, what becomes
// of it, and what is refused.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { startEventWorker } from '../app/workers/event-worker.ts';
import { systemClock } from '../clock.ts';
import { openTestPostgresRecords, skipPostgres } from '../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../errors.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import { openAccountStore } from '../store/accounts/account-store.ts';
import { asAssertion } from '../store/events.ts';
import type { Id } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import { act, by } from '../store/suite/audit.fixture.ts';
import type { GivenEvent } from './counting.model.ts';
import { exportEvents } from './export-events.ts';
import { type ExportLine, readExportLine, writeExportLine } from './export-lines.ts';
import { events, inWorld, liesIn } from './graph.arbitrary.ts';
import { given, readGraph, receive } from './graph.fixture.ts';
import { importEvents } from './import-events.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;

type Opened = { records: Records; accounts: AccountStore; close(): Promise<void> };

async function openStores(open: typeof openTestRecords | typeof openTestPostgresRecords): Promise<Opened> {
	const { records, database, close } = await open();
	return { records, accounts: openAccountStore(database), close };
}

let folder: string;
before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-broker-export-'));
});
after(() => rm(folder, { recursive: true }));

let files = 0;

async function fileOf(content: string | Uint8Array): Promise<string> {
	const path = join(folder, `export-${++files}.jsonl`);
	await writeFile(path, content);
	return path;
}

async function exported(stores: Opened, withAccounts = false, since?: number): Promise<string[]> {
	const lines: string[] = [];
	const options = { withAccounts, since, onProgress: () => undefined };
	await exportEvents(stores, act, options, async (line) => void lines.push(line));
	return lines;
}

const imported = async (stores: Opened, content: string | Uint8Array, update = false) =>
	importEvents(stores, act, await fileOf(content), { update, onProgress: () => undefined });

const asFile = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

function accept(stores: Opened, eventId: string, userId: Id | null = null, payload = '[]'): Promise<Id[]> {
	const body = Buffer.from(payload);
	const counts = { links: 1, refused: 0 };
	return stores.records.accept([
		{
			...asAssertion,
			...{ eventId, payload: body, ...counts, providers: [], noindex: false, userId, submittedBy: by, now: noon },
		},
	]);
}

const noneOf = { events: 0, users: 0, roles: 0, tokens: 0, subscriptions: 0, senders: 0 };
const nothingNew = { added: noneOf, known: noneOf, updated: noneOf, newSubmitters: 0 };

describe('a line of an export', () => {
	const event = {
		action: 'assert',
		takesAll: false,
		replaces: null,
		fileName: null,
		set: null,
		withdrawn: null,
		eventId: 'one',
		payload: Buffer.from('[]'),
		links: 3,
		refused: 2,
		noindex: true,
		searchable: false,
		submitter: 'ada@example.org',
		state: 'Done',
		createdAt: noon,
		failure: null,
	} as const;
	const readBack = (line: ExportLine) => readExportLine(writeExportLine(line), 'the line');
	const payloadBack = (payload: Uint8Array) => {
		const line = readBack({ kind: 'event', event: { ...event, payload } });
		assert.ok(line.kind === 'event');
		return Buffer.from(line.event.payload);
	};

	it('keeps the load of an event, and writes none where it is a load by itself', () => {
		for (const ofLoad of [
			{ id: 'one', kind: 'harvest' as const, name: 'datacite' },
			{ id: 'two', kind: null, name: null },
		]) {
			const line = readBack({ kind: 'event', event: { ...event, ofLoad } });
			assert.ok(line.kind === 'event');
			assert.deepEqual(line.event.ofLoad, ofLoad);
		}
		assert.equal('load' in JSON.parse(writeExportLine({ kind: 'event', event })), false);
	});

	it('shows a payload that is text as text', () => {
		const payload = Buffer.from('[{"Title":"é"}]');
		assert.equal(
			JSON.parse(writeExportLine({ kind: 'event', event: { ...event, payload } })).payload,
			'[{"Title":"é"}]',
		);
	});

	it('gives any bytes back', () =>
		fc.assert(
			fc.property(
				fc.oneof(
					fc.uint8Array(),
					fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
				),
				(payload) => {
					assert.ok(payloadBack(payload).equals(payload));
				},
			),
		));

	it('gives a byte order mark, line ends and halves of characters back', () => {
		for (const payload of ['\ufeff[]', '[\r\n]\u2028\n', Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0xc3])]) {
			assert.ok(payloadBack(Buffer.from(payload)).equals(Buffer.from(payload)));
		}
	});

	it('packs a payload that is too long for text', () => {
		const payload = Buffer.alloc(70_000_000, '{"Source":1},');
		assert.ok(payloadBack(payload).equals(payload));
		assert.ok(writeExportLine({ kind: 'event', event: { ...event, payload } }).length < 1_000_000);
	});

	it('is one line, whatever the payload holds', () => {
		const payload = Buffer.from('[\n\r\n]');
		assert.doesNotMatch(writeExportLine({ kind: 'event', event: { ...event, payload } }), /\n|\r/);
	});

	it('has an event in Error with its error', () => {
		const failure = { reason: 'é', attempts: 5, startedAt: null, finishedAt: noon + 1 };
		const line: ExportLine = { kind: 'event', event: { ...event, state: 'Error', submitter: null, failure } };
		assert.deepEqual(readBack(line), line);
	});

	it('has the action of an event, what it replaces, the name of its file, and why it was withdrawn', () => {
		const source = { scheme: 'doi', value: '10.1234/A', key: '10.1234/a' };
		const line: ExportLine = {
			kind: 'event',
			event: {
				...event,
				action: 'replace',
				takesAll: true,
				replaces: [{ source, provider: 'Zenodo' }],
				fileName: 'feed of today.jsonl',
				state: 'Withdrawn',
				withdrawn: { at: noon + 1, by: 'ada@example.org', reason: 'Of yesterday' },
			},
		};
		assert.deepEqual(readBack(line), line);
		const nothing: ExportLine = { kind: 'event', event: { ...line.event, replaces: [] } };
		assert.deepEqual(readBack(nothing), nothing);
	});

	it('of a version whose events only asserted is read as one of an event that asserts', () => {
		const { action, takes_all, replaces, file_name, withdrawn, ...earlier } = JSON.parse(
			writeExportLine({ kind: 'event', event }),
		);
		assert.deepEqual(readExportLine(JSON.stringify(earlier), 'the line'), { kind: 'event', event });
	});

	it('of a version that refused no single links is read as one that refused none', () => {
		const line = writeExportLine({ kind: 'event', event: { ...event, payload: Buffer.from('[]') } });
		const earlier = readExportLine(line.replace('"refused":2,', ''), 'the line');
		assert.deepEqual(earlier.kind === 'event' && [earlier.event.refused, earlier.event.links], [0, 3]);
	});

	it('of a version whose tokens had no scopes is read with all scopes', () => {
		const times = { createdAt: noon, lastUsedAt: null, expiresAt: null, revokedAt: null };
		const token = { hash: 'h', email: 'a@example.org', name: 'n', internal: false, ...times };
		const line = writeExportLine({ kind: 'token', token: { ...token, scopes: ['read'] } });
		const earlier = readExportLine(line.replace('"scopes":["read"],', ''), 'the line');
		assert.deepEqual(earlier.kind === 'token' && earlier.token.scopes, [
			'submit',
			'withdraw',
			'read',
			'subscribe',
			'notify',
		]);
	});

	it('has users, roles, tokens and the end', () => {
		const lines: ExportLine[] = [
			{
				kind: 'user',
				user: { email: 'É@example.org', passwordHash: null, active: false, createdAt: noon, roles: ['a'] },
			},
			{ kind: 'role', role: { name: 'a', createdAt: noon } },
			{
				kind: 'token',
				token: {
					hash: 'h',
					email: 'a@example.org',
					name: 'n',
					internal: true,
					scopes: ['read'],
					createdAt: noon,
					lastUsedAt: null,
					expiresAt: noon + 1,
					revokedAt: null,
				},
			},
			{ kind: 'end', counts: { events: 1, users: 2, roles: 3, tokens: 4, subscriptions: 0, senders: 0 } },
		];
		for (const line of lines) assert.deepEqual(readBack(line), line);
	});

	const good = JSON.parse(writeExportLine({ kind: 'event', event })) as Record<string, unknown>;
	const wrong: Record<string, [text: string, says: RegExp]> = {
		'no JSON': ['{"event_id": ', /^the line cannot be read/],
		'a link': ['{"Source": {}}', /neither event, user, role, token, subscription, sender nor end/],
		'a number': ['1', /neither event/],
		'an event with a field too many': [JSON.stringify({ ...good, extra: 1 }), /extra/],
		'an event without a payload': [JSON.stringify({ ...good, payload: undefined }), /payload/],
		'an event in an unknown state': [JSON.stringify({ ...good, status: 'Lost' }), /status/],
		'an event at no time': [JSON.stringify({ ...good, created_at: 'noon' }), /created_at/],
		'a damaged payload': [JSON.stringify({ ...good, encoding: 'zstd+base64', payload: 'AAAA' }), /payload is damaged/],
	};
	for (const [what, [text, says]] of Object.entries(wrong)) {
		it(`that is ${what} is refused, with its place`, () => {
			assert.throws(
				() => readExportLine(text, 'the line'),
				(error) => error instanceof BrokerError && error.code === 'bad-file' && says.test(error.message),
			);
		});
	}
});

describe('an export', () => {
	let from: Opened;
	let to: Opened;
	beforeEach(async () => {
		[from, to] = await Promise.all([openStores(openTestRecords), openStores(openTestRecords)]);
	});
	afterEach(() => Promise.all([from.close(), to.close()]));

	const addUser = async ({ accounts }: Opened, email: string) =>
		(await accounts.addUser(act, { email, passwordHash: 'secret hash', active: true })) as Id;

	it('holds every event in the order of acceptance, with its submitter by email, and how many there are', async () => {
		await accept(from, 'first', await addUser(from, 'ada@example.org'));
		await accept(from, 'second');
		const [first, second, end, ...rest] = (await exported(from)).map((line) => JSON.parse(line));
		assert.deepEqual([first.event_id, first.submitter], ['first', 'ada@example.org']);
		assert.deepEqual([second.event_id, second.submitter], ['second', null]);
		assert.deepEqual(end, { end: { ...noneOf, events: 2 } });
		assert.deepEqual(rest, []);
	});

	it('holds no account unless asked', async () => {
		const user = await addUser(from, 'ada@example.org');
		await from.accounts.addToken(act, { hash: 'h', userId: user, name: 'n', internal: false, expiresAt: null });
		assert.doesNotMatch(asFile(await exported(from)), /secret hash|"h"/);
		assert.match(asFile(await exported(from, true)), /secret hash/);
	});

	it('reports its progress', async () => {
		for (const eventId of ['a', 'b']) await accept(from, eventId);
		const seen: { done: number; total: number | null }[] = [];
		const options = { withAccounts: false, onProgress: (progress: (typeof seen)[number]) => void seen.push(progress) };
		await exportEvents(from, act, options, async () => undefined);
		assert.deepEqual(seen, [
			{ done: 1, total: 2 },
			{ done: 2, total: 2 },
		]);
	});

	it('is imported with its accounts, and nothing of it twice', async () => {
		const user = await addUser(from, 'Ada@example.org');
		await from.accounts.addRole({ ...act, now: noon - 1 }, 'nobody has it');
		await from.accounts.addRole(act, 'admin');
		await from.accounts.giveRole(act, user, 'admin');
		await from.accounts.addToken(act, { hash: 'h', userId: user, name: 'n', internal: false, expiresAt: null });
		await accept(from, 'hers', user);
		await addUser(to, 'first@example.org');
		const file = asFile(await exported(from, true));
		const counts = { events: 1, users: 1, roles: 2, tokens: 1, subscriptions: 0, senders: 0 };
		assert.deepEqual(await imported(to, file), { ...nothingNew, added: counts });
		assert.deepEqual(await imported(to, file), { ...nothingNew, known: counts });
		const found = await to.accounts.findToken('h');
		assert.deepEqual(
			[found?.user.email, found?.user.passwordHash, found?.user.roles],
			['Ada@example.org', 'secret hash', ['admin']],
		);
		const [event] = await to.records.events({ limit: 1 });
		assert.equal(event?.userId, found?.user.id);
		assert.notEqual(event?.userId, user);
		assert.deepEqual(
			(await to.accounts.roles()).map(({ name }) => name),
			['admin', 'nobody has it'],
		);
	});

	it('gives submitters who have no account one that is not active, so that events stay theirs', async () => {
		const ada = await addUser(from, 'ada@example.org');
		for (const eventId of ['hers', 'hers too']) await accept(from, eventId, ada);
		await accept(from, 'his', await addUser(from, 'known@example.org'));
		const known = await addUser(to, 'KNOWN@example.org');
		const file = asFile(await exported(from));
		assert.equal((await imported(to, file)).newSubmitters, 1);
		assert.equal((await imported(to, file)).newSubmitters, 0);
		const user = await to.accounts.findUser('ada@example.org');
		assert.deepEqual([user?.active, user?.passwordHash, user?.roles], [false, null, []]);
		const owners = (await to.records.events({ limit: 3 })).map(({ userId }) => userId);
		assert.deepEqual(owners, [known, user?.id, user?.id]);
		const hers = (lines: readonly string[]) => lines.filter((line) => line.includes('hers'));
		assert.deepEqual(hers(await exported(to)), hers(await exported(from)));
	});

	it('is imported from gzip, Zstandard, with empty lines and Windows line ends, without a last line end', async () => {
		await accept(from, 'one');
		const lines = await exported(from);
		const file = asFile(lines);
		for (const content of [gzipSync(file), zstdCompressSync(file), lines.join('\r\n\r\n')]) {
			const { added, known } = await imported(to, content);
			assert.equal(added.events + known.events, 1);
		}
	});

	it('that is not whole is refused after what it holds was imported; the rest comes with a whole one', async () => {
		for (const eventId of ['a', 'b', 'c']) await accept(from, eventId);
		const lines = await exported(from);
		const isBadFile = (says: RegExp) => (error: unknown) =>
			error instanceof BrokerError && error.code === 'bad-file' && says.test(error.message);
		await assert.rejects(imported(to, asFile(lines.slice(0, 1))), isBadFile(/its end is missing/));
		await assert.rejects(imported(to, asFile(lines.toSpliced(1, 1))), isBadFile(/lines are missing/));
		await assert.rejects(imported(to, asFile(lines).slice(0, -5)), isBadFile(/export-\d+\.jsonl:4 cannot be read/));
		const { added, known } = await imported(to, asFile(lines));
		assert.equal(added.events + known.events, 3);
		assert.deepEqual((await to.records.events({ limit: 10 })).map(({ eventId }) => eventId).sort(), ['a', 'b', 'c']);
	});

	it('that is no file is refused', async () => {
		await assert.rejects(
			importEvents(to, act, join(folder, 'nothing'), { onProgress: () => undefined }),
			(error) => error instanceof BrokerError && error.code === 'bad-file',
		);
	});
});

/** Has a worker apply all that waits. */
async function workOff(records: Records): Promise<void> {
	const worker = startEventWorker(records, {
		name: 'import',
		leaseMilliseconds: minute,
		maxAttempts: 1,
		retryMilliseconds: 1,
		pollMilliseconds: minute,
		clock: { ...systemClock, now: () => noon },
		log: { info: () => undefined, warn: (fields) => assert.fail(JSON.stringify(fields)) },
	});
	await worker.idle();
	await worker.stop();
}

/** Makes everything that is applied searchable, as a rebuild of the index does. */
async function makeSearchable(records: Records): Promise<void> {
	const generation = await records.beginRebuild(noon, noon + minute, 1);
	const coverage = await records.snapshot((_, snapshot) => snapshot.coverage());
	await records.finishRebuild(generation, 'built', coverage, async () => undefined);
}

const engines = [
	{ name: 'SQLite', open: openTestRecords, skip: false, numRuns: 40 },
	{ name: 'PostgreSQL', open: openTestPostgresRecords, skip: skipPostgres, numRuns: 20 },
] as const;

for (const { name, open, skip, numRuns } of engines) {
	describe(`a broker on ${name} that takes over an embedded one`, { skip }, () => {
		let from: Opened;
		let to: Opened;
		let worlds = 0;
		before(async () => {
			from = await openStores(openTestRecords);
			to = await openStores(open);
		});
		after(() => Promise.all([from.close(), to.close()]));

		it('ends in the same graph, also of what noindex hides and what a rebuild made searchable since', () =>
			fc.assert(
				fc.asyncProperty(fc.tuple(events, events), async ([some, more]) => {
					const world = ++worlds;
					await receive(from.records, inWorld(some, world, { plain: true }));
					await makeSearchable(from.records);
					await receive(from.records, inWorld(more, world, { plain: true }));
					await imported(to, asFile(await exported(from)));
					await workOff(to.records);
					for (const scope of ['searchable', 'everything'] as const) {
						assert.deepEqual(
							await readGraph(to.records, scope, liesIn(world)),
							await readGraph(from.records, scope, liesIn(world)),
						);
					}
				}),
				{ numRuns },
			));

		it('keeps deleted users of two brokers with the same number apart', async () => {
			for (const version of ['present', 'earlier'] as const) {
				const world = ++worlds;
				const [first, second] = [await openStores(openTestRecords), await openStores(openTestRecords)];
				const target = await openStores(open);
				const [event] = inWorld([{ links: given('A cites B'), noindex: false }], world) as [GivenEvent];
				const addDeleted = async ({ accounts }: Opened, email: string) => {
					await accounts.addUser(act, { email: 'stays@example.org', passwordHash: 'secret hash', active: true });
					const user = (await accounts.addUser(act, { email, passwordHash: 'secret hash', active: true })) as Id;
					await accounts.deleteUser(act, user);
					return user;
				};
				const [one, other] = [await addDeleted(first, 'a@example.org'), await addDeleted(second, 'b@example.org')];
				assert.equal(one, other);
				await receive(first.records, [{ ...event, userId: one }]);
				const both = ['assert', 'withdraw'] as const;
				await receive(
					second.records,
					both.map((action) => ({ ...event, action, userId: other })),
				);
				for (const source of [first, second, first]) {
					const lines = await exported(source, true);
					const file = asFile(lines);
					await imported(target, version === 'present' ? file : file.replaceAll(/@\w+\.deleted/g, '@deleted'));
				}
				await workOff(target.records);
				const deleted = (await target.accounts.users()).filter(({ email }) => email.endsWith('.deleted.invalid'));
				assert.equal(deleted.length, 2);
				const { betweenWorks } = await readGraph(target.records, 'searchable', liesIn(world));
				assert.equal(Object.keys(betweenWorks).length, 1, version);
				await Promise.all([first, second, target].map(({ close }) => close()));
			}
		});

		it('exports the same again', async () => {
			const [source, target] = [await openStores(openTestRecords), await openStores(open)];
			const links = given('A cites B', 'A = C');
			await receive(source.records, inWorld([{ links, noindex: true }], ++worlds));
			await makeSearchable(source.records);
			await receive(
				source.records,
				inWorld(
					[
						{ links, noindex: true },
						{ links, noindex: false },
					],
					worlds,
				),
			);
			const lines = await exported(source);
			await imported(target, asFile(lines));
			await workOff(target.records);
			assert.deepEqual(await exported(target), lines);
			await Promise.all([source.close(), target.close()]);
		});
	});
}
