// A report on a list of identifiers, as the broker answers it; knows no page.
import type { SearchRelation } from '../relations.ts';
import { postJson } from './broker-api.ts';
import type { WireIdentifier } from './scholix-answer.ts';

/** The work itself, and all its versions together. */
export type ReportLevel = 'identity' | 'version';

type Years = { year: number; works: number }[];

/** One identifier of the list; what is not known has no counts. */
export type WireReported = {
	input: string;
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
};

/** So many are asked for at once: an answer takes a second or so, and the page says how far it is. */
export const idsPerRequest = 100;

/** Asks for a report. Fails with RequestFailure. */
export async function askReport(
	question: { identifiers: readonly string[]; since: string | undefined },
	signal: AbortSignal,
): Promise<WireReported[]> {
	const { works } = (await postJson('/api/reports', question, signal)) as { works: WireReported[] };
	return works;
}
