// What is held, in one line of figures that lead to it, and as of when.
import type { Sources } from '../../../clients/typescript/src/schemas.ts';
import { countText, typePhrase } from '../../../src/links/words.ts';
import { searchView, writeSearchView } from '../address/search-view.ts';
import { dayOrMoment } from './dates.ts';

/** Renders how many works of each type there are, each version by itself; each leads to them. */
export function Held({ sources: { types, links, identifiers } }: { sources: Sources }) {
	return (
		<ul class="held">
			{types.map(({ type, works }) => (
				<li key={type}>
					<a href={writeSearchView(searchView('', { type, sort: 'mostcited', groupBy: 'identity' }))}>
						<strong>{countText(works)}</strong> {typePhrase[type]}
					</a>
				</li>
			))}
			<li>
				<strong>{countText(links)}</strong> links between <strong>{countText(identifiers)}</strong> identifiers
			</li>
		</ul>
	);
}

/** Renders when it was counted, and when the broker was last brought up to something. */
export function AsOf({ sources: { as_of, current, last_applied } }: { sources: Sources }) {
	return (
		<p class="note">
			{as_of && (
				<>
					Counted <time dateTime={as_of}>{dayOrMoment(as_of)}</time>
					{current ? '' : '; something has changed since, and is counted soon'}.{' '}
				</>
			)}
			{last_applied && (
				<>
					Last submission applied <time dateTime={last_applied}>{dayOrMoment(last_applied)}</time>.
				</>
			)}
		</p>
	);
}
