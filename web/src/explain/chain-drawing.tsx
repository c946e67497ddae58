// A chain drawn from top to bottom: its identifiers, and between them each statement with its
// provider and date. It is an ordered list, which a screen reader reads as sentences.
import type { AnsweredIdentifier, AssertedStep, Why } from '../../../clients/typescript/src/schemas.ts';
import { type ChainStep, countText, describeChain } from '../../../src/links/words.ts';
import { eventPath } from '../address/operator-view.ts';
import { IdentifierLink } from '../shell/identifier-link.tsx';

type Props = { begin: AnsweredIdentifier; steps: Why['steps'] };

/** Renders the chain that begins at an identifier. */
export function ChainDrawing({ begin, steps }: Props) {
	const links = describeChain(begin, steps);
	return (
		<div class="chain">
			<Knot identifier={begin} />
			<ol aria-label="Steps of the explanation">
				{links.map((step, at) => (
					<li key={`${step.to.IDScheme} ${step.to.ID}`}>
						<span class="visually-hidden">{(links[at - 1]?.to ?? begin).ID} </span>
						<Joint link={step} />
						<Knot identifier={step.to} />
					</li>
				))}
			</ol>
		</div>
	);
}

function Knot({ identifier }: { identifier: AnsweredIdentifier }) {
	return (
		<p class="knot">
			<IdentifierLink identifier={identifier} />
		</p>
	);
}

function Joint({ link: { phrase, direction, step } }: { link: ChainStep<Why['steps'][number]> }) {
	return (
		<div class={`joint ${direction}`}>
			<svg class="arrow" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
				{direction === 'both' ? <path d="M2 5h10M2 9h10" /> : <path d="M2 4l5 6l5 -6" />}
			</svg>
			<strong>{phrase}</strong>
			{'rule' in step ? <span class="rule">{step.rule}</span> : <Statement step={step} />}
		</div>
	);
}

function Statement({ step }: { step: AssertedStep }) {
	const { provider, date, sub_type, event_id, others } = step;
	return (
		<span class="statement">
			stated by {provider}, {date}
			{sub_type !== undefined && `, as ${sub_type}`}
			{others > 0 && `, and in ${countText(others)} more ${others === 1 ? 'assertion' : 'assertions'}`}
			{event_id !== undefined && (
				<>
					{' '}
					<a href={eventPath(event_id)}>Event</a>
				</>
			)}
		</span>
	);
}
