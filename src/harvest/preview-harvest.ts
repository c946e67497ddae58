// Asks a service for the first page of a harvest, and stores nothing: what it holds, and how long
// the whole would take.
import type { HarvestPreview } from '../broker/harvests.ts';
import type { Clock } from '../clock.ts';
import { BrokerError, isOutage } from '../errors.ts';
import type { HarvestTask } from '../store/harvests.ts';
import type { HarvesterNeeds, HarvestListener } from './harvester.ts';
import {
	type Answer,
	createPoliteRequests,
	type PoliteRequests,
	Refusal,
	type RequestOptions,
} from './polite-requests.ts';
import type { Asked, HarvestService, Position } from './service.ts';

/** Bounds a page that somebody waits for, in milliseconds and bytes. */
export const whileSomebodyWaits = { tries: 1, timeoutMilliseconds: 30_000, maxBytes: 64 * 2 ** 20 };

/** How a request is bounded. */
export type RequestBounds = Pick<RequestOptions, 'tries' | 'timeoutMilliseconds' | 'maxBytes'>;

/** Creates requests to the service of a task. */
export function requestsTo(
	{ address, pauseMilliseconds }: HarvestService,
	task: HarvestTask,
	{ agent, clock, fetch }: Pick<HarvesterNeeds, 'agent' | 'clock' | 'fetch'>,
	{ signal, onWait, ...bounds }: Pick<HarvestListener, 'signal' | 'onWait'> & RequestBounds,
): PoliteRequests {
	const given = task.address ?? address ?? '';
	const place = given.endsWith('/') ? given.slice(0, -1) : given;
	return createPoliteRequests({ address: place, agent, pauseMilliseconds, clock, fetch, signal, onWait, ...bounds });
}

/** Returns how the pages of a task are translated. */
export function pageReading({ dialect }: HarvestService, { provider }: HarvestTask, clock: Clock) {
	return {
		from: dialect,
		supplied: {},
		...(provider !== null && { provider }),
		date: new Date(clock.now()).toISOString().slice(0, 10),
		// What one record says wrongly must not keep all others away, again and again.
		skipInvalid: true,
		// The records of one answer are bounded each.
		isStream: true,
	};
}

type PreviewNeeds = Pick<HarvesterNeeds, 'clock' | 'limits' | 'previewPage'>;

/**
 * Previews a harvest. Fails with `harvest-failed`, and the name of the service, where it does not
 * answer as it should.
 */
export async function previewHarvest(
	service: HarvestService,
	task: HarvestTask,
	asked: Asked,
	requests: PoliteRequests,
	{ clock, limits, previewPage }: PreviewNeeds,
): Promise<HarvestPreview> {
	const place = task.address ?? service.address ?? '';
	const position = await service.first(asked);
	if (position === null) {
		const notes = ['Nothing to request: no stored work matches.'];
		return { address: place, total: null, records: 0, page: undefined, pageSeconds: null, estimate: null, notes };
	}
	try {
		const began = clock.elapsed();
		const { request, answer, at, notes } = await firstPage(service, asked, position, requests);
		const { total, records: ofPage, next, note } = await service.read(answer.document, asked, at);
		const page = await previewPage(service.name, answer.bytes, pageReading(service, task, clock), limits);
		const pageSeconds = (clock.elapsed() - began) / 1_000;
		// Of a window with too much in it, only the answer itself says how long a page is.
		const records = ofPage.length || (page?.translation.records ?? 0);
		return {
			address: `${place}${request.path}?${new URLSearchParams(request.query)}`,
			...{ total, records, page, pageSeconds },
			estimate: estimated({ total, records, isLast: next === null, pageSeconds }, service),
			notes: note === undefined ? notes : [...notes, note],
		};
	} catch (error) {
		if (isOutage(error) || !(error instanceof BrokerError)) throw error;
		const message = `The first page of ${service.name} could not be read: ${error.message}`;
		throw new BrokerError('harvest-failed', message);
	}
}

type FirstPage = { request: ReturnType<HarvestService['request']>; answer: Answer; at: Position; notes: string[] };

/** Asks for the first page, or for what a run would ask for instead where the service refuses that. */
async function firstPage(
	service: HarvestService,
	asked: Asked,
	position: Position,
	requests: PoliteRequests,
): Promise<FirstPage> {
	const ask = async (at: Position, notes: string[]): Promise<FirstPage> => {
		const request = service.request(asked, at);
		return { request, answer: await requests.get(request), at, notes };
	};
	try {
		return await ask(position, []);
	} catch (error) {
		const other = error instanceof Refusal ? service.afterRefusal?.(position, asked) : undefined;
		if (other === undefined) throw error;
		return ask(other.position, [other.note]);
	}
}

/** Counts the pages of a whole run, and the least time that they take; null: nobody knows how many. */
function estimated(
	{
		total,
		records,
		isLast,
		pageSeconds,
	}: { total: number | null; records: number; isLast: boolean; pageSeconds: number },
	{ pauseMilliseconds }: HarvestService,
): HarvestPreview['estimate'] {
	if (!isLast && (total === null || records === 0)) return null;
	const pages = isLast ? 1 : Math.ceil((total ?? 0) / records);
	return { pages, seconds: Math.ceil(pages * Math.max(pageSeconds, pauseMilliseconds / 1_000)) };
}
