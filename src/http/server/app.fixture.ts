// The interface for tests, with real accounts, and an index and events in memory.
import { type Accounts, createAccounts } from '../../accounts/accounts.ts';
import { createSessions } from '../../accounts/sessions.ts';
import { createAcceptEvent, createStoreEvent, type Submission } from '../../broker/accept-event.ts';
import { brokerOf } from '../../broker/broker.fixture.ts';
import type { ChangesPage } from '../../broker/changes/read-changes.ts';
import { readCitationRule } from '../../broker/counting/count-works.ts';
import { findDefinition } from '../../broker/counting/counting.ts';
import { builtInDefinitions } from '../../broker/counting/definitions.ts';
import { type DumpsInMemory, dumpsInMemory } from '../../broker/dumps/made-dumps.fixture.ts';
import { viewEvents } from '../../broker/event-view.ts';
import type { Health } from '../../broker/health.ts';
import { linksOfPayload } from '../../broker/list-event-links.ts';
import type { CitingRecords } from '../../broker/objects/citing-providers.ts';
import { describeObject } from '../../broker/objects/describe-object.ts';
import { findObjects } from '../../broker/objects/find-objects.ts';
import { lookUpObjects } from '../../broker/objects/look-up-objects.ts';
import { reportWorks } from '../../broker/objects/report-works.ts';
import { createBodyReading } from '../../broker/read-bodies.ts';
import { searchRelationships } from '../../broker/searching/search-relationships.ts';
import type { BrokerStatus, ServicesReport } from '../../broker/status.ts';
import { systemClock } from '../../clock.ts';
import { BrokerError } from '../../errors.ts';
import { loadCardDrawing } from '../../formats/card/draw-card.ts';
import { describeServices } from '../../harvest/describe-services.ts';
import type { EventState, LinkEvent } from '../../links/link-event.ts';
import { searchRelations } from '../../links/relation.ts';
import type { LevelFacets } from '../../ports/search/object-reader.ts';
import { readCursor, writeCursor } from '../../ports/search/position.ts';
import type { SearchFacets } from '../../ports/search/search-reader.ts';
import { readSettings, type Settings } from '../../settings.ts';
import { openTestAccounts } from '../../store/accounts/account-store.fixture.ts';
import type { AccountStore } from '../../store/accounts/account-store.ts';
import type { Audit } from '../../store/audit.ts';
import type { NewEvent } from '../../store/events.ts';
import type { FollowingState } from '../../store/following-state.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import { createMetrics, type Metrics } from '../operations/metrics.ts';
import { readPages } from '../pages/built-pages.ts';
import { type AppNeeds, createApp } from './app.ts';
import { loadsOf } from './loads.fixture.ts';
import type { App } from './steps.ts';

/** One line that was logged. */
export type LoggedLine = { level: string; message: string; [field: string]: unknown };

/** An app, with the parts that tests inspect. */
export type TestApp = {
	app: App;
	/** Its parts. */
	needs: AppNeeds;
	settings: Settings;
	accounts: Accounts;
	dumps: DumpsInMemory;
	audit: Audit;
	metrics: Metrics;
	/** The broker without the replacements of the test. */
	memory: AppNeeds['broker'];
	submissions: Submission[];
	events: Map<string, LinkEvent>;
	logged: LoggedLine[];
	log: AppNeeds['log'];
	/** Moves the time on. */
	pass(milliseconds: number): void;
	/** Creates an account with these roles, unless it exists, and returns a token. */
	token(email: string, ...roles: string[]): Promise<string>;
	close(): Promise<void>;
};

/** The lowest possible cost of a password hash. */
const quickly = { memoryKibibytes: 8, passes: 1, parallelism: 1 };

/** The pages as they are built, read once. */
const builtPages = readPages(new URL('../../../web/dist/', import.meta.url));

let drawing: ReturnType<typeof loadCardDrawing> | undefined;
/** Draws in this thread; the library is loaded with the first card. */
const drawCard: AppNeeds['drawCard'] = async (content) => {
	drawing ??= loadCardDrawing();
	return (await drawing)(content);
};

/** Opens an app. `environment` are settings; `broker` and the rest replace parts. */
export async function openTestApp(
	environment: Readonly<Record<string, string>> = {},
	broker: Partial<AppNeeds['broker']> = {},
	{
		ofProcess = false,
		...more
	}: Partial<Pick<AppNeeds, 'pages' | 'tracer' | 'harvestMaker' | 'subscriptions'>> & { ofProcess?: boolean } = {},
): Promise<TestApp> {
	const settings = readSettings({ PORT: '0', METRICS_TOKEN: metricsToken, ...environment });
	const opened = await openTestAccounts();
	let now = Date.UTC(2026, 0, 31);
	const accounts = createAccounts(opened.store, () => now, { passwordCost: quickly });
	const submissions: TestApp['submissions'] = [];
	const events: TestApp['events'] = new Map();
	const logged: LoggedLine[] = [];
	const memory = brokerInMemory(settings, { submissions, events, users: opened.store, audit: opened.audit });
	const log = logInto(logged);
	const clock = () => now;
	const used = { ...memory, ...broker };
	const version = '1.2.3';
	const metrics = createMetrics({ broker: used, accounts, version, clock, ofProcess });
	const sessions = createSessions(opened.store, accounts, clock);
	const dumps = dumpsInMemory(clock);
	const needs = {
		...{ broker: used, accounts, sessions, dumps, metrics, settings, log, version, clock, now: clock },
		...{ pages: await builtPages, harvestMaker: noHarvests, subscriptions: noSubscriptions, drawCard, ...more },
	};
	return {
		app: createApp(needs),
		needs,
		metrics,
		settings,
		accounts,
		dumps,
		audit: opened.audit,
		memory,
		submissions,
		events,
		logged,
		log,
		pass: (milliseconds) => {
			now += milliseconds;
		},
		async token(email, ...roles) {
			const users = await accounts.listUsers();
			if (!users.some((user) => user.email === email)) await accounts.createUser(by, email, null, true);
			const known = await accounts.listRoles();
			for (const role of roles) {
				if (!known.some(({ name }) => name === role)) await accounts.createRole(by, role);
				await accounts.addRole(by, email, role);
			}
			return accounts.createToken(by, { name: 'test', email, internal: false });
		},
		async close() {
			await accounts.idle();
			await sessions.idle();
			await opened.close();
		},
	};
}

/** Knows all services, and no harvests. */
const noHarvests: AppNeeds['harvestMaker'] = {
	listServices: () => describeServices({ contact: null, secretOf: () => null }),
	preview: () => Promise.reject(new BrokerError('harvest-failed', 'No service answers in this test.')),
	create: () => Promise.reject(new BrokerError('conflict', 'No harvest is made in this test.')),
};

/** Offers no kind of subscription. */
const noSubscriptions = brokerOf<AppNeeds['subscriptions'] & AppNeeds['broker']>({});

/** The METRICS_TOKEN of test apps. */
export const metricsToken = 'token-of-prometheus';

/** Reads the metrics of an app as Prometheus does. */
export async function readMetrics({ app }: Pick<TestApp, 'app'>, path = '/metrics'): Promise<string> {
	return (await app.request(path, { headers: { Authorization: `Bearer ${metricsToken}` } })).text();
}

/** The only known work, with `foundLinks` relationships. */
export const knownId = '10.5281/zenodo.11020';
export const foundLinks = 250;
/** The number of works that every search finds. */
export const foundWorks = 3;

/** Makes the cursor that continues at an item. */
export function cursorAt(item: number): string {
	return writeCursor('newest', { value: item, sortKey: '', relation: 0 });
}

/** An identifier that is ambiguous between two works. */
export const ambiguousId = 'somebody 2014';

/** An event that was just accepted. */
export function newEvent(eventId: string, userId: number | null): LinkEvent {
	return {
		sequence: 1,
		eventId,
		loadId: eventId,
		action: 'assert',
		state: 'New',
		noindex: false,
		indexed: false,
		userId,
		links: 1,
		refused: 0,
		fileName: null,
		sourceAddress: null,
		createdAt: Date.UTC(2026, 0, 31, 12),
		startedAt: null,
		finishedAt: null,
		dueAt: null,
		attempts: 0,
		counts: null,
		error: null,
		withdrawn: null,
	};
}

function brokerInMemory(
	{ maxLinksPerEvent }: Settings,
	{
		submissions,
		events,
		users,
		audit,
	}: Pick<TestApp, 'submissions' | 'events' | 'audit'> & { users: Pick<AccountStore, 'emails'> },
): AppNeeds['broker'] {
	const payloads: Uint8Array[] = [];
	const store = async (accepted: readonly NewEvent[]) => {
		for (const { eventId, action, userId, links, refused, fileName, payload } of accepted) {
			const sequence = payloads.push(payload);
			events.set(eventId, { ...newEvent(eventId, userId), sequence, action, links, refused, fileName });
		}
		return accepted.map(() => 1);
	};
	const existing = (eventId: string): LinkEvent => {
		const event = events.get(eventId);
		if (event) return event;
		throw new BrokerError('not-found', `There is no event ${eventId}.`);
	};
	const change = (eventId: string, hindering: readonly EventState[], to: Partial<LinkEvent>): void => {
		const event = existing(eventId);
		if (hindering.includes(event.state)) throw new BrokerError('conflict', `The event ${eventId} is ${event.state}.`);
		events.set(eventId, { ...event, ...to });
	};
	const bodies = createBodyReading({ maxLinksPerEvent, maxBodyBytes: 2 ** 20 });
	const accept = createAcceptEvent(bodies.submission, createStoreEvent({ accept: store }, { now: () => 0 }));
	return brokerOf({
		async acceptEvent(submission) {
			const accepted = await accept(submission);
			submissions.push(submission);
			return accepted;
		},
		previewSubmission: bodies.preview,
		findEvent: async (eventId) => (await viewEvents(users, [events.get(eventId) ?? []].flat()))[0],
		async listEvents({ state, load, userId, before = Number.POSITIVE_INFINITY, limit }) {
			const wanted = [...events.values()].filter(
				(event) =>
					(state ?? event.state) === event.state &&
					(load === undefined || events.get(event.loadId)?.sequence === load) &&
					(userId ?? event.userId) === event.userId &&
					event.sequence < before,
			);
			const newestFirst = wanted.sort((one, other) => other.sequence - one.sequence);
			return viewEvents(users, newestFirst.slice(0, limit));
		},
		...loadsOf(events, users),
		listEventLinks: async ({ sequence, ...query }) => linksOfPayload(payloads[sequence - 1] as Uint8Array, query),
		auditEntries: (query) => audit.auditEntries(query),
		async rerunEvents(_, eventIds) {
			const again = [...events.values()].filter(
				({ eventId, state }) => state !== 'Processing' && state !== 'Withdrawn' && eventIds.includes(eventId),
			);
			for (const event of again) events.set(event.eventId, { ...event, state: 'New', error: null });
			return again.length;
		},
		async withdrawEvent(_, { eventId, userId, reason }) {
			if (existing(eventId).state === 'Withdrawn') return;
			const withdrawn = { at: Date.UTC(2026, 0, 31, 13), by: userId, reason };
			change(eventId, ['Processing'], { state: 'Withdrawn', withdrawn });
		},
		restoreEvent: async (_, eventId) =>
			change(eventId, ['New', 'Processing', 'Done', 'Error'], { state: 'New', withdrawn: null }),
		async previewWithdrawal(eventId) {
			change(eventId, ['Processing'], {});
			return {
				relationships: 12,
				identifiers: 3,
				splitGroups: 1,
				changedWorks: 1,
				works: [{ ID: knownId, IDScheme: 'doi' }],
			};
		},
		definitions: () => builtInDefinitions,
		definition: (name) => findDefinition(builtInDefinitions, name),
		citationRule: (asked, only) => readCitationRule(builtInDefinitions, asked, only),
		searchRelationships: (query, options) =>
			searchRelationships({ index: indexInMemory as SearchIndex, definitions: builtInDefinitions }, query, options),
		describeObject: (question, options) =>
			describeObject({ index: indexInMemory as SearchIndex, records }, question, options),
		compareDefinitions: (question, options) =>
			describeObject({ index: indexInMemory as SearchIndex, records }, question, {
				...{ ...options, facets: false, definitions: builtInDefinitions },
			}),
		findObjects: (query, options) => findObjects(indexInMemory as SearchIndex, query, options),
		listWorks: async ({ after, upTo }) =>
			[17, 60_000]
				.filter((group) => group > after && group <= upTo)
				.map((group) => ({ group, identifiers: source.identifiers })),
		lastWork: async () => 60_000,
		lookUpObjects: (inputs, options) => lookUpObjects(indexInMemory as SearchIndex, inputs, options),
		selectWorks: async () => ({ inputs: [], cursor: null, cursors: [] }),
		reportWorks: (inputs, options) => {
			const stores = { index: indexInMemory as SearchIndex, records: withoutCitations, clock: systemClock };
			return reportWorks(stores, inputs, options);
		},
		searchState: async () => undefined,
		explainWhy: async ({ id }) => {
			throw new BrokerError('not-found', `Unknown identifier: ${id}.`);
		},
		readChanges: async () => noChanges,
		readNewestChanges: async () => noChanges,
		getSources: async () => ({ counted: undefined, isCurrent: false, isEmpty: true, lastAppliedAt: null }),
		listHarvests: async () => [],
		listNotifications: async () => [],
		orderHarvest: async () => undefined,
		changeHarvest: async (_, number) => {
			throw new BrokerError('not-found', `There is no harvest ${number}.`);
		},
		status: async () => quietStatus,
		followingState: async () => nothingFollowed,
		services: async () => quietServices,
		health: async () => allWell,
		needsRestart: async () => null,
	});
}

const noChanges: ChangesPage = {
	...{ changes: [], next: 'log-0', isEnd: true, newest: 0, readUpTo: 0 },
	cursorBefore: (number) => `log-${number - 1}`,
};

/** The health of a broker without failures. */
export const allWell: Health = {
	submissions: [],
	searches: [],
	dependencies: { database: null, search: null, disk: null },
	overdue: [],
	figures: {
		oldestEventSeconds: 0,
		oldestChangeSeconds: 0,
		oldestMessageSeconds: 0,
		diskFreeBytes: { database: null, 'search index': null },
	},
};

/** The status of an idle broker. */
export const quietStatus: BrokerStatus = {
	events: { New: 0, Processing: 0, Done: 0, Error: 0, Withdrawn: 0 },
	oldestEventAt: null,
	waitingEntries: 0,
	oldestEntryAt: null,
	objects: 0,
	links: 0,
	rebuild: null,
	recordBytes: null,
	indexBytes: null,
};

/** No subscriptions. */
export const nothingFollowed: FollowingState = {
	subscriptions: { unconfirmed: 0, active: 0, paused: 0, disabled: 0 },
	mostEntries: 0,
};

/** Services without data. */
export const quietServices: ServicesReport = { records: undefined, index: undefined };

type SearchIndex = Parameters<typeof searchRelationships>[0]['index'];

const linkCounts = { cites: 0, isCitedBy: foundLinks, isSupplementTo: 0, isSupplementedBy: 0, isRelatedTo: 0 };
const nothingCounted: SearchFacets = {
	...{ type: [], publicationYear: [], typeYears: [] },
	...{ linkYear: [], typeLinkYears: [], subType: [] },
};

const source = {
	identifiers: JSON.stringify([{ ID: knownId, IDScheme: 'doi' }]),
	fields: '"Title":"corner.py","Type":{"Name":"software"}',
	versions: '',
};

/** Number 17 is the identifier of the known work, 18 a retired one. */
/** The provider of the links in other tests. */
const withoutCitations: CitingRecords = {
	citationsOf: async () => ({ citations: [], next: null }),
	storedProvenances: async () => [],
	holdingsNames: async () => ({ names: [], acceptedAt: [] }),
};

const records: Pick<Records, 'read'> = {
	read: (work) => {
		const placed = { identity: 1, version: 1, alone: true, description: null, scheme: 'doi' };
		const stored = [
			{ ...placed, id: 17, key: knownId, value: knownId },
			{ ...placed, id: 18, key: '10.1000/retired', value: '10.1000/retired' },
		];
		const identifiers = async (ids: readonly number[]) => stored.filter(({ id }) => ids.includes(id));
		return work({ identifiers } as unknown as Transaction);
	},
};

const indexInMemory: Pick<SearchIndex, 'locate' | 'locateKeys' | 'search' | 'describe' | 'countLinks' | 'findWorks'> = {
	async findWorks({ q, size, cursor, facets }) {
		const isMisspelt = q?.kind === 'phrase' && q.tokens[0] === 'cornre';
		if (isMisspelt)
			return { total: 0, isWhole: true, works: [], doubtfulWords: [{ word: 'cornre', works: 0, near: ['corner'] }] };
		const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
		const end = Math.min(start + size, foundWorks);
		return {
			total: foundWorks,
			isWhole: true,
			works: Array.from({ length: end - start }, (_, at) => ({
				...{ group: start + at + 1, document: source, counts: linkCounts },
			})),
			...(end < foundWorks && { cursor: Buffer.from(String(end)).toString('base64url') }),
			...(facets && {
				facets: {
					type: [['software', foundWorks]],
					publicationYear: [[2014, 2]],
					publisher: [['Zenodo', 1]],
					journal: [],
				},
			}),
		};
	},
	countLinks: async (works) => works.map(() => ({ identity: linkCounts, version: linkCounts })),
	async describe(group, { facets }) {
		const counts = linkCounts;
		const work = { group, document: source, counts, linked: { first: 1_514_764_800, last: 1_514_764_800 } };
		const ofRelations = Object.fromEntries(searchRelations.map((relation) => [relation, nothingCounted]));
		const counted = ofRelations as LevelFacets['identity'];
		return {
			work,
			family: { document: source, counts, members: [work], total: 1 },
			...(facets && { facets: { identity: counted, version: counted } }),
		};
	},
	async locate(identifiers) {
		const known = identifiers.filter(({ scheme, key }) => scheme === 'doi' && key === knownId);
		return known.map((identifier) => ({ ...identifier, identity: 1, version: 1 }));
	},
	async locateKeys(keys) {
		if (!keys.includes(ambiguousId)) return [];
		return [1, 2].map((group) => ({ scheme: `scheme ${group}`, key: ambiguousId, identity: group, version: group }));
	},
	async search({ relation = 'isCitedBy', groupBy, offset, size, cursor, facets }) {
		const start = cursor === undefined ? offset : (readCursor('newest', cursor).value as number);
		const end = Math.min(start + size, foundLinks);
		const history = [
			{ provider: 'Zenodo', date: '2018-01-01', instant: 1_514_764_800, end: 1_514_851_199, subTypes: ['Cites'] },
		];
		const items = Array.from({ length: Math.max(0, end - start) }, (_, at) => {
			const identifiers = JSON.stringify([{ ID: `10.1000/${start + at}`, IDScheme: 'doi' }]);
			const fields = '"Title":"É \\"quoted\\"","Type":{"Name":"literature"},"PublicationDate":"2016-05"';
			const via = { total: 1, links: [{ source: source.identifiers, target: identifiers, history }] };
			return {
				relation,
				flags: [],
				object: { identifiers, fields, versions: '' },
				group: 2 + start + at,
				history,
				...(groupBy === 'version' && { via }),
			};
		});
		const counted = {
			type: [['literature', foundLinks]],
			publicationYear: [[2016, foundLinks]],
			typeYears: [['literature', 2016, foundLinks]],
			linkYear: [[2018, foundLinks]],
			typeLinkYears: [['literature', 2018, foundLinks]],
			subType: [['IsCitedBy', foundLinks]],
			...(groupBy === 'version' && { via: [[source.identifiers, foundLinks]] }),
		} satisfies SearchFacets;
		return {
			source,
			total: foundLinks,
			items,
			...(end < foundLinks && { cursor: cursorAt(end) }),
			...(facets && { facets: counted }),
		};
	},
};

function logInto(lines: LoggedLine[]): AppNeeds['log'] {
	const writer = (level: string) => (fields: object, message: string) => {
		lines.push({ level, message, ...fields });
	};
	return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}

/** A batch of one valid link. */
export const oneLink = JSON.stringify([
	{
		Source: { Identifier: { ID: '10.5281/zenodo.11020', IDScheme: 'doi' }, Type: { Name: 'software' } },
		RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo' },
		Target: { Identifier: { ID: 'https://github.com/dfm/corner.py', IDScheme: 'url' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: 'Zenodo' }],
		LinkPublicationDate: '2018-01-01',
	},
]);

/** A problem in an answer. */
export type ProblemBody = {
	type: string;
	title: string;
	status: number;
	detail: string;
	message: string;
	errors?: { field?: string; pointer?: string; message: string; identifier?: { ID: string; IDScheme: string } }[];
};

/** Reads the problem of an answer. */
export async function problemOf(response: Response): Promise<ProblemBody> {
	return (await response.json()) as ProblemBody;
}
