// Describes works that no link describes: asks registries for them list by list, stores the answers
// as events, and remembers what was asked. A pass goes through all works; it continues where it was
// interrupted, in any process.

import {
	findUndescribed,
	firstPosition,
	type UndescribedPosition,
	type UndescribedWork,
} from '../../broker/find-undescribed.ts';
import { keepRenewing } from '../../broker/keep-renewing.ts';
import { BrokerError } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Actor } from '../../store/audit.ts';
import type { LoadOfEvent } from '../../store/loads.ts';
import { type LookUpPass, noPass } from '../../store/look-ups.ts';
import type { HarvesterNeeds } from '../harvester.ts';
import { createPoliteRequests, GoOnLater, type PoliteRequests } from '../polite-requests.ts';
import { askList, isOfService, listsOf } from './ask-list.ts';
import { createPrefixes, type Prefixes } from './learned-prefixes.ts';
import type { Credentials, LookUpService } from './look-up-service.ts';
import { lookUpServiceNamed, lookUpServices } from './look-up-services.ts';
import { type AskedIdentifier, planOf, type WorkPlan } from './plan-look-ups.ts';
import { storeDescriptions } from './store-descriptions.ts';

/** Which registries to ask, and for how much. */
export type DescribeOrder = {
	/** The names of registries; null: all that can be asked. */
	services: readonly string[] | null;
	/** Addresses of registries by name, where they are not the usual ones. */
	addresses: Readonly<Record<string, string>>;
	/** How many works to ask for at most; null: all. */
	limit: number | null;
};

/** What became of the identifiers that a registry was asked for. */
export type ServiceCounts = {
	service: string;
	/** Identifiers that it was asked for, those that it described, and those that it does not know. */
	asked: number;
	described: number;
	unknown: number;
	/** Records of works that nobody asked for. */
	others: number;
	events: number;
	/** Why it is asked no more in this run; null: it answers. */
	problem: string | null;
};

/**
 * How a run ended: after all works, after `limit` works, when it was stopped, or when no registry
 * answered.
 */
export type DescribeOutcome = 'complete' | 'limit' | 'stopped' | 'unanswered';

export type DescribeSummary = {
	outcome: DescribeOutcome;
	/** Works that were asked for, and those that have a title now. */
	works: number;
	described: number;
	services: readonly ServiceCounts[];
};

/** What a run would ask first. */
export type DescribePreview = {
	works: readonly { cited: number; identifier: { scheme: string; value: string }; service: string }[];
	services: readonly { service: string; identifiers: number; address: string }[];
};

export type DescribeListener = {
	/** Called after each list with what was done so far; `links`: how many the list brought. */
	onProgress(summary: Omit<DescribeSummary, 'outcome'>, links: number): void;
	/** Called with the reason where a registry is waited for. */
	onWait(words: string): void;
	signal: AbortSignal;
};

/** What asks registries; descriptions go the way of harvested links. */
export type DescriberNeeds = Omit<HarvesterNeeds, 'knownDois'> & {
	index: Pick<SearchIndex, 'findWorks' | 'countLinks'>;
};

export type Describer = ReturnType<typeof createDescriber>;

// Works are asked for in stretches, so that the most cited ones are described by all registries first.
const worksAtOnce = 500;
const restMilliseconds = 3_600_000;

/** Creates what asks registries. */
export function createDescriber(needs: DescriberNeeds) {
	const { records, clock, worker, leaseMilliseconds } = needs;
	const claim = () => ({ worker, now: clock.now(), until: clock.now() + leaseMilliseconds });
	const runClaimed = async (by: Actor, pass: LookUpPass, order: DescribeOrder, listener: DescribeListener) => {
		const renewing = keepRenewing(clock, leaseMilliseconds, async () => {
			return (await records.claimLookUps(claim())) !== undefined;
		});
		try {
			return await run({
				by,
				pass,
				order,
				listener,
				needs,
				services: openServices(order, needs, listener),
				prefixes: createPrefixes(),
				load: { kind: 'harvest', name: 'describe', first: null },
			});
		} finally {
			await renewing.end();
			await records.releaseLookUps(worker);
		}
	};
	return {
		/**
		 * Asks registries for works until the pass ends, or `limit` works were asked for. Fails with
		 * `conflict` where another process does, and with `bad-usage` or `bad-setting` as an order needs.
		 */
		async describeWorks(by: Actor, order: DescribeOrder, listener: DescribeListener): Promise<DescribeSummary> {
			openServices(order, needs, listener);
			const pass = await records.claimLookUps(claim());
			if (pass !== undefined) return runClaimed(by, pass, order, listener);
			throw new BrokerError('conflict', 'Another process is already asking registries for descriptions.');
		},
		/** Does so where a pass is due that begins so often; undefined where none is. */
		async describeDue(everyMilliseconds: number, listener: DescribeListener): Promise<DescribeSummary | undefined> {
			if (!isDue(await records.lookUpPass(), everyMilliseconds, clock.now())) return undefined;
			const pass = await records.claimLookUps(claim());
			if (pass === undefined) return undefined;
			const by = { who: 'describe', address: null };
			return runClaimed(by, pass, { services: null, addresses: {}, limit: null }, listener);
		},
		/** Finds what would be asked first, and asks nothing. */
		async previewDescribe(order: DescribeOrder, listener: DescribeListener): Promise<DescribePreview> {
			const services = openServices(order, needs, listener);
			let position: UndescribedPosition | null = firstPosition;
			let plans: WorkPlan[] = [];
			while (position !== null && plans.length === 0 && !listener.signal.aborted) {
				const step = await findUndescribed(needs, position, listener.signal);
				plans = await plansFor(step.works, services, needs);
				position = step.next;
			}
			return previewOf(plans.slice(0, order.limit ?? worksAtOnce), services);
		},
	};
}

function isDue({ position, completedAt, notBefore }: LookUpPass, everyMilliseconds: number, now: number): boolean {
	if (notBefore !== null && now < notBefore) return false;
	return position !== null || completedAt === null || now - completedAt >= everyMilliseconds;
}

/** A registry that is asked in a run. */
type OpenService = LookUpService & {
	place: string;
	asking: Credentials;
	requests: PoliteRequests;
	counts: ServiceCounts;
	/** The earliest time for the next request, where it asked for a long pause. */
	notBefore: number | null;
};

/** Opens the registries of an order; fails where one that was asked for by name lacks a setting. */
function openServices(order: DescribeOrder, needs: DescriberNeeds, listener: DescribeListener): OpenService[] {
	const { contact, secretOf, agent, clock, fetch } = needs;
	for (const name of Object.keys(order.addresses)) lookUpServiceNamed(name);
	const chosen = order.services?.map(lookUpServiceNamed) ?? lookUpServices;
	return lookUpServices
		.filter((service) => chosen.includes(service))
		.flatMap((service) => {
			const secret = service.secret === null ? null : secretOf(service.secret.variable);
			if (service.needsContact && contact === null) {
				throw new BrokerError('bad-setting', `${service.title} needs CONTACT_EMAIL to be set to your email address.`);
			}
			if (service.secret?.isNeeded && secret === null) {
				if (order.services === null) return [];
				const { variable, from } = service.secret;
				throw new BrokerError('bad-setting', `${service.title} needs ${variable} to be set: ${from}.`);
			}
			const place = order.addresses[service.name] ?? service.address;
			const { pauseMilliseconds } = service;
			const { signal, onWait } = listener;
			const requests = createPoliteRequests({ address: place, agent, pauseMilliseconds, clock, fetch, signal, onWait });
			const counts = { service: service.name, asked: 0, described: 0, unknown: 0, others: 0, events: 0, problem: null };
			return [{ ...service, place, requests, asking: { contact, secret }, counts, notBefore: null }];
		});
}

async function plansFor(
	works: readonly UndescribedWork[],
	services: readonly LookUpService[],
	{ records, clock }: DescriberNeeds,
): Promise<WorkPlan[]> {
	const known = await records.lookUps(works.flatMap(({ identifiers }) => identifiers.map(({ id }) => id)));
	return planOf(works, services, known, clock.now());
}

type Run = {
	by: Actor;
	pass: LookUpPass;
	order: DescribeOrder;
	listener: DescribeListener;
	needs: DescriberNeeds;
	services: OpenService[];
	prefixes: Prefixes;
	/** The load of what it stores. */
	load: LoadOfEvent;
};

type Progress = { works: number; described: number };

async function run({ pass, ...run }: Run): Promise<DescribeSummary> {
	const { order, listener, needs, services } = run;
	const progress: Progress = { works: 0, described: 0 };
	const summary = (outcome: DescribeOutcome): DescribeSummary => ({
		...{ outcome, ...progress },
		services: services.map(({ counts }) => counts),
	});
	const note = async (state: LookUpPass) => {
		if (await needs.records.notePass(needs.worker, state)) return;
		throw new BrokerError('conflict', 'Another process has taken over asking the registries.');
	};
	let position = (pass.position ?? firstPosition) as UndescribedPosition;
	for (;;) {
		const step = await findUndescribed(needs, position, listener.signal);
		const plans = await plansFor(step.works, services, needs);
		for (let begin = 0; begin < plans.length; begin += worksAtOnce) {
			const left = (order.limit ?? Number.POSITIVE_INFINITY) - progress.works;
			if (left <= 0) return summary('limit');
			await askAbout(plans.slice(begin, begin + Math.min(worksAtOnce, left)), progress, run);
			if (listener.signal.aborted) return summary('stopped');
			if (services.every(({ counts }) => counts.problem !== null)) {
				await note({ ...pass, position, notBefore: earliest(services) ?? needs.clock.now() + restMilliseconds });
				return summary('unanswered');
			}
		}
		if (listener.signal.aborted) return summary('stopped');
		if (step.next === null) {
			await note({ ...noPass, completedAt: needs.clock.now() });
			return summary('complete');
		}
		position = step.next;
		await note({ ...pass, position, notBefore: null });
	}
}

function earliest(services: readonly OpenService[]): number | null {
	const times = services.flatMap(({ notBefore }) => notBefore ?? []);
	return times.sort((one, other) => one - other)[0] ?? null;
}

/** Asks one registry after the other about works; what one has described, the next is not asked for. */
async function askAbout(plans: readonly WorkPlan[], progress: Progress, run: Omit<Run, 'pass'>): Promise<void> {
	const described = new Set<WorkPlan>();
	const touched = new Set<WorkPlan>();
	for (const service of run.services) {
		const wanted = plans
			.filter((plan) => !described.has(plan))
			.flatMap((plan) => (plan.asked.get(service.name) ?? []).map((identifier) => ({ ...identifier, plan })))
			.filter((identifier) => !run.prefixes.isOfOthers(service, identifier));
		for (const list of listsOf(service, wanted, service.asking)) {
			if (run.listener.signal.aborted || service.counts.problem !== null) break;
			const found = await askOne(service, list, run);
			if (found === undefined) break;
			for (const { plan } of list) touched.add(plan);
			for (const { plan } of found.described) described.add(plan);
			run.prefixes.note(service, found.described);
			const now = { works: progress.works + touched.size, described: progress.described + described.size };
			run.listener.onProgress({ ...now, services: run.services.map(({ counts }) => counts) }, found.described.size);
		}
	}
	progress.works += touched.size;
	progress.described += described.size;
}

type Wanted = AskedIdentifier & { plan: WorkPlan };

/** Asks for one list, stores what comes, and remembers that; undefined where the registry fails. */
async function askOne(service: OpenService, list: readonly Wanted[], { by, needs, load }: Omit<Run, 'pass'>) {
	const { counts, name } = service;
	try {
		const { answered, others } = await askList(service, list, service.asking, service.requests);
		const day = new Date(needs.clock.now()).toISOString().slice(0, 10);
		const file = `describe, ${name}`;
		const stored = await storeDescriptions(
			service,
			answered,
			{ file, day },
			{ ...needs, steps: needs.steps(by, load) },
		);
		const known = new Set(answered.map(({ asked }) => asked));
		await needs.records.keepLookUps(
			list.map((one) => ({
				...{ identifier: one.id, service: name, askedAt: needs.clock.now(), isFound: known.has(one) },
			})),
		);
		counts.asked += list.length;
		counts.described += stored.described.size;
		counts.unknown += list.length - known.size;
		counts.others += others;
		counts.events += stored.events;
		return stored;
	} catch (error) {
		if (!isOfService(error)) throw error;
		counts.problem = error.message;
		service.notBefore = error instanceof GoOnLater ? error.notBefore : null;
		return undefined;
	}
}

const mostShown = 10;

function previewOf(plans: readonly WorkPlan[], services: readonly OpenService[]): DescribePreview {
	const firsts = plans.flatMap(({ work, asked }) => {
		const service = services.find(({ name }) => asked.has(name));
		const [identifier] = (service && asked.get(service.name)) ?? [];
		if (service === undefined || identifier === undefined) return [];
		const { scheme, value } = identifier;
		return [{ cited: work.cited, identifier: { scheme, value }, service: service.name }];
	});
	return {
		works: firsts.slice(0, mostShown),
		services: services.flatMap((service) => {
			const wanted = plans.flatMap(({ asked }) => asked.get(service.name) ?? []);
			const [list] = listsOf(service, wanted, service.asking);
			if (list === undefined) return [];
			const values = list.map(({ value }) => value);
			const [first = ''] = values;
			const single = list.length === 1 ? service.single?.(first, service.asking) : undefined;
			const { path, query } = single ?? service.list(values, service.asking);
			const address = `${service.place}${path}?${new URLSearchParams(query)}`;
			return [{ service: service.name, identifiers: wanted.length, address }];
		}),
	};
}
