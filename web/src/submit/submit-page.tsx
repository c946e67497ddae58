// Submitting a table in three steps: choose it, look what it says, follow what becomes of it. It
// knows no request.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PreviewedLink, Told } from '../api/submission-api.ts';
import { ChooseTable } from './choose-table.tsx';
import { LookAtTable } from './look-at-table.tsx';
import { Submitted } from './submitted.tsx';
import type { TableFile } from './table-file.ts';

const steps = ['Choose a table', 'See what it says', 'Submitted'] as const;

const nothingTold: Told = { provider: '', relation: '', date: '', source: '' };

type Accepted = { eventId: string; link: PreviewedLink | undefined };

/** Renders the step that is under way. */
export function SubmitPage() {
	const [told, setTold] = useState(nothingTold);
	const [table, setTable] = useState<TableFile>();
	const [accepted, setAccepted] = useState<Accepted>();
	const [isAgain, setAgain] = useState(false);
	const step = accepted ? 2 : table ? 1 : 0;
	const begin = () => {
		setAgain(true);
		setAccepted(undefined);
		setTable(undefined);
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
			<StepHeading key={step} title={steps[step] ?? ''} number={step + 1} isReached={step > 0 || isAgain} />
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
function StepHeading({ title, number, isReached }: { title: string; number: number; isReached: boolean }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (isReached) heading.current?.focus();
	}, []);
	return (
		<h2 tabIndex={-1} ref={heading}>
			Step {number} of {steps.length}: {title}
		</h2>
	);
}
