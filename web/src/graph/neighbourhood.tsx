// The works linked to one work: as a graph, drawn by a script, and as a table.

import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import { relationshipsText } from '../../../src/links/words.ts';
import type { ObjectView } from '../address/object-view.ts';
import { useAnswer } from '../asking/use-answer.ts';
import type { RelationChoice } from '../relations.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { lazily } from '../shell/lazily.tsx';
import { neighbourhoodOf } from './ask-neighbourhood.ts';
import { GraphTable } from './graph-table.tsx';

const Graph = lazily('The graph', async () => (await import('./graph.tsx')).Graph, {
	meanwhile: 'The graph needs JavaScript. The table below has the same data.',
});

/** `source` is the work itself. */
type Props = { view: ObjectView; relation: RelationChoice; source: AnsweredObject };

/** Renders the linked works within the chosen relation and the filters. */
export function Neighbourhood({ view, relation, source }: Props) {
	const asked = neighbourhoodOf(view, relation);
	const { value, failure, loading } = useAnswer(asked);
	if (failure) return <FailureNotice failure={failure} />;
	if (!value || loading) return <p class="waiting">Loading the linked works …</p>;
	const { neighbours, total } = value;
	if (neighbours.length === 0) return <p class="notice">No links match these filters.</p>;
	return (
		<section class="graph" aria-labelledby="graph">
			<h2 id="graph">
				Linked works <span class="count">{neighbours.length}</span>
			</h2>
			{total > neighbours.length && (
				<p class="note">These works have the most assertions. The list shows all {relationshipsText(total)}.</p>
			)}
			<div class="graph-drawing">
				<Graph key={asked.key} view={view} source={source} neighbours={neighbours} />
			</div>
			<GraphTable view={view} neighbours={neighbours} />
		</section>
	);
}
