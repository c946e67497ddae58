// Has searches answered only by the index of these records: another index, or an outdated one, may
// contain links that nobody asserted here.
import type { Clock } from '../../clock.ts';
import type { AnsweringIndex, SearchIndex } from '../../ports/search/search-index.ts';
import { foreignIndex } from '../../store/generations.ts';
import type { Records } from '../../store/records.ts';
import { type Ownership, reportOwnership } from '../indexing/report-ownership.ts';

const compareEveryMilliseconds = 1_000;
// Searches are answered while the records are unavailable; they do not wait for them.
const patienceMilliseconds = 250;

/**
 * Answers searches as long as the index belongs to the records; otherwise every call fails with
 * `index-behind`. They are compared before the first answer, then at most once a second. While the
 * records do not answer, the last result holds.
 */
export function ownAnswers(records: Pick<Records, 'syncTokens'>, index: SearchIndex, clock: Clock): AnsweringIndex {
	const check = createCheck(() => reportOwnership(records, index), clock);
	const checked =
		<Given extends unknown[], T>(read: (...given: Given) => Promise<T>) =>
		async (...given: Given): Promise<T> => {
			if ((await check()) === 'foreign') throw foreignIndex();
			return read(...given);
		};
	return {
		locate: checked(index.locate),
		locateKeys: checked(index.locateKeys),
		search: checked(index.search),
		size: checked(index.size),
		isEmpty: checked(index.isEmpty),
		state: checked(index.state),
		describe: checked(index.describe),
		countLinks: checked(index.countLinks),
		listMembers: checked(index.listMembers),
		listWorks: checked(index.listWorks),
		lastWork: checked(index.lastWork),
		findWorks: checked(index.findWorks),
	};
}

/** Creates a check that returns its latest result, or a new one. */
function createCheck(look: () => Promise<Ownership>, clock: Clock): () => Promise<Ownership> {
	let known: Ownership | undefined;
	let lookedAt = Number.NEGATIVE_INFINITY;
	/** Resolves when there is news, or when it is not worth waiting for any longer. */
	let news: Promise<unknown> = Promise.resolve();
	return async () => {
		if (known === undefined) {
			known = await look();
			lookedAt = clock.elapsed();
			return known;
		}
		if (clock.elapsed() - lookedAt >= compareEveryMilliseconds) {
			lookedAt = clock.elapsed();
			const enough = new AbortController();
			const looked = look()
				.then((ownership) => {
					known = ownership;
				})
				// An unavailable index reports that itself.
				.catch(() => undefined)
				.finally(() => enough.abort());
			news = Promise.race([looked, clock.sleep(patienceMilliseconds, enough.signal)]);
		}
		await news;
		return known;
	};
}
