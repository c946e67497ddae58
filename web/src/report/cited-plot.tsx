// In which years those that cite the works of a report were published, as bars.
import { Bar, barsHeight, Scales, scalesOf, summaryOf } from '../shell/bars.tsx';
import { useMeasuredWidth } from '../shell/measured-width.ts';
import { yearBins } from '../year-bins.ts';

const narrowest = 240;
/** That of a phone, until it is measured. */
const widthAtFirst = 360;
const pixelsPerBar = 12;

/** Renders the sums of the years. */
export function CitedPlot({ years }: { years: readonly (readonly [year: number, works: number])[] }) {
	const [ref, measured] = useMeasuredWidth<HTMLDivElement>();
	const width = Math.max(narrowest, measured || widthAtFirst);
	// They are not counted by type; drawn as literature, which most of them are.
	const bins = yearBins(new Map([['literature', years]]), Math.floor(width / pixelsPerBar));
	if (bins.length === 0) return <p class="note">No citing work has a known year of publication.</p>;
	const { x, y } = scalesOf(bins, width);
	return (
		<div class="cited-plot" ref={ref}>
			<svg
				width={width}
				height={barsHeight}
				viewBox={`0 0 ${width} ${barsHeight}`}
				role="img"
				aria-label={`Citing works by year of publication. ${summaryOf(bins)}`}
			>
				<Scales bins={bins} width={width} x={x} y={y} />
				{bins.map((bin, at) => (
					<Bar key={bin.from} bin={bin} left={x(at) ?? 0} width={x.bandwidth()} y={y} out={false} />
				))}
			</svg>
		</div>
	);
}
