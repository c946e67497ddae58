// The works around one as a graph, and the same as a table; asks for them, leaves the drawing to
// its part.

import { useMemo, useState } from 'preact/hooks';
import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import type { ObjectView } from '../address/object-view.ts';
import { apiAddress, resultParameters } from '../api/api-address.ts';
import { versionCount } from '../api/scholix-answer.ts';
import { useLoaded } from '../loading.ts';
import type { RelationChoice } from '../relations.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useMedia } from '../shell/media.ts';
import { askCrossLinks, askNeighbourhood, type Neighbourhood as Gathered } from './ask-neighbourhood.ts';
import { GraphDrawing } from './graph-drawing.tsx';
import { GraphTable } from './graph-table.tsx';
import { placeNeighbours } from './layout.ts';

/** Renders the neighbourhood of a work, as far as the chosen relation and the filters go. */
export function Neighbourhood({
	view,
	relation,
	source,
}: {
	view: ObjectView;
	relation: RelationChoice;
	source: AnsweredObject;
}) {
	const asked = apiAddress(resultParameters(view, relation));
	const gathered = useLoaded(asked, () => askNeighbourhood(view, relation));
	if (gathered.failure) return <FailureNotice failure={gathered.failure} />;
	if (gathered.value?.neighbours.length === 0) return <p class="notice">No link fits: there is nothing to draw.</p>;
	if (!gathered.value || gathered.loading) return <p class="waiting">Gathering the works around this one …</p>;
	return <Graph key={asked} view={view} source={source} gathered={gathered.value} />;
}

function Graph({ view, source, gathered }: { view: ObjectView; source: AnsweredObject; gathered: Gathered }) {
	const { neighbours, total } = gathered;
	const [among, setAmong] = useState(false);
	const crossing = useLoaded(among ? 'among' : undefined, () => askCrossLinks(neighbours, view.groupBy));
	const links = (among && crossing.value) || [];
	const shape = useMedia('(max-width: 40rem)') ? 0.75 : 1.6;
	const placed = useMemo(
		() => placeNeighbours({ versions: versionCount(source), shape }, neighbours, links),
		[source, neighbours, links.length, shape],
	);
	return (
		<section class="graph" aria-labelledby="graph">
			<div class="plot-head">
				<h2 id="graph">
					Works around this one <span class="count">{neighbours.length}</span>
				</h2>
				<label class="choice">
					<input type="checkbox" checked={among} onChange={(event) => setAmong(event.currentTarget.checked)} />
					Citations among them {among && crossing.loading && '…'}
					{among && crossing.value && <span class="count">{crossing.value.length}</span>}
				</label>
			</div>
			{total > neighbours.length && (
				<p class="note">The most often reported of {total.toLocaleString('en')} links; the list has all of them.</p>
			)}
			{crossing.failure && <FailureNotice failure={crossing.failure} />}
			<GraphDrawing
				key={`${links.length} ${shape}`}
				shape={shape}
				view={view}
				source={source}
				neighbours={neighbours}
				links={links}
				placed={placed}
			/>
			<GraphTable view={view} neighbours={neighbours} />
		</section>
	);
}
