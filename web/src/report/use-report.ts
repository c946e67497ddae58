// Loads a report in steps: the first works with the page, the others by the script.
import { useEffect, useState } from 'preact/hooks';
import type { ReportedWork, ReportWorksAnswer } from '../../../clients/typescript/src/schemas.ts';
import {
	countingOf,
	mostReported,
	placeInList,
	questionOf,
	type Reportable,
	type ReportQuery,
} from '../../../src/http/pages/report/report-query.ts';
import { question } from '../asking/answers.ts';
import type { Failure } from '../asking/failure.ts';
import { useAnswer, useAnswers } from '../asking/use-answer.ts';

/** The loaded part of a report. */
export type Report = {
	reported: readonly ReportedWork[];
	/** Whether the first works are loading. */
	isAwaited: boolean;
	/** Whether the script is loading more works. */
	isComing: boolean;
	/** The cursor of the next works; undefined at the end. */
	next: string | undefined;
	failure: Failure | undefined;
	/** Retries a failed step; undefined if none failed. */
	goOn: (() => void) | undefined;
	/** For a provider: the number of works that it links. */
	total: number | undefined;
	/** For a provider: the time of the count of its works; null: not counted yet. */
	asOf: string | null | undefined;
};

/** An answer takes about a second, so that the page can show its progress. */
const worksAtOnce = 100;

type Following = { steps: readonly ReportWorksAnswer[]; isComing: boolean; failure?: Failure };

/** Loads a report; nothing while `about` is undefined. */
export function useReport(about: Reportable | undefined, { since, cursor, ...query }: ReportQuery): Report {
	const answers = useAnswers();
	const stepAt = (about: Reportable, cursor: string | undefined) =>
		question(
			'report',
			{ asked: questionOf(about, { since, cursor, size: worksAtOnce }), counting: countingOf(query) },
			({ broker }, { asked, counting }) => broker.reportPage(asked, counting),
		);
	const nextOf = (steps: readonly ReportWorksAnswer[]) => {
		if (!about || !('identifiers' in about)) return steps.at(-1)?.cursor;
		const place = placeInList(cursor) + steps.reduce((sum, { works }) => sum + works.length, 0);
		return steps.length > 0 && place < about.identifiers.length ? String(place) : undefined;
	};
	const { value, loading, failure } = useAnswer(about && stepAt(about, cursor));
	const first = loading ? undefined : value;
	const [following, setFollowing] = useState<Following>();
	const [attempt, setAttempt] = useState(0);
	// Later steps of another report do not belong to this one.
	const { steps, isComing, ...failed }: Following =
		first && following?.steps[0] === first ? following : { steps: first ? [first] : [], isComing: false };
	useEffect(() => {
		if (!about || !first) return;
		let isShown = true;
		const collect = async () => {
			let known = steps;
			for (let next = nextOf(known); next !== undefined && worksOf(known).length < mostReported; next = nextOf(known)) {
				setFollowing({ steps: known, isComing: true });
				const asked = stepAt(about, next);
				const { value, failure } = await answers.ask(asked);
				if (failure) answers.drop(asked);
				if (!isShown) return;
				if (failure) return setFollowing({ steps: known, isComing: false, failure });
				known = [...known, value];
			}
			setFollowing({ steps: known, isComing: false });
		};
		void collect();
		return () => {
			isShown = false;
		};
	}, [first, attempt]);
	const last = steps.at(-1);
	return {
		...{ reported: worksOf(steps), isAwaited: loading, isComing, next: nextOf(steps) },
		failure: failure ?? failed.failure,
		goOn: failed.failure && (() => setAttempt(attempt + 1)),
		...{ total: last?.works_total, asOf: last?.as_of },
	};
}

function worksOf(steps: readonly ReportWorksAnswer[]): readonly ReportedWork[] {
	return steps.flatMap(({ works }) => works);
}
