// The works of the graph as a table, for readers who cannot use or do not want the graph.

import { mainIdentifier } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { type ObjectView, objectView } from '../address/object-view.ts';
import { typeOf, versionCount, yearOf } from '../answered-works.ts';
import { relationTitle } from '../relations.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { TypeMark } from '../shell/type-mark.tsx';
import { WorkTitle } from '../shell/work-title.tsx';
import type { Neighbour } from './neighbours.ts';

/** Renders one row for each work. */
export function GraphTable({ view, neighbours }: { view: ObjectView; neighbours: readonly Neighbour[] }) {
	return (
		<details class="as-table">
			<summary>Show as a table</summary>
			<ScrollingTable label="Linked works">
				<thead>
					<tr>
						<th scope="col">Work</th>
						<th scope="col">Relation</th>
						<th scope="col">Type</th>
						<th scope="col">Year</th>
						<th scope="col" class="amount">
							Versions
						</th>
						<th scope="col">Last reported</th>
					</tr>
				</thead>
				<tbody>
					{neighbours.map(({ key, object, ties }) => {
						const { ID, IDScheme } = mainIdentifier(object.Identifiers);
						return (
							<tr key={key}>
								<th scope="row">
									<a href={writeView(objectView(IDScheme, ID, { groupBy: view.groupBy }))}>
										<WorkTitle work={object} />
									</a>
								</th>
								<td>{ties.map(({ relation }) => relationTitle[relation]).join(', ')}</td>
								<td>
									<TypeMark type={typeOf(object)} />
								</td>
								<td>{yearOf(object) ?? '–'}</td>
								<td class="amount">{versionCount(object)}</td>
								<td>{ties[0]?.newest.slice(0, 10)}</td>
							</tr>
						);
					})}
				</tbody>
			</ScrollingTable>
		</details>
	);
}
