// The form for a new harvest: choose a service, narrow it, try its first page, create it.
import { useEffect, useState } from 'preact/hooks';
import type { HarvestPreview, HarvestService } from '../../../clients/typescript/src/operator-schemas.ts';
import { type SectionView, sectionPath, sectionView } from '../address/operator-view.ts';
import type { Failure } from '../asking/failure.ts';
import { usePosted } from '../posting/posted.ts';
import { OrderForm } from '../shell/order-form.tsx';
import { HarvestTrial } from './harvest-trial.tsx';
import { Field, OperatorForm, useFilled } from './operator-form.tsx';
import { everyText, usualIntervals } from './operator-words.ts';

type Services = { value: readonly HarvestService[] | undefined; failure: Failure | undefined };

/** Renders the choice of the service and, once it is chosen, its form. */
export function NewHarvest({ view, services }: { view: SectionView; services: Services }) {
	const { value = [] } = services;
	const chosen = value.find(({ name }) => name === view.service);
	const options = [['', 'Choose …'] as const, ...value.map(({ name, title }) => [name, title] as const)];
	return (
		<section class="panel new-harvest" aria-labelledby="new-harvest">
			<h2 id="new-harvest">New harvest</h2>
			<OrderForm
				view={sectionView('harvests', { service: chosen?.name })}
				choices={[{ label: 'Service', name: 'service', value: chosen?.name ?? '', options }]}
			/>
			{view.service !== undefined && chosen === undefined && services.value !== undefined && (
				<p class="wrong">
					There is no service <bdi>{view.service}</bdi>.
				</p>
			)}
			{chosen && <ServiceForm key={chosen.name} service={chosen} />}
		</section>
	);
}

function ServiceForm({ service }: { service: HarvestService }) {
	const posted = usePosted();
	const tried = posted?.form === 'tryHarvest' ? (posted.answer as HarvestPreview | undefined) : undefined;
	const [isWaiting, wait] = useState(false);
	useEffect(() => wait(false), [posted]);
	const missing = service.settings.filter(({ needed, set }) => needed && !set);
	return (
		<OperatorForm fields={{ service: service.name }} class="outcome" onSubmit={() => wait(true)}>
			<About service={service} />
			{missing.map(({ name, words }) => (
				<p class="notice warning" key={name}>
					{service.name} needs {words}. Then restart the broker.
				</p>
			))}
			<ServiceFields service={service} />
			<div class="actions">
				<button type="submit" name="form" value="tryHarvest" class="primary" disabled={missing.length > 0}>
					Try
				</button>
				<button type="submit" name="form" value="createHarvest" disabled={missing.length > 0}>
					Create
				</button>
				<a href={sectionPath('harvests')}>Cancel</a>
				<span class="note">Try asks for the first page and stores nothing.</span>
			</div>
			<div aria-live="polite">{isWaiting && <p class="waiting">Asking {service.name} …</p>}</div>
			{tried && <HarvestTrial preview={tried} />}
		</OperatorForm>
	);
}

function About({ service: { changes, needs_one_of: needed, whole_since } }: { service: HarvestService }) {
	const alternatives = [...needed, ...(whole_since ? ['from'] : [])];
	return (
		<p class="note">
			{changes === null ? 'Each run reads everything.' : `Later runs read what has changed, by ${changes}.`}
			{alternatives.length > 0 && ` Fill in at least one of these: ${alternatives.join(', ')}.`}
		</p>
	);
}

function ServiceFields({ service }: { service: HarvestService }) {
	const { filters, address, settings, changes, command } = service;
	const [, exampleAddress] = /--address (\S+)/.exec(command) ?? [];
	const takesToken = settings.some(({ name }) => name !== 'CONTACT_EMAIL');
	return (
		<div class="row-form">
			{filters.map(({ name }) => (
				<input key={name} type="hidden" name="filters" value={name} />
			))}
			{filters.map(({ name, meaning, example }) => (
				<Field
					key={name}
					name={`filter_${name}`}
					label={capital(name)}
					note={`${capital(meaning)}: ${example}`}
					autocomplete="off"
					spellcheck={false}
				/>
			))}
			{!takesToken && (
				<Field
					name="address"
					label="Address"
					note={address === null ? `The address of the service: ${exampleAddress}` : `Empty: ${address}`}
					required={address === null}
					autocomplete="off"
					spellcheck={false}
				/>
			)}
			<Field name="provider" label="Provider" note="For links for which the service names none" autocomplete="off" />
			{changes !== null && (
				<Field name="from" label="From" note="Begin with changes since this day. Empty: everything" type="date" />
			)}
			<Schedule none="once, now" initially={86_400} />
		</div>
	);
}

/** Renders the choice of a schedule, with one that is unusual. */
export function Schedule({ none, initially, id = 'every' }: { none: string; initially: number | null; id?: string }) {
	const filled = useFilled()?.every?.[0];
	const chosen = filled ?? String(initially ?? '');
	const intervals = new Set([...usualIntervals, ...(initially === null ? [] : [initially])]);
	return (
		<div class="field">
			<label for={id}>Schedule</label>
			<select id={id} name="every">
				<option value="" selected={chosen === ''}>
					{none}
				</option>
				{[...intervals]
					.sort((one, other) => one - other)
					.map((seconds) => (
						<option key={seconds} value={seconds} selected={chosen === String(seconds)}>
							{everyText(seconds)}
						</option>
					))}
			</select>
		</div>
	);
}

function capital(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
