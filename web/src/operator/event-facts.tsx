// What is on record of an event: who submitted it from where, what it does, what it changed, and
// who withdrew it; knows no request.
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { eventFacts } from '../../../src/http/pages/operator/event/event-words.ts';
import { momentText } from './moments.ts';

/** Renders all of it as lists of terms. */
export function EventFacts({ event }: { event: LinkEvent }) {
	return (
		<div class="figures">
			{eventFacts(event, momentText).map(({ id, title, facts }) => (
				<section key={id} class="panel" aria-labelledby={id}>
					<h2 id={id}>{title}</h2>
					<dl>
						{facts.map(({ term, text, isCode }) => (
							<div key={term}>
								<dt>{term}</dt>
								<dd>{isCode ? <code>{text}</code> : text}</dd>
							</div>
						))}
					</dl>
				</section>
			))}
		</div>
	);
}
