// The relations of a work with the number of works in each: at a glance, and to choose from; knows
// no links.

import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import type { WorkLevel } from '../api/work.ts';
import { type RelationChoice, relationNames, relationTitle } from '../relations.ts';

const choices: readonly RelationChoice[] = [...relationNames, 'all'];

/** Renders one link for each relation; filters go along, the page does not. */
export function RelationTabs({
	view,
	counts,
	relation,
}: {
	view: ObjectView;
	counts: WorkLevel['counts'];
	relation: RelationChoice;
}) {
	return (
		<nav class="relations" aria-label="Relations">
			<ul>
				{choices.map((choice) => (
					<li key={choice}>
						<a
							href={writeView(changed(view, { relation: choice }))}
							aria-current={choice === relation ? 'page' : undefined}
							class={counts[choice] === 0 ? 'none' : ''}
						>
							<span class="number">{counts[choice].toLocaleString('en')}</span>
							<span class="name">{relationTitle[choice]}</span>
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
