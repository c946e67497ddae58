// The plot of the citing works of a report by year of publication.
import { Bar, barsHeight, Scales, scalesOf, summaryOf } from '../shell/bars.tsx';
import { useMeasuredWidth } from '../shell/measured-width.ts';
import { yearBins } from '../year-bins.ts';

const narrowest = 240;
/** The width of a phone, until it is measured. */
const widthAtFirst = 360;
const pixelsPerBar = 12;

/** Renders the number of citing works of each year. */
export function CitedPlot({ years }: { years: readonly (readonly [year: number, works: number])[] }) {
	const [ref, measured] = useMeasuredWidth<HTMLDivElement>();
	const width = Math.max(narrowest, measured || widthAtFirst);
	// The API counts them without types; they are drawn as literature, the most frequent type.
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
					<Bar key={bin.from} bin={bin} left={x(at)} width={x.bandwidth} y={y} out={false} />
				))}
			</svg>
		</div>
	);
}
