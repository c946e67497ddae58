// Stacked bars on which a range of years is chosen: by dragging, by clicking one bar, or with two
// sliders and the keyboard.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { YearRange } from '../address/parts.ts';
import { Bar, barsEdge, barsHeight, Scales, scalesOf, summaryOf } from '../shell/bars.tsx';
import type { BinScale } from '../shell/scales.ts';
import { isWithin, type YearBin } from '../year-bins.ts';

type Props = {
	/** At least one, without gaps. */
	bins: readonly YearBin[];
	width: number;
	/** Whether `width` was measured; otherwise the drawing is scaled, without interaction. */
	isMeasured: boolean;
	chosen: YearRange | undefined;
	/** `replace`: one of many changes in a row. */
	choose(years: YearRange | undefined, replace: boolean): void;
	drawing: RefObject<SVGSVGElement | null>;
	title: string;
};

/** The first and last chosen bin. */
type Span = { first: number; last: number };

const gripPixels = 8;
const keyPauseMilliseconds = 300;

/** Renders the bars with the means to choose among them. */
export function YearBars({ bins, width, isMeasured, chosen, choose, drawing, title }: Props) {
	const { x, y } = scalesOf(bins, width);
	const take = ({ first, last }: Span, replace = false) => {
		const whole = first === 0 && last === bins.length - 1;
		choose(whole ? undefined : { from: bins[first]?.from, to: bins[last]?.to }, replace);
	};
	const chosenSpan = spanOf(bins, chosen);
	const { pulled, handlers } = usePull(x, bins.length, chosen && chosenSpan, (span) =>
		span ? take(span) : choose(undefined, false),
	);
	const span = pulled ?? chosenSpan;
	const slider = (end: 'first' | 'last', label: string) => (
		<Slider
			label={label}
			bins={bins}
			at={span[end]}
			year={end === 'first' ? 'from' : 'to'}
			position={edgesOf(x, span)[end]}
			move={(at) =>
				take(
					end === 'first' ? { ...span, first: Math.min(at, span.last) } : { ...span, last: Math.max(at, span.first) },
					true,
				)
			}
		/>
	);
	return (
		<div class="year-bars">
			<svg
				ref={drawing}
				width={isMeasured ? width : '100%'}
				height={barsHeight}
				preserveAspectRatio="xMinYMid"
				viewBox={`0 0 ${width} ${barsHeight}`}
				role="img"
				aria-label={`${title}. ${summaryOf(bins)}`}
				{...handlers}
			>
				<Scales bins={bins} width={width} x={x} y={y} />
				{bins.map((bin, at) => (
					<Bar
						key={bin.from}
						bin={bin}
						left={x(at)}
						width={x.bandwidth}
						y={y}
						out={at < span.first || at > span.last}
					/>
				))}
			</svg>
			{isMeasured && slider('first', 'First year')}
			{isMeasured && slider('last', 'Last year')}
		</div>
	);
}

/** Handles dragging over the bars; at its end it chooses a span, or undefined to remove the choice. */
function usePull(x: BinScale, bins: number, chosen: Span | undefined, choose: (span: Span | undefined) => void) {
	const [pull, setPull] = useState<{ from: number; to: number }>();
	const pulled = pull && ordered(pull.from, pull.to);
	const place = (event: PointerEvent & { currentTarget: Element }) =>
		event.clientX - event.currentTarget.getBoundingClientRect().left;
	const binAt = (position: number) => Math.min(bins - 1, Math.max(0, Math.floor((position - barsEdge.left) / x.step)));
	// Dragging one end of the chosen range keeps the other end.
	const otherEnd = (position: number) => {
		const edges = chosen && edgesOf(x, chosen);
		if (edges && Math.abs(position - edges.first) < gripPixels) return chosen.last;
		return edges && Math.abs(position - edges.last) < gripPixels ? chosen.first : undefined;
	};
	return {
		pulled,
		handlers: {
			onPointerDown(event: PointerEvent & { currentTarget: Element }) {
				if (event.button !== 0) return;
				event.currentTarget.setPointerCapture(event.pointerId);
				const to = binAt(place(event));
				setPull({ from: otherEnd(place(event)) ?? to, to });
			},
			onPointerMove: (event: PointerEvent & { currentTarget: Element }) =>
				pull && setPull({ ...pull, to: binAt(place(event)) }),
			onPointerUp() {
				setPull(undefined);
				if (!pulled) return;
				// Clicking the only chosen bar again removes the choice.
				const again = pulled.first === pulled.last && chosen?.first === pulled.first && chosen.last === pulled.last;
				choose(again ? undefined : pulled);
			},
			onPointerCancel: () => setPull(undefined),
		},
	};
}

/** Returns the begin and end of a range of bins, in pixels. */
function edgesOf(x: BinScale, { first, last }: Span): { first: number; last: number } {
	return { first: x(first) - 1, last: x(last) + x.bandwidth + 1 };
}

type SliderProps = {
	label: string;
	bins: readonly YearBin[];
	at: number;
	year: 'from' | 'to';
	position: number;
	move(at: number): void;
};

/** Renders a handle at one end of the range. Keys move it at once; the address follows after a pause. */
function Slider({ label, bins, at, year, position, move }: SliderProps) {
	const [draft, setDraft] = useState<number>();
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	const shown = draft ?? at;
	const value = bins[shown]?.[year] ?? 0;
	const press = (event: KeyboardEvent) => {
		const step = keySteps[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const next = Math.min(bins.length - 1, Math.max(0, shown + step));
		setDraft(next);
		clearTimeout(timer.current);
		timer.current = setTimeout(() => {
			setDraft(undefined);
			move(next);
		}, keyPauseMilliseconds);
	};
	return (
		<div
			class="handle"
			role="slider"
			tabIndex={0}
			aria-label={label}
			aria-valuemin={bins[0]?.[year] ?? 0}
			aria-valuemax={bins.at(-1)?.[year] ?? 0}
			aria-valuenow={value}
			aria-valuetext={String(value)}
			style={{ left: `${position}px` }}
			onKeyDown={press}
		>
			{draft !== undefined && <span class="handle-value">{value}</span>}
		</div>
	);
}

const keySteps: Readonly<Record<string, number>> = {
	ArrowLeft: -1,
	ArrowDown: -1,
	ArrowRight: 1,
	ArrowUp: 1,
	PageDown: -5,
	PageUp: 5,
	Home: Number.NEGATIVE_INFINITY,
	End: Number.POSITIVE_INFINITY,
};

function spanOf(bins: readonly YearBin[], chosen: YearRange | undefined): Span {
	const inside = bins.flatMap(({ from, to }, at) => (isWithin(from, chosen) || isWithin(to, chosen) ? [at] : []));
	return { first: inside[0] ?? 0, last: inside.at(-1) ?? bins.length - 1 };
}

function ordered(one: number, other: number): Span {
	return { first: Math.min(one, other), last: Math.max(one, other) };
}
