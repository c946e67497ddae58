// How a list is shown: its order, and how many items are on a page.
import type { View } from '../address/address.ts';
import { ViewForm } from './view-form.tsx';

/** A choice: the parameter of the address, its present value, and its values with their titles. */
type Choice = {
	label: string;
	name: string;
	value: string;
	options: readonly (readonly [value: string, title: string])[];
};

/** Renders the choices; `view` is what is shown, from its first page on. */
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
