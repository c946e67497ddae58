// Draws numbers of works by year as small bars; knows no page around them.
import { html, type Markup } from '../../answers/html.ts';

/** Counts the works of one year, or of several where single ones would be too thin to see. */
export type Bar = { from: number; to: number; count: number };

const mostBars = 24;
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const height = 100;

/** Sums the counts of some years up to bars without gaps, as few as can be seen. */
export function barsOf(counts: readonly (readonly [year: number, count: number])[]): Bar[] {
	const years = counts.map(([year]) => year);
	const [first, last] = [Math.min(...years), Math.max(...years)];
	const at = (year: number, step: number) => Math.floor(year / step);
	const step = steps.find((size) => at(last, size) - at(first, size) < mostBars) ?? 1_000;
	const bars = Array.from({ length: at(last, step) - at(first, step) + 1 }, (_, place) => {
		const from = (at(first, step) + place) * step;
		return { from, to: from + step - 1, count: 0 };
	});
	for (const [year, count] of counts) {
		const bar = bars[at(year, step) - at(first, step)];
		if (bar) bar.count += count;
	}
	return bars;
}

/** Writes the years of a bar: `2017`, or `2010–2014`. */
export function nameOfBar({ from, to }: Bar): string {
	return from === to ? String(from) : `${from}–${to}`;
}

/** Draws the bars, with what they say in words; nothing where there is no year. */
export function yearBars(counts: readonly (readonly [year: number, count: number])[]): Markup | undefined {
	if (counts.length === 0) return undefined;
	const bars = barsOf(counts);
	const most = Math.max(...bars.map(({ count }) => count));
	const told = bars
		.filter(({ count }) => count > 0)
		.map((bar) => `${nameOfBar(bar)}: ${bar.count.toLocaleString('en')}`);
	const rects = bars.map(({ count }, place) => {
		// What is there at all can be seen.
		const tall = count === 0 ? 0 : Math.max(4, Math.round((count / most) * height));
		return html`<rect x="${place * 10 + 1}" y="${height - tall}" width="8" height="${tall}"/>`;
	});
	const [first, last] = [bars[0], bars.at(-1)] as [Bar, Bar];
	const end = first === last ? undefined : html`<span>${last.to > last.from ? nameOfBar(last) : last.from}</span>`;
	return html`<figure>
<svg viewBox="0 0 ${bars.length * 10} ${height}" preserveAspectRatio="none" role="img"
aria-label="Works by year of publication. ${told.join(', ')}">${rects}</svg>
<figcaption><span>${nameOfBar(first)}</span><span>by year of publication</span>${end}</figcaption>
</figure>
`;
}
