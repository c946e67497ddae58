// The form for the display of a list, such as its order and page size.
import type { View } from '../address/address.ts';
import { ViewForm } from './view-form.tsx';

/** A choice: a parameter of the address with its current value and all its options. */
type Choice = {
	label: string;
	name: string;
	value: string;
	options: readonly (readonly [value: string, title: string])[];
};

/** Renders the choices; `view` is the current view, at its first page. */
export function OrderForm({ view, choices }: { view: View; choices: readonly Choice[] }) {
	return (
		<ViewForm class="order at-once" view={view} names={choices.map(({ name }) => name)}>
			{choices.map(({ label, name, value, options }) => (
				<label key={name}>
					{label}{' '}
					<select name={name} value={value}>
						{options.map(([value, title]) => (
							<option key={value} value={value}>
								{title}
							</option>
						))}
					</select>
				</label>
			))}
			<button type="submit" class="quiet">
				Apply
			</button>
		</ViewForm>
	);
}
