// The link from a report to the page of a work, or of all its versions.
import { objectView, writeObjectView } from '../address/object-view.ts';
import type { ReportLevel } from '../address/report-view.ts';
import { WorkTitle } from '../shell/work-title.tsx';
import { namedWork, type ReportRow } from './report-rows.ts';

/** Renders the title that a row has at a level, or its identifier. */
export function NamedWorkLink({ row, level }: { row: ReportRow; level: ReportLevel }) {
	const work = namedWork(row, level);
	const [{ ID, IDScheme }] = work.Identifiers;
	return (
		<a
			href={writeObjectView(objectView(IDScheme, ID, { groupBy: level }))}
			class={work.Title ? 'title' : 'title identifier'}
		>
			<bdi>
				<WorkTitle work={work} />
			</bdi>
		</a>
	);
}
