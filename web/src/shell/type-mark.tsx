// The mark of a type of object: a shape and a colour, each distinct on its own.
import { type ObjectTypeName, typeTitle } from '../relations.ts';

/** Draws the shape of a type around a middle point. */
export function TypeShape({ type, x, y, radius }: { type: ObjectTypeName; x: number; y: number; radius: number }) {
	const className = `shape type-${type}`;
	switch (type) {
		case 'software': {
			const half = radius * 0.88;
			return <rect class={className} x={x - half} y={y - half} width={2 * half} height={2 * half} rx={radius / 4} />;
		}
		case 'dataset': {
			const half = radius * 1.15;
			return <path class={className} d={`M${x} ${y - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`} />;
		}
		case 'literature':
			return <circle class={className} cx={x} cy={y} r={radius} />;
		case 'unknown':
			return <circle class={`${className} hollow`} cx={x} cy={y} r={radius - 1} />;
	}
}

/** Renders the mark of a type with its name. */
export function TypeMark({ type }: { type: ObjectTypeName }) {
	return (
		<span class="type-mark">
			<svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
				<TypeShape type={type} x={7} y={7} radius={5} />
			</svg>
			{typeTitle[type]}
		</span>
	);
}
