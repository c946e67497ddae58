// A report as it comes in, some works at a time; knows no page.

import { useCallback, useEffect, useState } from 'preact/hooks';
import type { ReportedWork, ReportWorksAnswer } from '../../../clients/typescript/src/schemas.ts';
import type { ReportSubject } from '../address/report-view.ts';
import type { RequestFailure } from '../api/broker-api.ts';
import { askReport, idsPerRequest, type Reportable } from '../api/report-api.ts';
import { asFailure } from '../loading.ts';

/** So many works one report has, here as on the command line. */
export const mostReported = 10_000;

/** What has been answered so far. */
type Answered = {
	reported: readonly ReportedWork[];
	/** Whether nothing more is asked for; `isCut`: there is more than one report has. */
	isWhole: boolean;
	isCut: boolean;
	cursor?: string | undefined;
	/** Of a provider: of how many works it speaks. */
	total?: number | undefined;
	/** Of a provider: when its works were counted; null: not yet. */
	asOf?: string | null | undefined;
};

type Progress = Answered & { key: string; failure: RequestFailure | undefined };

/** `retry` goes on after a failure. */
export type Report = Omit<Progress, 'key' | 'cursor'> & { retry(): void };

const nothing: Answered = { reported: [], isWhole: false, isCut: false };

/** Asks for a report, and anew where its subject or the date changes. */
export function useReport(about: ReportSubject, since: string | undefined): Report {
	const key = JSON.stringify([about, since]);
	const [progress, setProgress] = useState<Progress>({ key, ...nothing, failure: undefined });
	const [attempt, setAttempt] = useState(0);
	const current = progress.key === key ? progress : { key, ...nothing, failure: undefined };
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		const collect = async () => {
			let answered: Answered = current;
			setProgress({ key, ...answered, failure: undefined });
			try {
				while (!answered.isWhole && !signal.aborted) {
					const question = { ...stepOf(about, answered), since, cursor: answered.cursor };
					answered = goneOn(about, answered, await askReport(question, signal));
					if (!signal.aborted) setProgress({ key, ...answered, failure: undefined });
				}
			} catch (error) {
				if (!signal.aborted) setProgress({ key, ...answered, failure: asFailure(error) });
			}
		};
		void collect();
		return () => controller.abort();
	}, [key, attempt]);
	const retry = useCallback(() => setAttempt((count) => count + 1), []);
	return { ...current, retry };
}

function stepOf(about: ReportSubject, { reported }: Answered): Reportable {
	if (about.kind === 'prefix') return { prefix: about.prefix };
	if (about.kind === 'provider') return { provider: about.provider };
	return { identifiers: about.ids.slice(reported.length, reported.length + idsPerRequest) };
}

function goneOn(
	about: ReportSubject,
	before: Answered,
	{ works, cursor, works_total, as_of }: ReportWorksAnswer,
): Answered {
	const reported = [...before.reported, ...works];
	if (about.kind === 'list') return { reported, isWhole: reported.length >= about.ids.length, isCut: false };
	const isCut = cursor !== undefined && reported.length >= mostReported;
	return { reported, isWhole: cursor === undefined || isCut, isCut, cursor, total: works_total, asOf: as_of };
}
