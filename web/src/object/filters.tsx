// The filters of a view in one GET form: type, version, relation as stated, words, years and dates.

import type { ComponentProps } from 'preact';
import type { Work } from '../../../clients/typescript/src/schemas.ts';
import { sortVersions } from '../../../src/links/version-order.ts';
import { countText } from '../../../src/links/words.ts';
import { flagPhrase } from '../../../src/search/flags/left-out.ts';
import { writeView } from '../address/address.ts';
import { changed, isFiltered, type ObjectView, unfiltered } from '../address/object-view.ts';
import type { Failure } from '../asking/failure.ts';
import { relationNames, typeNames } from '../relations.ts';
import { FilterPanel } from '../shell/filter-panel.tsx';
import { TypeChoice } from '../shell/type-choice.tsx';
import { ViewField, ViewForm } from '../shell/view-form.tsx';
import { countByType } from '../year-bins.ts';
import type { Counted, CountedVersion } from './facets.ts';
import { useFacets } from './links.ts';
import { nameOf } from './versions.ts';
import type { Shown } from './work.ts';

const fields = ['type', 'via', 'subtype', 'q', 'publication_year', 'first_year', 'last_year', 'from', 'to'];

/** Renders the filters in their panel; `failure` is that of the links. */
export function Filters({ shown, failure }: { shown: Shown; failure: Failure | undefined }) {
	const { view } = shown;
	const { type, years, from, to, q, via, subtype, flagged } = view;
	const active = [type, years, from ?? to, q, via, subtype, flagged].filter((filter) => filter !== undefined).length;
	return (
		<FilterPanel active={active}>
			<ViewForm class="filters at-once" view={changed(view, {})} names={fields}>
				{isFiltered(view) && (
					<p>
						<a class="button" href={writeView(unfiltered(view))}>
							Clear all filters
						</a>
					</p>
				)}
				<TypeFilter shown={shown} />
				{view.groupBy === 'version' && <ValueFilter name="via" shown={shown} />}
				<ValueFilter name="subtype" shown={shown} />
				<Words view={view} failure={failure} />
				<Pair
					title="Year of publication"
					from={{ ...fourDigits, name: 'first_year', value: years?.from?.toString() ?? '' }}
					to={{ ...fourDigits, name: 'last_year', value: years?.to?.toString() ?? '' }}
				/>
				<Pair
					title="Date of the link"
					from={{ type: 'date', name: 'from', value: from ?? '' }}
					to={{ type: 'date', name: 'to', value: to ?? '' }}
				/>
				<button type="submit">Apply</button>
			</ViewForm>
		</FilterPanel>
	);
}

function TypeFilter({ shown }: { shown: Shown }) {
	const { view } = shown;
	const { value } = useFacets(shown, ['type', 'years']);
	const counts = value && countByType(value.byType, value.years, view.years);
	const total = counts && typeNames.reduce((sum, type) => sum + counts[type], 0);
	return (
		<TypeChoice
			legend="Type of the linked work"
			chosen={view.type}
			countOf={(type) => (type === undefined ? total : counts?.[type])}
		/>
	);
}

const titles = { via: 'Linked version', subtype: 'Relation as stated' } as const;
type ValueName = keyof typeof titles;

/** Renders a filter with the values of the result, counted without this filter. */
function ValueFilter({ name, shown }: { name: ValueName; shown: Shown }) {
	const { value } = useFacets(shown, [name]);
	const counts = name === 'via' ? countsOfVersions(value?.versions ?? []) : (value?.subtypes ?? []);
	const chosen = shown.view[name];
	if (chosen === undefined && counts.length < 2) return null;
	const titleOf = (key: string) => (name === 'via' ? versionTitle(shown.work, key) : key);
	return (
		<div class="field">
			<label for={`filter-${name}`}>{titles[name]}</label>
			<select id={`filter-${name}`} name={name} value={chosen ?? ''}>
				<option value="">All</option>
				{withChosen(counts, chosen).map(([key, count]) => (
					<option key={key} value={key}>
						{titleOf(key)} ({countText(count)})
					</option>
				))}
			</select>
		</div>
	);
}

/** Lists versions in their order, the newest first. */
function countsOfVersions(versions: readonly CountedVersion[]): readonly Counted[] {
	return sortVersions(versions).map(({ key, count }) => [key, count]);
}

/** Names the version that a filter chooses, by any of its identifiers. */
function versionTitle(work: Work, key: string): string {
	const counted = relationNames.flatMap((name) => work.facets?.version[name].via?.buckets ?? []);
	const found = [...work.family.versions, ...counted].find(({ Identifiers }) =>
		Identifiers.some(({ ID, IDScheme }) => key === `${IDScheme}:${ID}` || key === ID),
	);
	return found ? nameOf(found) : key;
}

/** Keeps the value of the address even if the result does not contain it. */
function withChosen(counts: readonly Counted[], chosen: string | undefined): readonly Counted[] {
	if (chosen === undefined || counts.some(([key]) => key === chosen)) return counts;
	return [...counts, [chosen, 0]];
}

/** Renders the field for words, with the problem of words that cannot be read. */
function Words({ view: { q }, failure }: { view: ObjectView; failure: Failure | undefined }) {
	const refused = q !== undefined && failure?.status === 400 ? (failure.fields.q ?? failure.message) : undefined;
	return (
		<div class="field">
			<label for="filter-q">Words</label>
			<ViewField
				id="filter-q"
				name="q"
				value={q ?? ''}
				type="search"
				spellcheck={false}
				autocomplete="off"
				aria-invalid={refused !== undefined}
				aria-describedby="filter-q-note"
				placeholder="title:corner"
			/>
			<p class={refused ? 'note wrong' : 'note'} id="filter-q-note">
				{refused ?? 'Also “phrases”, AND, OR, NOT, prefix*, title: creator: journal: provider: year:[2016 TO 2018]'}
			</p>
		</div>
	);
}

type Field = ComponentProps<typeof ViewField> & { name: string };

const fourDigits = { inputMode: 'numeric', pattern: '\\d{4}', title: 'Four digits', maxLength: 4 } as const;

function Pair({ title, from, to }: { title: string; from: Field; to: Field }) {
	return (
		<fieldset class="pair">
			<legend>{title}</legend>
			<label for={`filter-${from.name}`}>From</label>
			<ViewField id={`filter-${from.name}`} {...from} />
			<label for={`filter-${to.name}`}>To</label>
			<ViewField id={`filter-${to.name}`} {...to} />
		</fieldset>
	);
}

/** Renders the chosen version, wording and flags as chips, each with a link that removes it. */
export function FilterChips({ view, work }: Pick<Shown, 'view' | 'work'>) {
	const { via, subtype, flagged } = view;
	const chosen = {
		...(via !== undefined && { via: `${titles.via}: ${versionTitle(work, via)}` }),
		...(subtype !== undefined && { subtype: `${titles.subtype}: ${subtype}` }),
		...(flagged && { flagged: `Only links ${flagged.map((flag) => flagPhrase[flag]).join(', or ')}` }),
	};
	if (Object.keys(chosen).length === 0) return null;
	return (
		<ul class="chips" aria-label="Filters that are set">
			{Object.entries(chosen).map(([name, filter]) => (
				<li key={name}>
					<a
						class="chip"
						href={writeView(changed(view, { [name]: undefined }))}
						aria-label={`Remove the filter ${filter}`}
					>
						{filter} <span aria-hidden="true">×</span>
					</a>
				</li>
			))}
		</ul>
	);
}
