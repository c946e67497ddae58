// Stacked bars of counts per year, with their scales.

import { countText } from '../../../src/links/words.ts';
import { largest } from '../extremes.ts';
import { typeNames } from '../relations.ts';
import { binTitle, type YearBin } from '../year-bins.ts';
import { type BinScale, binScale, type CountScale, countScale } from './scales.ts';

/** The height of a drawing, and the room for its scales. */
export const barsHeight = 190;
export const barsEdge = { top: 16, right: 14, bottom: 26, left: 56 };
const widestBin = 160;

/** Creates the scales of bins for a width. */
export function scalesOf(bins: readonly YearBin[], width: number): { x: BinScale; y: CountScale } {
	const most = largest(bins.map(({ total }) => total));
	const right = Math.min(width - barsEdge.right, barsEdge.left + bins.length * widestBin);
	return {
		x: binScale(bins.length, [barsEdge.left, right]),
		y: countScale(most, [barsHeight - barsEdge.bottom, barsEdge.top]),
	};
}

/** Renders the grid lines with their counts, and the years below. */
export function Scales({ bins, width, x, y }: { bins: readonly YearBin[]; width: number; x: BinScale; y: CountScale }) {
	const every = Math.ceil(bins.length / Math.max(2, Math.floor((width - barsEdge.left) / 58)));
	return (
		<g class="scales">
			{y.ticks.map((tick) => (
				<g key={tick}>
					<line class="grid" x1={barsEdge.left} x2={width - barsEdge.right} y1={y(tick)} y2={y(tick)} />
					<text class="tick" x={barsEdge.left - 8} y={y(tick) + 4} text-anchor="end">
						{countText(tick)}
					</text>
				</g>
			))}
			{bins.map(
				({ from }, at) =>
					at % every === 0 && (
						<text class="tick" key={from} x={x(at) + x.bandwidth / 2} y={barsHeight - 8} text-anchor="middle">
							{from}
						</text>
					),
			)}
		</g>
	);
}

/** Renders one bin; `out`: outside the chosen years, and paler. */
export function Bar({
	bin,
	left,
	width,
	y,
	out,
}: {
	bin: YearBin;
	left: number;
	width: number;
	y: CountScale;
	out: boolean;
}) {
	let below = 0;
	return (
		<g class={out ? 'year out' : 'year'}>
			<title>{`${binTitle(bin)}: ${bin.total}`}</title>
			<rect
				class="reach"
				x={left}
				y={barsEdge.top}
				width={width}
				height={barsHeight - barsEdge.top - barsEdge.bottom}
			/>
			{typeNames.map((type) => {
				const count = bin.counts[type];
				if (count === 0) return null;
				const bottom = y(below);
				below += count;
				const top = y(below);
				return (
					<rect
						key={type}
						class={`bar type-${type}`}
						x={left}
						y={top}
						width={width}
						height={Math.max(1, bottom - top - 1)}
					/>
				);
			})}
		</g>
	);
}

/** Describes the bars in words. */
export function summaryOf(bins: readonly YearBin[]): string {
	const peak = bins.reduce((best, bin) => (bin.total > best.total ? bin : best));
	const first = bins[0] ?? peak;
	const last = bins.at(-1) ?? peak;
	return `From ${first.from} to ${last.to}; most in ${binTitle(peak)}: ${peak.total}.`;
}
