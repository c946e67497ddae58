// A report as it comes in, a hundred identifiers at a time; knows no page.
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { RequestFailure } from '../api/broker-api.ts';
import { askReport, idsPerRequest, type WireReported } from '../api/report-api.ts';
import { asFailure } from '../loading.ts';

type Progress = { key: string; reported: readonly WireReported[]; failure: RequestFailure | undefined };

/** What has been answered so far; `retry` goes on after a failure. */
export type Report = Omit<Progress, 'key'> & { retry(): void };

/** Asks for a report on a list, and anew where that or the date changes. */
export function useReport(ids: readonly string[], since: string | undefined): Report {
	const key = [since, ...ids].join('\n');
	const [progress, setProgress] = useState<Progress>({ key, reported: [], failure: undefined });
	const [attempt, setAttempt] = useState(0);
	const current = progress.key === key ? progress : { key, reported: [], failure: undefined };
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		const collect = async () => {
			let { reported } = current;
			setProgress({ key, reported, failure: undefined });
			try {
				while (reported.length < ids.length && !signal.aborted) {
					const step = ids.slice(reported.length, reported.length + idsPerRequest);
					reported = [...reported, ...(await askReport({ identifiers: step, since }, signal))];
					if (!signal.aborted) setProgress({ key, reported, failure: undefined });
				}
			} catch (error) {
				if (!signal.aborted) setProgress({ key, reported, failure: asFailure(error) });
			}
		};
		void collect();
		return () => controller.abort();
	}, [key, attempt]);
	const retry = useCallback(() => setAttempt((count) => count + 1), []);
	return { ...current, retry };
}
