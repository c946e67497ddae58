// The choice of a type of work, with the count of each.
import { countText } from '../../../src/links/words.ts';
import { type ObjectTypeName, typeNames } from '../relations.ts';
import { TypeMark } from './type-mark.tsx';

type Props = {
	legend: string;
	chosen: ObjectTypeName | undefined;
	/** Counts the works of a type, or of all types; undefined if unknown. */
	countOf(type: ObjectTypeName | undefined): number | undefined;
};

/** Renders the choice as form fields. */
export function TypeChoice({ legend, chosen, countOf }: Props) {
	return (
		<fieldset>
			<legend>{legend}</legend>
			{[undefined, ...typeNames].map((type) => {
				const count = countOf(type);
				return (
					<label key={type ?? 'all'} class="choice">
						<input type="radio" name="type" value={type ?? ''} checked={chosen === type} />
						{type ? <TypeMark type={type} /> : <span>All types</span>}{' '}
						{count !== undefined && <span class="count">{countText(count)}</span>}
					</label>
				);
			})}
		</fieldset>
	);
}
