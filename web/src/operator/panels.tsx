// The panels of the page of an event or a load: its state, and facts about it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePosted } from '../posting/posted.ts';
import type { Fact, Facts } from './event-words.ts';
import { StateMark } from './state-mark.tsx';

/** Renders the state, with what explains it and the actions that it allows. */
export function StatePanel({ status, children }: { status: string; children: ComponentChildren }) {
	return (
		<section class="panel event-state" aria-labelledby="event-state">
			<h2 id="event-state" tabIndex={-1} ref={useFocusOnceDone()}>
				State <StateMark status={status} />
			</h2>
			{children}
		</section>
	);
}

/** The pressed button may have disappeared: the focus goes to the new state. */
function useFocusOnceDone() {
	const heading = useRef<HTMLHeadingElement>(null);
	const posted = usePosted();
	const before = useRef(posted);
	useEffect(() => {
		if (posted !== before.current && posted?.notice !== undefined) heading.current?.focus();
		before.current = posted;
	}, [posted]);
	return heading;
}

/** Renders facts, a panel for each heading. */
export function FactPanels({ panels }: { panels: readonly Facts[] }) {
	return (
		<div class="figures">
			{panels.map(({ id, title, facts }) => (
				<section key={id} class="panel" aria-labelledby={id}>
					<h2 id={id}>{title}</h2>
					<dl>
						{facts.map((fact) => (
							<div key={fact.term}>
								<dt>{fact.term}</dt>
								<dd>
									<FactText fact={fact} />
								</dd>
							</div>
						))}
					</dl>
				</section>
			))}
		</div>
	);
}

function FactText({ fact: { text, isCode, href } }: { fact: Fact }) {
	const written = isCode ? <code>{text}</code> : text;
	return <>{href === undefined ? written : <a href={href}>{written}</a>}</>;
}
