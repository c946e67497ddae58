// Tells a harvest as a document, as HTTP and the command line have it. It knows no transport.
import { conditionOf, type Harvest, type HarvestCounts, type HarvestResult, type HarvestRun } from './harvests.ts';

/** A harvest as a document: names with underscores, times in ISO 8601 and UTC. */
export type HarvestDocument = ReturnType<typeof harvestDocument>;

/** Tells a harvest, as it is now (milliseconds since 1970). */
export function harvestDocument(harvest: Harvest, now: number) {
	const { number, name, task, state, everySeconds, nextAt } = harvest;
	const { pages, records, links, refused, events, failures } = state.totals;
	return {
		number,
		name,
		service: task.service,
		filters: task.filters,
		address: task.address,
		provider: task.provider,
		condition: conditionOf(harvest, now),
		every_seconds: everySeconds,
		next: isoTime(nextAt),
		last_complete: isoTime(state.succeededAt),
		totals: { pages, records, links, refused, events, failures },
		run: state.run === null ? null : runDocument(state.run),
		last: state.last === null ? null : resultDocument(state.last),
	};
}

function runDocument({ beganAt, since, steppedAt, total, notes, ...counts }: HarvestRun) {
	return {
		began: isoTime(beganAt),
		since: isoTime(since),
		last_page: isoTime(steppedAt),
		total,
		...countsOf(counts),
		notes: [...notes],
	};
}

function resultDocument({ outcome, beganAt, endedAt, notes, problem, notBefore, ...counts }: HarvestResult) {
	return {
		outcome,
		began: isoTime(beganAt),
		ended: isoTime(endedAt),
		...countsOf(counts),
		notes: [...notes],
		problem,
		not_before: isoTime(notBefore),
	};
}

function countsOf({ pages, records, links, refused, events }: HarvestCounts): HarvestCounts {
	return { pages, records, links, refused, events };
}

function isoTime<T extends number | null>(time: T): T extends null ? null : string;
function isoTime(time: number | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}
