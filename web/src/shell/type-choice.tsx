// The choice of a type of work, with how many there are of each.
import type { View } from '../address/address.ts';
import { type ObjectTypeName, typeNames } from '../relations.ts';
import { TypeMark } from './type-mark.tsx';
import { ViewForm } from './view-form.tsx';

type Props = {
	/** What is shown now, from its first page on. */
	view: View & { type: ObjectTypeName | undefined };
	legend: string;
	/** Says how many there are of a type, or of all; nothing where that is not known. */
	countOf(type: ObjectTypeName | undefined): string | undefined;
};

/** Renders it; the script keeps to a type as soon as it is chosen. */
export function TypeChoice({ view, legend, countOf }: Props) {
	const option = (type: ObjectTypeName | undefined) => {
		const count = countOf(type);
		return (
			<label key={type ?? 'all'} class="choice">
				<input type="radio" name="type" value={type ?? ''} checked={view.type === type} />
				{type ? <TypeMark type={type} /> : <span>All types</span>}{' '}
				{count !== undefined && <span class="count">{count}</span>}
			</label>
		);
	};
	return (
		<ViewForm class="at-once" view={view} names={['type']}>
			<fieldset>
				<legend>{legend}</legend>
				{option(undefined)}
				{typeNames.map(option)}
			</fieldset>
			<button type="submit" class="quiet">
				Apply<span class="visually-hidden"> the type</span>
			</button>
		</ViewForm>
	);
}
