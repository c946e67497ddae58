// Harvests of other services, for admins: how each is, what came of it, and what went wrong; makes
// none.

import type { Harvest, HarvestOrder } from '../../../clients/typescript/src/operator-schemas.ts';
import { harvestConditionText, harvestWords } from '../../../src/http/pages/operator/operator-words.ts';
import { askHarvests, orderHarvest } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';
import { Refusal, useAction } from './action.tsx';
import { momentText } from './moments.ts';

type Order = HarvestOrder['order'] | 'remove';

/** Renders all harvests by number. */
export function HarvestsPage() {
	const harvests = useLoaded('harvests', askHarvests);
	const action = useAction();
	const order = async ({ number, name }: Harvest, what: Order) => {
		if (what === 'remove' && !confirm(harvestWords.forgets(name))) return;
		if (await action.run(() => orderHarvest(number, what), harvestWords.done[what])) harvests.retry();
	};
	return (
		<>
			<div class="toolbar">
				<button type="button" onClick={harvests.retry}>
					Refresh
				</button>
			</div>
			<Refusal action={action} />
			{harvests.failure && <FailureNotice failure={harvests.failure} />}
			{harvests.value?.length === 0 && (
				<p class="notice">
					{harvestWords.none} <code>{harvestWords.command}</code>.
				</p>
			)}
			{harvests.value && harvests.value.length > 0 && (
				<ScrollingTable label="Harvests" tall>
					<thead>
						<tr>
							{harvestWords.columns.map((title) => (
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

type RowProps = {
	harvest: Harvest;
	busy: boolean;
	order(harvest: Harvest, what: Order): Promise<void>;
};

function HarvestRow({ harvest, busy, order }: RowProps) {
	const { number, name, next, last_complete: complete, totals, last } = harvest;
	const button = (what: Order, words: string) => (
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
			<td>{harvestConditionText(harvest)}</td>
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
