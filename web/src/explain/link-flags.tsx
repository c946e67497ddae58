// The flags of the link between two works, and the evidence of the one that was asked for.
import type { ExplainedLink } from '../../../clients/typescript/src/schemas.ts';
import { type ExplainedFlag, holdsText, reasonsOf } from '../../../src/broker/why/evidence.ts';
import { flagWords } from '../../../src/search/flags/flag-words.ts';
import { type ExplainView, writeExplainView } from '../address/explain-view.ts';
import { eventPath } from '../address/operator-view.ts';
import { sitePath } from '../site/site.ts';

type Props = { view: ExplainView; link: ExplainedLink; explained: ExplainedFlag | undefined };

/** Renders a line for each flag that the link has, and for the one that was asked for. */
export function LinkFlags({ view, link, explained }: Props) {
	const others = link.flags.filter((flag) => flag !== explained?.name);
	if (others.length === 0 && explained === undefined) return null;
	return (
		<>
			<h3>What is known of {link.group_by === 'identity' ? 'the link' : 'the link between their versions'}</h3>
			<ul>
				{explained && <Explained flag={explained} />}
				{others.map((flag) => (
					<li key={flag}>
						{flagWords[flag].yes}{' '}
						<a href={writeExplainView({ ...view, flag })} aria-label={`Evidence of ${flag}`}>
							Evidence
						</a>
					</li>
				))}
			</ul>
		</>
	);
}

function Explained({ flag }: { flag: ExplainedFlag }) {
	const { name, holds } = flag;
	return (
		<li>
			<a href={sitePath(`/definitions#flag-${name}`)}>
				<code>{name}</code>
			</a>
			: {holdsText(flag)} {holds === 'yes' && flagWords[name].yes}
			<ul>
				{reasonsOf(flag).map(({ text, eventId }) => (
					<li key={text}>
						{text} {eventId !== undefined && <a href={eventPath(eventId)}>Event</a>}
					</li>
				))}
			</ul>
		</li>
	);
}
