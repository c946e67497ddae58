// The filters of a view: type, years, dates of the link and words; every change changes the address
// and nothing else.
import type { InputHTMLAttributes } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import { changed, isFiltered, type ObjectView, unfiltered } from '../address/object-view.ts';
import type { YearRange } from '../address/parts.ts';
import { apiAddress, pageParameters } from '../api/api-address.ts';
import { askLinks } from '../api/broker-api.ts';
import { useLoaded } from '../loading.ts';
import { goTo } from '../navigation.ts';
import { type ObjectTypeName, type RelationChoice, typeNames } from '../relations.ts';
import { FilterPanel } from '../shell/filter-panel.tsx';
import { TypeMark } from '../shell/type-mark.tsx';
import { countByType } from '../year-bins.ts';
import { FacetFilters } from './facet-filters.tsx';
import { type Shown, useResultFacets } from './result-facets.ts';

type Props = { shown: Shown };

/** Renders the filters in their panel. */
export function Filters({ shown }: Props) {
	const { type, years, from, to, q, via, subtype } = shown.view;
	const active = [type, years, from ?? to, q, via, subtype].filter((filter) => filter !== undefined).length;
	return (
		<FilterPanel active={active}>
			<FilterForm shown={shown} />
		</FilterPanel>
	);
}

function FilterForm({ shown }: Props) {
	const { view, relation } = shown;
	return (
		<div class="filters">
			{isFiltered(view) && (
				<p>
					<a class="button" href={writeView(unfiltered(view))}>
						Clear all filters
					</a>
				</p>
			)}
			<TypeFilter shown={shown} />
			<FacetFilters shown={shown} />
			<TextFilters view={view} relation={relation} />
		</div>
	);
}

function TypeFilter({ shown }: Props) {
	const { view } = shown;
	const { value } = useResultFacets(shown, ['type', 'years']);
	const counts = value && countByType(value.byType, value.years, view.years);
	const name = useId();
	const option = (type: ObjectTypeName | undefined) => (
		<label key={type ?? 'all'} class="choice">
			<input type="radio" name={name} checked={view.type === type} onChange={() => goTo(changed(view, { type }))} />
			{type ? <TypeMark type={type} /> : <span>All types</span>}{' '}
			{counts && <span class="count">{sumOf(counts, type).toLocaleString('en')}</span>}
		</label>
	);
	return (
		<fieldset>
			<legend>Type of the other work</legend>
			{option(undefined)}
			{typeNames.map(option)}
		</fieldset>
	);
}

function sumOf(counts: Readonly<Record<ObjectTypeName, number>>, type: ObjectTypeName | undefined): number {
	return type ? counts[type] : typeNames.reduce((sum, each) => sum + counts[each], 0);
}

/** What is typed takes effect when it is complete: on Enter, or with the button. */
function TextFilters({ view, relation }: Omit<Shown, 'work'>) {
	const [draft, setDraft] = useDraft(view);
	const [problem, setProblem] = useState<string>();
	const refused = useRefusedQuery(view, relation);
	const id = useId();
	const field = (name: keyof typeof draft) => ({
		id: `${id}-${name}`,
		value: draft[name],
		onInput: (event: { currentTarget: HTMLInputElement }) => setDraft({ ...draft, [name]: event.currentTarget.value }),
	});
	const apply = () => {
		const years = readYearTexts(draft);
		if (years === 'backwards' || (draft.from && draft.to && draft.from > draft.to)) {
			setProblem('The end lies before the beginning.');
			return;
		}
		setProblem(undefined);
		const { q, from, to } = draft;
		goTo(changed(view, { q: q.trim() || undefined, from: from || undefined, to: to || undefined, years }));
	};
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				apply();
			}}
		>
			<div class="field">
				<label for={`${id}-q`}>Words</label>
				<input
					{...field('q')}
					type="search"
					spellcheck={false}
					autocomplete="off"
					aria-invalid={refused !== undefined}
					aria-describedby={`${id}-q-note`}
					placeholder="title:corner"
				/>
				<p class={refused ? 'note wrong' : 'note'} id={`${id}-q-note`}>
					{refused ?? 'Also “phrases”, AND OR NOT, prefix*, title: creator: journal: provider: year:[2016 TO 2018]'}
				</p>
			</div>
			<Pair
				title="Year of publication"
				from={{ ...field('firstYear'), ...fourDigits }}
				to={{ ...field('lastYear'), ...fourDigits }}
			/>
			<Pair title="Date of the link" from={{ ...field('from'), type: 'date' }} to={{ ...field('to'), type: 'date' }} />
			{problem && (
				<p class="wrong" role="alert">
					{problem}
				</p>
			)}
			<button type="submit">Apply</button>
		</form>
	);
}

type Field = InputHTMLAttributes<HTMLInputElement> & { id: string };

const fourDigits = { inputMode: 'numeric', pattern: '\\d{4}', title: 'Four digits', maxLength: 4 } as const;

function Pair({ title, from, to }: { title: string; from: Field; to: Field }) {
	return (
		<fieldset class="pair">
			<legend>{title}</legend>
			<label for={from.id}>From</label>
			<input {...from} />
			<label for={to.id}>To</label>
			<input {...to} />
		</fieldset>
	);
}

/** What the broker says against the words that the address holds; nothing where it takes them. */
function useRefusedQuery(view: ObjectView, relation: RelationChoice): string | undefined {
	const parameters = pageParameters(view, relation);
	const { failure } = useLoaded(view.q === undefined ? undefined : apiAddress(parameters), () => askLinks(parameters));
	return view.q === undefined || failure?.status !== 400 ? undefined : (failure.fields.q ?? failure.message);
}

/** What is typed, until the address says something else. */
function useDraft(view: ObjectView) {
	const { q = '', from = '', to = '' } = view;
	const { firstYear, lastYear } = yearTexts(view.years);
	const [draft, setDraft] = useState({ q, from, to, firstYear, lastYear });
	useEffect(() => setDraft({ q, from, to, firstYear, lastYear }), [q, from, to, firstYear, lastYear]);
	return [draft, setDraft] as const;
}

function yearTexts(years: YearRange | undefined): { firstYear: string; lastYear: string } {
	return { firstYear: years?.from?.toString() ?? '', lastYear: years?.to?.toString() ?? '' };
}

function readYearTexts({
	firstYear,
	lastYear,
}: {
	firstYear: string;
	lastYear: string;
}): YearRange | undefined | 'backwards' {
	const from = firstYear === '' ? undefined : Number(firstYear);
	const to = lastYear === '' ? undefined : Number(lastYear);
	if (from !== undefined && to !== undefined && from > to) return 'backwards';
	return from === undefined && to === undefined ? undefined : { from, to };
}
