// A thread that answers slow questions one after another, so that the main thread stays free. It
// changes nothing.
import { workerData } from 'node:worker_threads';
import type { WithdrawalPreview } from '../../broker/event-view.ts';
import { type EventLinksQuery, listEventLinks } from '../../broker/list-event-links.ts';
import type { LookUpInput } from '../../broker/objects/look-up-objects.ts';
import { type ReportedInput, type ReportOptions, reportWorks } from '../../broker/objects/report-works.ts';
import { ownAnswers } from '../../broker/searching/own-answers.ts';
import { explainWhy, type Viewer, type Why } from '../../broker/why/explain-why.ts';
import type { WhyQuestion } from '../../broker/why/why-question.ts';
import { previewWithdrawal } from '../../broker/withdrawing/withdraw-event.ts';
import { previewLoadWithdrawal } from '../../broker/withdrawing/withdraw-load.ts';
import { systemClock } from '../../clock.ts';
import type { GroupId } from '../../ports/search/index-content.ts';
import type { DescribeOptions, WorkOverview } from '../../ports/search/object-reader.ts';
import type { AnsweringIndex, SearchIndex } from '../../ports/search/search-index.ts';
import type { SearchRequest, SearchResult } from '../../ports/search/search-reader.ts';
import type { WorksRequest, WorksResult } from '../../ports/search/work-finder.ts';
import type { Settings } from '../../settings.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { openIndex, reopenStores, type Stores } from '../open.ts';
import { lowerPriority } from '../priority.ts';
import { answerParent } from '../thread-calls.ts';

/** A question, and the memory in which the other thread sets 1 once nobody waits. */
export type Asked<Question> = { question: Question; cancelled: Int32Array };

/** What the thread does when it is called; see SearchIndex and explainWhy. */
export type ReaderCalls = {
	search(asked: Asked<SearchRequest>): Promise<SearchResult | undefined>;
	findWorks(asked: Asked<WorksRequest>): Promise<WorksResult>;
	describe(asked: Asked<{ group: GroupId } & DescribeOptions>): Promise<WorkOverview | undefined>;
	explainWhy(asked: Asked<{ question: WhyQuestion; viewer: Viewer }>): Promise<Why>;
	listEventLinks(asked: Asked<EventLinksQuery & { sequence: number }>): Promise<unknown[]>;
	previewWithdrawal(asked: Asked<string>): Promise<WithdrawalPreview>;
	previewLoadWithdrawal(asked: Asked<string>): Promise<WithdrawalPreview>;
	reportWorks(
		asked: Asked<{ inputs: readonly LookUpInput[] } & Omit<ReportOptions, 'stopIfUnwanted'>>,
	): Promise<ReportedInput[]>;
	stop(): Promise<void>;
};

/** It answers one question at a time, and compares index and records beside it. */
const mostConnections = 2;

async function startReader(settings: Settings): Promise<ReaderCalls> {
	lowerPriority('searches');
	let current: Int32Array | undefined;
	const isCancelled = () => current !== undefined && Atomics.load(current, 0) === 1;
	// Each is opened when it is needed: work that needs only one does not wait for the other.
	let opened: Promise<SearchIndex> | undefined;
	const openedIndex = (): Promise<SearchIndex> => {
		opened ??= openIndex(settings, { isCancelled }).catch((error: unknown) => {
			opened = undefined;
			throw error;
		});
		return opened;
	};
	let stores: Promise<Stores> | undefined;
	const records = async () => {
		stores ??= reopenStores(settings, { mostConnections });
		return whileWanted((await stores).records, isCancelled);
	};
	let answers: AnsweringIndex | undefined;
	const answer =
		<Question, Answer>(work: (question: Question) => Promise<Answer>) =>
		({ question, cancelled }: Asked<Question>): Promise<Answer> => {
			current = cancelled;
			return work(question);
		};
	return {
		search: answer(async (request) => (await openedIndex()).search(request)),
		findWorks: answer(async (request) => (await openedIndex()).findWorks(request)),
		describe: answer(async ({ group, ...options }) => (await openedIndex()).describe(group, options)),
		explainWhy: answer(async ({ question, viewer }) => explainWhy(await records(), question, viewer)),
		listEventLinks: answer(async (asked) => listEventLinks(await records(), asked)),
		previewWithdrawal: answer(async (eventId) => previewWithdrawal(await records(), eventId)),
		previewLoadWithdrawal: answer(async (loadId) => previewLoadWithdrawal(await records(), loadId)),
		reportWorks: answer(async ({ inputs, ...options }) => {
			const read = await records();
			const index = await openedIndex();
			answers ??= ownAnswers(read, index, systemClock);
			const stopIfUnwanted = () => {
				if (isCancelled()) throw unwanted();
			};
			return reportWorks({ index: answers, records: read, clock: systemClock }, inputs, { ...options, stopIfUnwanted });
		}),
		async stop() {
			await (await opened)?.close();
			await (await stores)?.close();
		},
	};
}

/**
 * Wraps records: transactions that read fail at their next step once nobody waits for the answer.
 */
function whileWanted(records: Records, isCancelled: () => boolean): Records {
	const checked = (transaction: Transaction): Transaction => {
		const method = (name: string, call: unknown) => [
			name,
			(...given: unknown[]) => {
				if (isCancelled()) throw unwanted();
				return (call as (...given: unknown[]) => unknown)(...given);
			},
		];
		return Object.fromEntries(Object.entries(transaction).map(([name, call]) => method(name, call)));
	};
	return { ...records, read: (work) => records.read((transaction) => work(checked(transaction))) };
}

function unwanted(): Error {
	return new Error('The question was stopped: its answer is no longer wanted.');
}

await answerParent(() => startReader(workerData as Settings));
