// Submitting a table in three steps: choose it, look what it says, follow what becomes of it. It
// knows no request.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { EventPreviewLink } from '../../../clients/typescript/src/schemas.ts';
import { steps, stepTitle } from '../../../src/http/pages/operator/submit/submit-words.ts';
import type { Told } from '../../../src/http/pages/operator/submit/table-reading.ts';
import { sectionView } from '../address/operator-view.ts';
import { goTo } from '../navigation.ts';
import { ChooseTable } from './choose-table.tsx';
import { LookAtTable } from './look-at-table.tsx';
import { Submitted } from './submitted.tsx';
import type { TableFile } from './table-file.ts';

const nothingTold: Told = { provider: '', relation: '', date: '', source: '' };

type Accepted = { eventId: string; link: EventPreviewLink | undefined };

/** Renders the step that is under way; `submitted` is an event that a table has become already. */
export function SubmitPage({ submitted }: { submitted: string | undefined }) {
	const [told, setTold] = useState(nothingTold);
	const [table, setTable] = useState<TableFile>();
	const before = submitted === undefined ? undefined : { eventId: submitted, link: undefined };
	const [accepted, setAccepted] = useState<Accepted | undefined>(before);
	const [isAgain, setAgain] = useState(false);
	const step = accepted ? 2 : table ? 1 : 0;
	const begin = () => {
		setAgain(true);
		setAccepted(undefined);
		setTable(undefined);
		if (submitted !== undefined) goTo(sectionView('submit'), { replace: true });
	};
	return (
		<div class="submit">
			<ol class="steps" aria-label="Steps">
				{steps.map((title, at) => (
					<li key={title} aria-current={at === step ? 'step' : undefined}>
						{title}
					</li>
				))}
			</ol>
			<StepHeading key={step} title={stepTitle(step)} isReached={step > 0 || isAgain} />
			{accepted && <Submitted {...accepted} again={begin} />}
			{!accepted && table && <LookAtTable table={table} told={told} accepted={setAccepted} back={begin} />}
			{!accepted && !table && (
				<ChooseTable
					told={told}
					chosen={(chosen, nowTold) => {
						setTold(nowTold);
						setTable(chosen);
					}}
				/>
			)}
		</div>
	);
}

/** The focus goes where a step begins that somebody has gone to. */
function StepHeading({ title, isReached }: { title: string; isReached: boolean }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (isReached) heading.current?.focus();
	}, []);
	return (
		<h2 tabIndex={-1} ref={heading}>
			{title}
		</h2>
	);
}
