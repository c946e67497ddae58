// The harvests of other services, for admins: states, results and problems.
import type { Harvest, HarvestOrder } from '../../../clients/typescript/src/operator-schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import type { PageForm, PageForms } from '../posting/take-form.ts';
import { momentText } from './moments.ts';
import { changing, operatorOf } from './operator-client.ts';
import { ActButton, Confirmed, Refresh } from './operator-form.tsx';
import { harvestConditionText } from './operator-words.ts';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

export const harvestForms: PageForms = {
	startHarvest: ordering('start', 'A worker will run the harvest.'),
	pauseHarvest: ordering('pause', 'The harvest is paused.'),
	removeHarvest: ordering('remove', 'The harvest is removed.'),
};

function ordering(order: HarvestOrder['order'] | 'remove', done: string): PageForm {
	return { send: changing((operator, fields) => operator.orderHarvest(Number(fields.exact('number')), order)), done };
}

const columns = [
	'Number',
	'Harvest',
	'State',
	'Next run',
	'Last complete run',
	'Records',
	'Links submitted',
	'Failures',
];

/** Renders all harvests by number. */
export function HarvestsPage() {
	const harvests = useRefreshed('harvests', {}, (connection) => operatorOf(connection).harvests());
	return (
		<>
			<SectionHead title={sectionTitle.harvests} failure={harvests.failure} />
			<Refresh again={harvests.again} />
			{harvests.value?.length === 0 && (
				<p class="notice">
					There are no harvests. They are created on the command line: <code>link-broker harvest --help</code>.
				</p>
			)}
			{harvests.value !== undefined && harvests.value.length > 0 && (
				<SectionTable label="Harvests" columns={columns} acts>
					{harvests.value.map((harvest) => (
						<HarvestRow key={harvest.number} harvest={harvest} />
					))}
				</SectionTable>
			)}
		</>
	);
}

function HarvestRow({ harvest }: { harvest: Harvest }) {
	const { number, name, next, last_complete: complete, totals, last } = harvest;
	const act = { what: `harvest ${number}`, fields: { number: String(number) } };
	const question = `Remove the harvest ${name}? Its links stay.`;
	return (
		<tr>
			<td>{number}</td>
			<th scope="row">
				<code>{name}</code>
				{last?.problem && <p class="wrong">{last.problem}</p>}
				{last?.notes.map((note) => (
					<p class="note" key={note}>
						{note}
					</p>
				))}
			</th>
			<td>{harvestConditionText(harvest)}</td>
			<td>{momentText(next)}</td>
			<td>{momentText(complete)}</td>
			<td>{countText(totals.records)}</td>
			<td>{countText(totals.links)}</td>
			<td>{countText(totals.failures)}</td>
			<td>
				<div class="actions">
					<ActButton {...act} form="startHarvest" does="Start now" />
					{next !== null && <ActButton {...act} form="pauseHarvest" does="Pause" />}
					<Confirmed {...act} form="removeHarvest" does="Remove" question={question} />
				</div>
			</td>
		</tr>
	);
}
