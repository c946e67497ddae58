// The lines of the graph: from each work to the asked one, and among them; knows no names.
import { middleKey, type Placed } from './layout.ts';
import { type CrossLink, directionOf, type Neighbour } from './neighbours.ts';

type Props = { neighbours: readonly Neighbour[]; links: readonly CrossLink[]; places: ReadonlyMap<string, Placed> };

/** Renders the lines, those among neighbours beneath. */
export function Edges({ neighbours, links, places }: Props) {
	const middle = places.get(middleKey);
	return (
		<g class="edges">
			{links.map(({ source, target }) => {
				const from = places.get(source);
				const to = places.get(target);
				return (
					from && to && <Edge key={`${source} ${target}`} className="edge among" from={from} to={to} bend={0.12} />
				);
			})}
			{neighbours.flatMap(({ key, ties }) =>
				ties.map(({ relation, reports }, at) => {
					const place = places.get(key);
					if (!place || !middle) return null;
					const inward = directionOf(relation) === 'in';
					return (
						<Edge
							key={`${key} ${relation}`}
							className={`edge ${relation}`}
							from={inward ? place : middle}
							to={inward ? middle : place}
							arrow={directionOf(relation) !== 'none'}
							bend={at * 0.14}
							width={Math.min(3.5, 0.9 + 0.8 * Math.log2(reports))}
						/>
					);
				}),
			)}
		</g>
	);
}

type EdgeProps = { className: string; from: Placed; to: Placed; bend?: number; width?: number; arrow?: boolean };

/**
 * A line between the rims of two bubbles, bent to one side by a part of its length, with a head
 * where it leads somewhere.
 */
function Edge({ className, from, to, bend = 0, width = 1, arrow = true }: EdgeProps) {
	const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
	const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
	const start = { x: from.x + along.x * (from.radius + 3), y: from.y + along.y * (from.radius + 3) };
	const end = { x: to.x - along.x * (to.radius + (arrow ? 8 : 3)), y: to.y - along.y * (to.radius + (arrow ? 8 : 3)) };
	const middle = {
		x: (start.x + end.x) / 2 - along.y * bend * length,
		y: (start.y + end.y) / 2 + along.x * bend * length,
	};
	const into = unit(end.x - middle.x, end.y - middle.y);
	const head = [
		`${end.x + into.x * 6},${end.y + into.y * 6}`,
		`${end.x - into.y * 3.5},${end.y + into.x * 3.5}`,
		`${end.x + into.y * 3.5},${end.y - into.x * 3.5}`,
	];
	return (
		<>
			<path
				class={className}
				d={`M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`}
				stroke-width={width}
			/>
			{arrow && <polygon class={`${className} head`} points={head.join(' ')} />}
		</>
	);
}

function unit(x: number, y: number): { x: number; y: number } {
	const length = Math.hypot(x, y) || 1;
	return { x: x / length, y: y / length };
}
