// A thread that answers slow questions one after another, so that the main thread stays free. It
// changes nothing.
import { workerData } from 'node:worker_threads';
import { type EventLinksQuery, listEventLinks } from '../../broker/list-event-links.ts';
import { explainWhy, type Viewer, type Why } from '../../broker/why/explain-why.ts';
import type { WhyQuestion } from '../../broker/why/why-question.ts';
import type { GroupId } from '../../ports/search/index-content.ts';
import type { DescribeOptions, WorkOverview } from '../../ports/search/object-reader.ts';
import type { SearchRequest, SearchResult } from '../../ports/search/search-reader.ts';
import type { WorksRequest, WorksResult } from '../../ports/search/work-finder.ts';
import type { Settings } from '../../settings.ts';
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
	stop(): Promise<void>;
};

async function startReader(settings: Settings): Promise<ReaderCalls> {
	lowerPriority('searches');
	let current: Int32Array | undefined;
	const isCancelled = () => current !== undefined && Atomics.load(current, 0) === 1;
	const index = await openIndex(settings, { isCancelled });
	let stores: Promise<Stores> | undefined;
	const records = async () => {
		stores ??= reopenStores(settings);
		return (await stores).records;
	};
	const answer =
		<Question, Answer>(work: (question: Question) => Promise<Answer>) =>
		({ question, cancelled }: Asked<Question>): Promise<Answer> => {
			current = cancelled;
			return work(question);
		};
	return {
		search: answer((request) => index.search(request)),
		findWorks: answer((request) => index.findWorks(request)),
		describe: answer(({ group, ...options }) => index.describe(group, options)),
		explainWhy: answer(async ({ question, viewer }) => explainWhy(await records(), question, viewer)),
		listEventLinks: answer(async (asked) => listEventLinks(await records(), asked)),
		async stop() {
			await index.close();
			await (await stores)?.close();
		},
	};
}

await answerParent(() => startReader(workerData as Settings));
