// A report as it comes in: its first works with the page, the others as the script asks for them.
import { useEffect, useState } from 'preact/hooks';
import type { ReportedWork, ReportWorksAnswer } from '../../../clients/typescript/src/schemas.ts';
import {
	mostReported,
	placeInList,
	questionOf,
	type Reportable,
	type ReportQuery,
} from '../../../src/http/pages/report/report-query.ts';
import { question } from '../asking/answers.ts';
import type { Failure } from '../asking/failure.ts';
import { useAnswer, useAnswers } from '../asking/use-answer.ts';

/** What has been answered so far. */
export type Report = {
	reported: readonly ReportedWork[];
	/** Whether the first works are awaited. */
	isAwaited: boolean;
	/** Whether the script asks for those that follow. */
	isComing: boolean;
	/** Where it goes on; undefined at its end. */
	next: string | undefined;
	failure: Failure | undefined;
	/** Asks again for the works that failed to follow; undefined where none did. */
	goOn: (() => void) | undefined;
	/** Of a provider: of how many works it speaks. */
	total: number | undefined;
	/** Of a provider: when its works were counted; null: not yet. */
	asOf: string | null | undefined;
};

/** An answer takes a second or so, and the page says how far it is. */
const worksAtOnce = 100;

type Following = { steps: readonly ReportWorksAnswer[]; isComing: boolean; failure?: Failure };

/** Asks for a report; nothing while `about` is undefined. */
export function useReport(about: Reportable | undefined, { since, cursor }: ReportQuery): Report {
	const answers = useAnswers();
	const stepAt = (about: Reportable, cursor: string | undefined) =>
		question('report', questionOf(about, { since, cursor, size: worksAtOnce }), ({ broker }, asked) =>
			broker.reportPage(asked),
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
	// What followed another report is none of this one.
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
