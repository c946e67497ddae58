// Takes the answer away: as a link, a table, references, a call of the interface, or what maintainers
// put elsewhere; knows no picture.
import { useEffect, useRef } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import type { ObjectView } from '../address/object-view.ts';
import { curlCommand, exportAddress, exportFormats } from '../api/api-address.ts';
import type { RelationChoice } from '../relations.ts';
import { Snippet } from '../shell/snippet.tsx';
import { ForMaintainers } from './for-maintainers.tsx';

type Props = { view: ObjectView; relation: RelationChoice };

/** Renders a button that unfolds all forms in which the shown result can be had. */
export function TakeAway({ view, relation }: Props) {
	const link = location.origin + writeView({ ...view, relation });
	const curl = curlCommand(location.origin, view, relation);
	const place = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const closeFrom = (event: Event) => {
			if (place.current && !place.current.contains(event.target as Node)) place.current.open = false;
		};
		document.addEventListener('pointerdown', closeFrom);
		return () => document.removeEventListener('pointerdown', closeFrom);
	}, []);
	const closeWithEscape = (event: KeyboardEvent) => {
		if (event.key !== 'Escape' || !place.current?.open) return;
		place.current.open = false;
		place.current.querySelector('summary')?.focus();
	};
	return (
		<details class="take-away" ref={place} onKeyDown={closeWithEscape}>
			<summary class="button">Take away</summary>
			<div class="panel">
				<section aria-labelledby="take-link">
					<h3 id="take-link">Link to this view</h3>
					<Snippet text={link} what="the link" />
				</section>
				<section aria-labelledby="take-table">
					<h3 id="take-table">The whole result</h3>
					<ul class="downloads">
						{exportFormats.map(({ format, title, note }) => (
							<li key={format}>
								<a href={exportAddress(view, relation, format)} download="">
									{title}
								</a>{' '}
								<span class="note">{note}</span>
							</li>
						))}
					</ul>
				</section>
				<section aria-labelledby="take-call">
					<h3 id="take-call">Call of the interface</h3>
					<Snippet text={curl} what="as curl" label="Copy as curl" />
				</section>
				<ForMaintainers view={view} relation={relation === 'all' ? 'isCitedBy' : relation} />
			</div>
		</details>
	);
}
