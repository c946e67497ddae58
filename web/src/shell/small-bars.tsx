// Counts by year as small bars, with a text for screen readers.

import { countText } from '../../../src/links/words.ts';
import { largest } from '../extremes.ts';
import { binTitle, yearBins } from '../year-bins.ts';

const mostBars = 24;
const [barWidth, gap, height] = [5, 1, 24];

/** Renders the count of each year, or of several years, as one bar. */
export function SmallBars({ years }: { years: readonly (readonly [year: number, count: number])[] }) {
	const bins = yearBins(new Map([['unknown', years]]), mostBars);
	const most = Math.max(1, largest(bins.map(({ total }) => total)));
	const words = bins.filter(({ total }) => total > 0).map((bin) => `${binTitle(bin)}: ${countText(bin.total)}`);
	return (
		<svg
			class="small-bars"
			role="img"
			aria-label={words.join(', ')}
			width={bins.length * (barWidth + gap)}
			height={height}
			viewBox={`0 0 ${bins.length * (barWidth + gap)} ${height}`}
		>
			<title>{words.join('\n')}</title>
			{bins.map(({ from, total }, at) => {
				const tall = total === 0 ? 0 : Math.max(1.5, (total / most) * height);
				return (
					<rect key={from} class="bar" x={at * (barWidth + gap)} y={height - tall} width={barWidth} height={tall} />
				);
			})}
		</svg>
	);
}
