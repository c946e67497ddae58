// The harvests of other services, for admins: states, results and problems, and the form for a new one.
import { useEffect } from 'preact/hooks';
import type { Harvest } from '../../../clients/typescript/src/operator-schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { loadPath, type SectionView } from '../address/operator-view.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { momentText } from './moments.ts';
import { NewHarvest, Schedule } from './new-harvest.tsx';
import { operatorOf } from './operator-client.ts';
import { ActButton, Confirmed, OperatorForm, Refresh } from './operator-form.tsx';
import { everyText, harvestConditionText } from './operator-words.ts';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

const columns = [
	...['Number', 'Harvest', 'State', 'Schedule', 'Next run', 'Last complete run'],
	...['Records', 'Links submitted', 'Failures'],
];

const lookMilliseconds = 5_000;

const servicesQuestion = question('harvest services', {}, (connection) => operatorOf(connection).harvestServices());

/** Renders the form for a new harvest, and all harvests by number. */
export function HarvestsPage({ view }: { view: SectionView }) {
	const harvests = useRefreshed('harvests', {}, (connection) => operatorOf(connection).harvests());
	const services = useAnswer(servicesQuestion);
	const isRunning = harvests.value?.some(({ condition }) => condition === 'running') ?? false;
	useEffect(() => {
		if (!isRunning) return undefined;
		const looking = setInterval(harvests.again, lookMilliseconds);
		return () => clearInterval(looking);
	}, [isRunning]);
	return (
		<>
			<SectionHead title={sectionTitle.harvests} failure={harvests.failure ?? services.failure} />
			<NewHarvest view={view} services={services} />
			{harvests.value?.length === 0 && <p class="notice">There are no harvests.</p>}
			{harvests.value !== undefined && harvests.value.length > 0 && (
				<>
					<Refresh again={harvests.again} />
					<SectionTable label="Harvests" columns={columns} acts>
						{harvests.value.map((harvest) => (
							<HarvestRow key={harvest.number} harvest={harvest} />
						))}
					</SectionTable>
				</>
			)}
		</>
	);
}

function HarvestRow({ harvest }: { harvest: Harvest }) {
	const { number, name, next, every_seconds, last_complete: complete, totals, last } = harvest;
	const act = { what: `harvest ${number}`, fields: { number: String(number) } };
	const question = `Remove the harvest ${name}? Its links stay.`;
	return (
		<tr>
			<td>{number}</td>
			<th scope="row" class="harvest-name">
				<code>{name}</code>
				{last?.problem && <p class="wrong">{last.problem}</p>}
				{last?.notes.map((note) => (
					<p class="note" key={note}>
						{note}
					</p>
				))}
				<LoadOfRun harvest={harvest} />
			</th>
			<td>
				{harvestConditionText(harvest)}
				<Progress harvest={harvest} />
			</td>
			<td>{everyText(every_seconds)}</td>
			<td>{momentText(next)}</td>
			<td>{momentText(complete)}</td>
			<td>{countText(totals.records)}</td>
			<td>{countText(totals.links)}</td>
			<td>{countText(totals.failures)}</td>
			<td>
				<div class="actions">
					<ActButton {...act} form="startHarvest" does="Start now" />
					{next !== null && <ActButton {...act} form="pauseHarvest" does="Pause" />}
					<ScheduleChange harvest={harvest} />
					<Confirmed {...act} form="removeHarvest" does="Remove" question={question} />
				</div>
			</td>
		</tr>
	);
}

function Progress({ harvest: { number, run } }: { harvest: Harvest }) {
	if (run === null || run.total === null) return null;
	return <progress value={run.records} max={Math.max(1, run.total)} aria-label={`Progress of harvest ${number}`} />;
}

function LoadOfRun({ harvest: { number, run, last } }: { harvest: Harvest }) {
	const load = run?.load ?? last?.load;
	if (!load) return null;
	return (
		<p class="note">
			<a href={loadPath(load)}>
				Load of {run?.load ? 'this' : 'the last'} run<span class="visually-hidden"> of harvest {number}</span>
			</a>
		</p>
	);
}

function ScheduleChange({ harvest: { number, every_seconds } }: { harvest: Harvest }) {
	return (
		<details class="confirmed">
			<summary class="button">
				Schedule<span class="visually-hidden"> of harvest {number}</span>
			</summary>
			<OperatorForm name="changeHarvest" fields={{ number: String(number) }}>
				<Schedule none="on request only" initially={every_seconds} id={`every-${number}`} />
				<button type="submit">
					Change<span class="visually-hidden"> the schedule of harvest {number}</span>
				</button>
			</OperatorForm>
		</details>
	);
}
