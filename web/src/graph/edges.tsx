// The lines of the graph: between each work and the one in the middle, and among the others.
import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import { objectKey, versionCount } from '../answered-works.ts';
import { middleKey, type Placed, versionPlaces } from './layout.ts';
import { type CrossLink, directionOf, type Neighbour, type Tie } from './neighbours.ts';

type Props = {
	source: AnsweredObject;
	neighbours: readonly Neighbour[];
	links: readonly CrossLink[];
	places: ReadonlyMap<string, Placed>;
};

const mostEdgesOfTie = 12;
const versionRadius = 4;

/** Renders the lines; those between neighbours are at the bottom. */
export function Edges({ source, neighbours, links, places }: Props) {
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
			{neighbours.flatMap(({ key, object, ties }) =>
				ties.flatMap((tie, at) => {
					const place = places.get(key);
					if (!place || !middle) return [];
					const { relation, reports } = tie;
					const inward = directionOf(relation) === 'in';
					const ends = endsOf(tie, { place: middle, object: source }, { place, object });
					return ends.map(({ asked, other }) => (
						<Edge
							key={`${key} ${relation} ${asked.key} ${other.key}`}
							className={`edge ${relation}`}
							from={inward ? other : asked}
							to={inward ? asked : other}
							arrow={directionOf(relation) !== 'none'}
							bend={at * 0.14}
							width={Math.min(3.5, 0.9 + 0.8 * Math.log2(Math.max(1, reports / ends.length)))}
						/>
					));
				}),
			)}
		</g>
	);
}

type Drawn = { place: Placed; object: AnsweredObject };

/**
 * Returns the places that the lines of a tie connect: versions where they are drawn, otherwise the
 * whole works. Versions that are not drawn share one line.
 */
function endsOf({ ends }: Tie, asked: Drawn, other: Drawn): { asked: Placed; other: Placed }[] {
	const lines = new Map<string, { asked: Placed; other: Placed }>();
	for (const end of ends) {
		const line = { asked: placeOf(asked, end.asked), other: placeOf(other, end.other) };
		lines.set(`${line.asked.key} ${line.other.key}`, line);
	}
	if (lines.size === 0) return [{ asked: asked.place, other: other.place }];
	return [...lines.values()].slice(0, mostEdgesOfTie);
}

/** Returns the place of a version in the bubble of its work; the whole bubble if it is not drawn. */
function placeOf({ place, object }: Drawn, version: string): Placed {
	const versions = versionCount(object);
	const at = object.Versions?.findIndex((each) => objectKey(each) === version) ?? -1;
	const offset = versions > 1 ? versionPlaces(versions, place.radius)[at] : undefined;
	if (!offset) return place;
	return { key: version, x: place.x + offset.x, y: place.y + offset.y, radius: versionRadius };
}

type EdgeProps = { className: string; from: Placed; to: Placed; bend?: number; width?: number; arrow?: boolean };

/**
 * Renders a line between the rims of two bubbles, bent to one side by a part of its length, with an
 * arrow head if it has a direction.
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
