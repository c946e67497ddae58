// The graph of the works linked to one work, with the option to show citations between them.
import { useMemo, useState } from 'preact/hooks';
import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import type { ObjectView } from '../address/object-view.ts';
import { versionCount } from '../answered-works.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useMedia } from '../shell/media.ts';
import { crossLinksOf } from './ask-neighbourhood.ts';
import { GraphDrawing } from './graph-drawing.tsx';
import { placeNeighbours } from './layout.ts';
import type { Neighbour } from './neighbours.ts';

type Props = { view: ObjectView; source: AnsweredObject; neighbours: readonly Neighbour[] };

/** Renders the graph, in the shape of the screen. */
export function Graph({ view, source, neighbours }: Props) {
	const [among, setAmong] = useState(false);
	const crossing = useAnswer(among ? crossLinksOf(neighbours, view.groupBy) : undefined);
	const links = (among && crossing.value) || [];
	const shape = useMedia('(max-width: 40rem)') ? 0.75 : 1.6;
	const placed = useMemo(
		() => placeNeighbours({ versions: versionCount(source), shape }, neighbours, links),
		[source, neighbours, links.length, shape],
	);
	return (
		<>
			<label class="choice">
				<input type="checkbox" checked={among} onChange={(event) => setAmong(event.currentTarget.checked)} />
				Show citations between these works {among && crossing.loading && '…'}
				{among && crossing.value && <span class="count">{crossing.value.length}</span>}
			</label>
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
		</>
	);
}
