// A report on a list of identifiers, as the broker answers it; knows no page.
import type { SearchRelation } from '../relations.ts';
import { postJson } from './broker-api.ts';
import type { WireIdentifier } from './scholix-answer.ts';

/** The work itself, and all its versions together. */
export type ReportLevel = 'identity' | 'version';

type Years = { year: number; works: number }[];

/** One identifier of the list; what is not known has no counts. */
export type WireReported = {
	/** As it was given; of a prefix or a provider by scheme and value. */
	input: string | WireIdentifier;
	understood_as?: WireIdentifier;
	known: boolean;
	problem?: string;
	self?: string;
	Title?: string;
	TitleMarkup?: string;
	Type?: { Name: string };
	PublicationDate?: string;
	/** Stands for all its versions: the same for each of them. */
	family?: WireIdentifier;
	versions_total?: number;
	counts?: Readonly<Record<ReportLevel, Readonly<Record<SearchRelation, number>>>>;
	/** Only where a date was given: those of which nobody had said so before. */
	cited_since?: Readonly<Record<ReportLevel, number>>;
	cited_in?: Readonly<Record<ReportLevel, Years>>;
	/** Who says that the work itself is cited; `providers_at_least`: not all links were looked at. */
	providers?: WireCitingProvider[];
	providers_at_least?: true;
};

/** Relationships between two identifiers that a provider asserts, and its first and last date. */
export type WireCitingProvider = { name: string; links: number; first_link: string; last_link: string };

/** What a report is about: a list, all works with a DOI prefix, or the works of a provider. */
export type Reportable = { identifiers: readonly string[] } | { prefix: string } | { provider: string };

/**
 * Some works of a report; `cursor` leads to the next ones. Of a provider: of how many works it
 * speaks, and when they were counted.
 */
export type WireReport = { works: WireReported[]; cursor?: string; works_total?: number; as_of?: string | null };

/**
 * So many works are asked for at once, which is what a step of a selection has by itself: an answer
 * takes a second or so, and the page says how far it is.
 */
export const idsPerRequest = 100;

/** Asks for a report. Fails with RequestFailure. */
export async function askReport(
	question: Reportable & { since: string | undefined; cursor?: string | undefined },
	signal: AbortSignal,
): Promise<WireReport> {
	return (await postJson('/api/reports', question, signal)) as WireReport;
}
