// Links per year by type, on which a range of years is chosen; knows how to draw and to choose, not
// how to count.
import { useRef } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import type { YearRange } from '../address/parts.ts';
import { apiAddress, resultParameters } from '../api/api-address.ts';
import type { TypeCounts } from '../api/facets.ts';
import { askLinkYears, mostLinksRead } from '../api/link-years.ts';
import { type Loaded, useLoaded } from '../loading.ts';
import { goTo } from '../navigation.ts';
import { relationTitle, typeNames, typeTitle } from '../relations.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useMeasuredWidth } from '../shell/measured-width.ts';
import { PictureButtons } from '../shell/picture-buttons.tsx';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { TypeMark } from '../shell/type-mark.tsx';
import { binTitle, type YearBin, type YearCounts, yearBins } from '../year-bins.ts';
import { type Shown, useResultFacets } from './result-facets.ts';
import { YearBars } from './year-bars.tsx';

type Props = { shown: Shown };
type Axis = 'publication' | 'link';

const pixelsPerBin = 11;

/**
 * Renders the plot: by year of publication, or by year of the link where that is asked for or no
 * other is known.
 */
export function YearPlot({ shown }: Props) {
	const { view, relation } = shown;
	const published = useResultFacets(shown, ['type', 'years']);
	const total = published.value?.total ?? 0;
	const noneKnown = total > 0 && countedIn(published.value?.years ?? new Map()) === 0;
	// Of more links it is a request for each year: whoever wants that asks for it.
	const axis: Axis = view.axis ?? (noneKnown && total <= mostLinksRead ? 'link' : 'publication');
	const everyDay = { ...resultParameters(view, relation), type: undefined, from: undefined, to: undefined };
	const linked = useLoaded(axis === 'link' ? apiAddress(everyDay) : undefined, () => askLinkYears(everyDay));
	const plotted = axis === 'link' ? linked : published;
	if (published.value && total === 0 && (axis === 'publication' || linked.value?.total === 0)) return null;
	// What is wrong with the question is said where the links are listed.
	if (plotted.failure?.status === 400) return null;
	return (
		<section class="plot" aria-labelledby="plot" aria-busy={plotted.loading}>
			<div class="plot-head">
				<h2 id="plot">{relationTitle[relation]}, per year</h2>
				<nav class="switch small" aria-label="Which year">
					{(['publication', 'link'] as const).map((one) => (
						<a
							key={one}
							href={writeView(changed(view, { axis: one }))}
							aria-current={one === axis ? 'page' : undefined}
						>
							{one === 'publication' ? 'of publication' : 'of the link'}
						</a>
					))}
				</nav>
			</div>
			{plotted.failure ? (
				<FailureNotice failure={plotted.failure} />
			) : (
				<Plot shown={shown} axis={axis} plotted={plotted} />
			)}
		</section>
	);
}

function Plot({ shown: { view, relation }, axis, plotted }: Props & { axis: Axis; plotted: Loaded<TypeCounts> }) {
	const [frame, width] = useMeasuredWidth<HTMLDivElement>();
	const drawing = useRef<SVGSVGElement>(null);
	const counts = plotted.value && ofType(plotted.value.years, view);
	const bins = counts && width > 0 ? yearBins(counts, Math.max(12, Math.floor(width / pixelsPerBin))) : [];
	const chosen = axis === 'publication' ? view.years : yearsOfDates(view);
	const choose = (years: YearRange | undefined, replace: boolean) => goTo(withYears(view, axis, years), { replace });
	const counted = counts ? countedIn(counts) : 0;
	const total = plotted.value ? totalOf(plotted.value, view) : 0;
	const title = `${relationTitle[relation]}: ${view.id}, per year of ${axis === 'publication' ? 'publication' : 'the link'}`;
	return (
		<>
			<div class="plot-frame" ref={frame}>
				{bins.length > 0 && (
					<YearBars bins={bins} width={width} chosen={chosen} choose={choose} drawing={drawing} title={title} />
				)}
				{plotted.value && counted === 0 && <p class="note">No year is known of any of them.</p>}
				{!plotted.value && <p class="waiting">Counting …</p>}
			</div>
			<div class="plot-foot">
				<ul class="legend">
					{typeNames
						.filter((type) => counts?.get(type)?.some(([, count]) => count > 0))
						.map((type) => (
							<li key={type}>
								<TypeMark type={type} />
							</li>
						))}
				</ul>
				{chosen && (
					<button type="button" class="quiet" onClick={() => choose(undefined, false)}>
						{binTitle({ from: chosen.from ?? bins[0]?.from ?? 0, to: chosen.to ?? bins.at(-1)?.to ?? 0 })} chosen: show
						all years
					</button>
				)}
				{axis === 'publication' && counted > 0 && total > counted && (
					<span class="note">{(total - counted).toLocaleString('en')} without a known year</span>
				)}
				{bins.length > 0 && (
					<PictureButtons
						drawing={drawing}
						name={`${relation}-per-year-${view.id}`}
						caption={(svg) => ({
							title,
							source: location.href,
							legend: typeNames.flatMap((type) => {
								const of = svg.querySelector(`.bar.type-${type}`);
								return of ? [{ text: typeTitle[type], of }] : [];
							}),
						})}
					/>
				)}
			</div>
			{bins.length > 0 && <CountTable bins={bins} />}
		</>
	);
}

function CountTable({ bins }: { bins: readonly YearBin[] }) {
	const types = typeNames.filter((type) => bins.some(({ counts }) => counts[type] > 0));
	return (
		<details class="as-table">
			<summary>The same as a table</summary>
			<ScrollingTable label="Counts per year">
				<thead>
					<tr>
						<th scope="col">Year</th>
						{types.map((type) => (
							<th scope="col" key={type} class="amount">
								{typeTitle[type]}
							</th>
						))}
						<th scope="col" class="amount">
							All
						</th>
					</tr>
				</thead>
				<tbody>
					{bins.map((bin) => (
						<tr key={bin.from}>
							<th scope="row">{binTitle(bin)}</th>
							{types.map((type) => (
								<td key={type} class="amount">
									{bin.counts[type]}
								</td>
							))}
							<td class="amount">{bin.total}</td>
						</tr>
					))}
				</tbody>
			</ScrollingTable>
		</details>
	);
}

function withYears(view: ObjectView, axis: Axis, years: YearRange | undefined): ObjectView {
	if (axis === 'publication') return changed(view, { years });
	const day = (year: number | undefined, rest: string) =>
		year === undefined ? undefined : `${String(year).padStart(4, '0')}-${rest}`;
	return changed(view, { from: day(years?.from, '01-01'), to: day(years?.to, '12-31') });
}

function yearsOfDates({ from, to }: ObjectView): YearRange | undefined {
	if (from === undefined && to === undefined) return undefined;
	return {
		from: from === undefined ? undefined : Number(from.slice(0, 4)),
		to: to === undefined ? undefined : Number(to.slice(0, 4)),
	};
}

function ofType(counts: YearCounts, { type }: ObjectView): YearCounts {
	return type === undefined ? counts : new Map([[type, counts.get(type) ?? []]]);
}

function totalOf({ total, byType }: TypeCounts, { type }: ObjectView): number {
	return type === undefined ? total : byType[type];
}

function countedIn(counts: YearCounts): number {
	return [...counts.values()].flat().reduce((sum, [, count]) => sum + count, 0);
}
