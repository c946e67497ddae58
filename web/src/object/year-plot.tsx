// The number of works of the chosen relation, and their plot by year and type, on which a range of
// years is chosen.

import { useRef } from 'preact/hooks';
import { plotAxes } from '../../../src/http/pages/object/work-choices.ts';
import { countText } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import type { YearRange } from '../address/parts.ts';
import { goTo } from '../navigation.ts';
import { relationTitle, typeNames, typeTitle } from '../relations.ts';
import { useMeasuredWidth } from '../shell/measured-width.ts';
import { PictureButtons } from '../shell/picture-buttons.tsx';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { TypeMark } from '../shell/type-mark.tsx';
import { wholeAddress } from '../site/site.ts';
import { binTitle, type YearBin, type YearCounts, yearBins } from '../year-bins.ts';
import type { Facets } from './facets.ts';
import { useFacets } from './links.ts';
import { countsOf, type Shown } from './work.ts';
import { YearBars } from './year-bars.tsx';

type Props = { shown: Shown };
type Axis = (typeof plotAxes)[number];

const pixelsPerBin = 11;
/** The width of the plot until its place is measured. */
const usualWidth = 560;
const mostRows = 60;
/** Where a smaller share of the works has a known year of publication, the years of the links are shown. */
const fewestKnown = 0.1;

/** Renders the number, and the plot below it. */
export function YearPlot({ shown }: Props) {
	const { view, relation, work } = shown;
	const count = countsOf(work, view.groupBy)[relation];
	return (
		<section class="plot" aria-labelledby="sum">
			<p class="sum" id="sum">
				{relation !== 'all' && `${relationTitle[relation]} `}
				<strong class="number">{countText(count)}</strong> {unitOf(relation, count)}
			</p>
			<div class="per-year">
				<PerYear shown={shown} />
			</div>
		</section>
	);
}

/** Counts of one relation are works; a work with two relations has two relationships. */
function unitOf(relation: Shown['relation'], count: number): string {
	if (relation === 'all') return count === 1 ? 'relationship with another work' : 'relationships with other works';
	return count === 1 ? 'work' : 'works';
}

/**
 * Renders the plot by year of publication or of the link: by the latter where few years of
 * publication are known, unless the address names one of them.
 */
function PerYear({ shown }: Props) {
	const { view, relation } = shown;
	const published = useFacets(shown, ['type', 'years']);
	const linked = useFacets(shown, ['type', 'from', 'to']);
	const total = published.value?.total ?? 0;
	const known = countedIn(published.value?.years ?? new Map());
	const isFallback =
		view.axis === undefined && known < fewestKnown * total && countedIn(linked.value?.linkYears ?? new Map()) > 0;
	const axis: Axis = view.axis ?? (isFallback ? 'link' : 'publication');
	const { value, loading } = axis === 'link' ? linked : published;
	if (published.value && total === 0 && (axis === 'publication' || linked.value?.total === 0)) return null;
	return (
		<>
			<div class="plot-head">
				<h2>{relationTitle[relation]}, per year</h2>
				<nav class="switch small" aria-label="Which year">
					{plotAxes.map((one) => (
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
			{isFallback && (
				<p class="note">
					By year of the link: {known === 0 ? 'no' : `only ${countText(known)} of ${countText(total)}`} works have a
					known year of publication.
				</p>
			)}
			<Plot shown={shown} axis={axis} plotted={value && plottedBy(axis, value)} loading={loading} />
		</>
	);
}

function plottedBy(axis: Axis, { total, byType, years, linkYears }: Facets): Plotted {
	return { total, byType, years: axis === 'link' ? linkYears : years };
}

type PlotProps = Props & { axis: Axis; plotted: Plotted | undefined; loading: boolean };
/** The counts that a plot shows. */
type Plotted = Pick<Facets, 'total' | 'byType' | 'years'>;

function Plot({ shown: { view, relation }, axis, plotted, loading }: PlotProps) {
	const [frame, measured] = useMeasuredWidth<HTMLDivElement>();
	const width = measured || usualWidth;
	const drawing = useRef<SVGSVGElement>(null);
	const counts = plotted && ofType(plotted.years, view);
	const bins = counts ? yearBins(counts, Math.max(12, Math.floor(width / pixelsPerBin))) : [];
	const chosen = axis === 'publication' ? view.years : yearsOfDates(view);
	const choose = (years: YearRange | undefined, replace: boolean) => goTo(withYears(view, axis, years), { replace });
	const counted = counts ? countedIn(counts) : 0;
	const total = plotted ? totalOf(plotted, view) : 0;
	const years = axis === 'publication' ? 'publication' : 'the link';
	const title = `${relationTitle[relation]}: ${view.id}, per year of ${years}`;
	return (
		<>
			<div class="plot-frame" ref={frame} aria-busy={loading}>
				{bins.length > 0 && (
					<YearBars
						bins={bins}
						width={width}
						isMeasured={measured > 0}
						chosen={chosen}
						choose={choose}
						drawing={drawing}
						title={title}
					/>
				)}
				{plotted && counted === 0 && <p class="note">No year is known for any of these works.</p>}
				{!plotted && <p class="waiting">Counting …</p>}
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
					<a href={writeView(withYears(view, axis, undefined))}>
						{binTitle({ from: chosen.from ?? bins[0]?.from ?? 0, to: chosen.to ?? bins.at(-1)?.to ?? 0 })} chosen: show
						all years
					</a>
				)}
				{axis === 'publication' && counted > 0 && total > counted && (
					<span class="note">{countText(total - counted)} without a known year</span>
				)}
				{bins.length > 0 && (
					<PictureButtons
						drawing={drawing}
						name={`${relation}-per-year-${view.id}`}
						caption={(svg) => ({
							title,
							source: wholeAddress(writeView(view)),
							legend: typeNames.flatMap((type) => {
								const of = svg.querySelector(`.bar.type-${type}`);
								return of ? [{ text: typeTitle[type], of }] : [];
							}),
						})}
					/>
				)}
				{counts && counted > 0 && <CountTable bins={yearBins(counts, mostRows)} />}
			</div>
		</>
	);
}

function CountTable({ bins }: { bins: readonly YearBin[] }) {
	const types = typeNames.filter((type) => bins.some(({ counts }) => counts[type] > 0));
	return (
		<details class="as-table">
			<summary>Show as a table</summary>
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
	// The axis is named: among the links that are left, more years of publication may be known.
	return changed(view, { axis, from: day(years?.from, '01-01'), to: day(years?.to, '12-31') });
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

function totalOf({ total, byType }: Plotted, { type }: ObjectView): number {
	return type === undefined ? total : byType[type];
}

function countedIn(counts: YearCounts): number {
	return [...counts.values()].flat().reduce((sum, [, count]) => sum + count, 0);
}
