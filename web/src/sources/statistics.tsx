// The statistics of the broker in one line of numbers, and the time of the count.
import type { Sources } from '../../../clients/typescript/src/schemas.ts';
import { countedMeaning, countText, typePhrase } from '../../../src/links/words.ts';
import { searchView, writeSearchView } from '../address/search-view.ts';
import { dayOrMoment } from './dates.ts';

/** Renders the number of works of each type, each version counted separately, as links to them. */
export function Statistics({ sources: { types, links, identifiers } }: { sources: Sources }) {
	return (
		<ul class="statistics">
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

/** Renders what a link is, the time of the count, and of the last submission that was applied. */
export function AsOf({ sources: { as_of, current, last_applied } }: { sources: Sources }) {
	return (
		<p class="note">
			{countedMeaning.links}{' '}
			{as_of && (
				<>
					Counted <time dateTime={as_of}>{dayOrMoment(as_of)}</time>
					{current ? '' : '; later changes are not included yet'}.{' '}
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
