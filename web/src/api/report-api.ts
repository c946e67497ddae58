// A report on a list of identifiers, as the broker answers it; knows no page.
import type { LevelCounts, ReportWorksAnswer } from '../../../clients/typescript/src/schemas.ts';
import { postJson } from './broker-api.ts';

/** The work itself, and all its versions together. */
export type ReportLevel = keyof LevelCounts;

/** What a report is about: a list, all works with a DOI prefix, or the works of a provider. */
export type Reportable = { identifiers: readonly string[] } | { prefix: string } | { provider: string };

/**
 * So many works are asked for at once, which is what a step of a selection has by itself: an answer
 * takes a second or so, and the page says how far it is.
 */
export const idsPerRequest = 100;

/** Asks for a report. Fails with RequestFailure. */
export async function askReport(
	question: Reportable & { since: string | undefined; cursor?: string | undefined },
	signal: AbortSignal,
): Promise<ReportWorksAnswer> {
	return (await postJson('/api/reports', question, signal)) as ReportWorksAnswer;
}
