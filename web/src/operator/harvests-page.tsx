// Harvests of other services, for admins: how each is, what came of it, and what went wrong; makes
// none.
import { askHarvests, type HarvestOrder, type OperatorHarvest, orderHarvest } from '../api/harvest-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';
import { Refusal, useAction } from './action.tsx';
import { momentText } from './moments.ts';

/** Renders all harvests by number. */
export function HarvestsPage() {
	const harvests = useLoaded('harvests', askHarvests);
	const action = useAction();
	const order = async ({ number, name }: OperatorHarvest, what: HarvestOrder) => {
		if (what === 'remove' && !confirm(`Forget the harvest ${name}? The links that it brought stay.`)) return;
		if (await action.run(() => orderHarvest(number, what), done[what])) harvests.retry();
	};
	return (
		<>
			<div class="toolbar">
				<button type="button" onClick={harvests.retry}>
					Refresh
				</button>
			</div>
			<Refusal action={action} />
			{harvests.failure && <FailureNotice failure={harvests.failure} retry={harvests.retry} />}
			{harvests.value?.length === 0 && (
				<p class="notice">
					There are no harvests. They are made on the command line: <code>link-broker harvest --help</code>.
				</p>
			)}
			{harvests.value && harvests.value.length > 0 && (
				<ScrollingTable label="Harvests" tall>
					<thead>
						<tr>
							{['Number', 'Harvest', 'Now', 'Next', 'Last complete', 'Records', 'Links', 'Failures'].map((title) => (
								<th scope="col" key={title}>
									{title}
								</th>
							))}
							<ActionsHeading />
						</tr>
					</thead>
					<tbody>
						{harvests.value.map((harvest) => (
							<HarvestRow key={harvest.number} harvest={harvest} busy={action.busy} order={order} />
						))}
					</tbody>
				</ScrollingTable>
			)}
		</>
	);
}

const done: Readonly<Record<HarvestOrder, string>> = {
	start: 'A worker runs the harvest.',
	pause: 'The harvest is paused.',
	remove: 'The harvest is forgotten.',
};

type RowProps = {
	harvest: OperatorHarvest;
	busy: boolean;
	order(harvest: OperatorHarvest, what: HarvestOrder): Promise<void>;
};

function HarvestRow({ harvest, busy, order }: RowProps) {
	const { number, name, next, last_complete: complete, totals, last } = harvest;
	const button = (what: HarvestOrder, words: string) => (
		<button type="button" disabled={busy} onClick={() => void order(harvest, what)}>
			{words}
			<span class="visually-hidden"> harvest {number}</span>
		</button>
	);
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
			<td>{conditionText(harvest)}</td>
			<td>{momentText(next)}</td>
			<td>{momentText(complete)}</td>
			<td>{totals.records.toLocaleString('en')}</td>
			<td>{totals.links.toLocaleString('en')}</td>
			<td>{totals.failures.toLocaleString('en')}</td>
			<td>
				{button('start', 'Start now')} {next !== null && button('pause', 'Pause')} {button('remove', 'Forget')}
			</td>
		</tr>
	);
}

/** Writes how a harvest is: `running, 400 of 1,200 records`. */
function conditionText({ condition, run }: OperatorHarvest): string {
	if (condition !== 'running' || run === null) return condition;
	const records = run.records.toLocaleString('en');
	return `running, ${records}${run.total === null ? '' : ` of ${run.total.toLocaleString('en')}`} records`;
}
