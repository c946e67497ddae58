// In which years those that cite the works of a report were published, as bars; knows no request.
import { Bar, barsHeight, Scales, scalesOf, summaryOf } from '../shell/bars.tsx';
import { useMeasuredWidth } from '../shell/measured-width.ts';
import { type YearBin, yearBins } from '../year-bins.ts';

const narrowest = 240;
const pixelsPerBar = 12;

/** Renders the sums of the years. */
export function CitedPlot({ years }: { years: readonly (readonly [year: number, works: number])[] }) {
	const [ref, measured] = useMeasuredWidth<HTMLDivElement>();
	const width = Math.max(narrowest, measured);
	// They are not told by type; drawn as literature, which most of them are.
	const bins = yearBins(new Map([['literature', years]]), Math.floor(width / pixelsPerBar));
	return (
		<div class="cited-plot" ref={ref}>
			{bins.length > 0 ? (
				<Bars bins={bins} width={width} />
			) : (
				<p class="note">No work with a year of publication cites any of them.</p>
			)}
		</div>
	);
}

function Bars({ bins, width }: { bins: readonly YearBin[]; width: number }) {
	const { x, y } = scalesOf(bins, width);
	return (
		<svg
			width={width}
			height={barsHeight}
			viewBox={`0 0 ${width} ${barsHeight}`}
			role="img"
			aria-label={`Works that cite any of these, by their year of publication. ${summaryOf(bins)}`}
		>
			<Scales bins={bins} width={width} x={x} y={y} />
			{bins.map((bin, at) => (
				<Bar key={bin.from} bin={bin} left={x(at) ?? 0} width={x.bandwidth()} y={y} out={false} />
			))}
		</svg>
	);
}
