// Asks a registry for a list of works. A list that it refuses is halved, so that one odd identifier
// keeps no other from being described.
import { BrokerError } from '../../errors.ts';
import type { Identifier } from '../../identifiers/index.ts';
import { type PoliteRequests, Refusal } from '../polite-requests.ts';
import type { ServiceRequest } from '../service.ts';
import type { Credentials, LookUpService } from './look-up-service.ts';
import { type Answered, matchRecords } from './store-descriptions.ts';

/** What came of a list: every identifier of it was asked for, and these are known. */
export type AskedList<Asked extends Identifier> = { answered: Answered<Asked>[]; others: number };

/** The words of a registry that what it was asked for is not written as it expects, or too much. */
const refusesWhatWasAsked: ReadonlySet<number> = new Set([400, 413, 414, 422]);
/** Its words that one work is unknown; of a list they say that its address is wrong. */
const unknown: ReadonlySet<number> = new Set([404, 410]);

/**
 * Returns the records of a list; `others` counts those of works that were not asked for. Fails as
 * the requests do where that has nothing to do with what was asked.
 */
export async function askList<Asked extends Identifier>(
	service: LookUpService,
	asked: readonly Asked[],
	asking: Credentials,
	requests: PoliteRequests,
): Promise<AskedList<Asked>> {
	const [only] = asked as [Asked];
	const single = asked.length === 1 ? service.single?.(only.value, asking) : undefined;
	const values = asked.map(({ value }) => value);
	const answer = await records(service, single ?? service.list(values, asking), requests, single !== undefined);
	if (answer === 'refused') {
		if (asked.length === 1) return { answered: [], others: 0 };
		const middle = Math.ceil(asked.length / 2);
		const first = await askList(service, asked.slice(0, middle), asking, requests);
		const second = await askList(service, asked.slice(middle), asking, requests);
		return { answered: [...first.answered, ...second.answered], others: first.others + second.others };
	}
	// An answer about one work is about that work, also where the registry calls it otherwise.
	const named = single ? answer.map(({ names, record }) => ({ names: [...names, only.value], record })) : answer;
	const answered = matchRecords(service, asked, named);
	return { answered, others: named.length - new Set(answered.map(({ record }) => record)).size };
}

async function records(service: LookUpService, request: ServiceRequest, requests: PoliteRequests, isSingle: boolean) {
	try {
		const { document, bytes } = await requests.get(request);
		return service.records(document, Buffer.from(bytes).toString());
	} catch (error) {
		const status = (error instanceof Refusal && error.status) || 0;
		if (refusesWhatWasAsked.has(status) || (isSingle && unknown.has(status))) return 'refused';
		throw error;
	}
}

/** Divides identifiers into lists that one request may name. */
export function listsOf<Asked extends Identifier>(
	{ listSize, single }: LookUpService,
	asked: readonly Asked[],
	asking: Credentials,
): Asked[][] {
	const lists: Asked[][] = [];
	let open: Asked[] = [];
	for (const one of asked) {
		if (single?.(one.value, asking) !== undefined) {
			lists.push([one]);
			continue;
		}
		if (open.length === 0) lists.push(open);
		open.push(one);
		if (open.length === listSize) open = [];
	}
	return lists;
}

const faults: ReadonlySet<string> = new Set(['harvest-failed', 'bad-file', 'malformed-json', 'invalid-links']);

/** Whether a failure is one of the registry or its answer, after which others may still answer. */
export function isOfService(error: unknown): error is BrokerError {
	return error instanceof BrokerError && faults.has(error.code);
}
