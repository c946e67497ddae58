// The choice of the scheme of an identifier, with automatic detection as default.
import type { SelectHTMLAttributes } from 'preact';
import { schemes, schemeTitle } from '../../../src/identifiers/index.ts';

const names = schemes.map(({ name }) => name).sort();

/** Renders the choice as a form field. */
export function SchemeChoice(field: SelectHTMLAttributes<HTMLSelectElement> & { name: string }) {
	return (
		<select {...field}>
			<option value="">Detect scheme</option>
			{names.map((name) => (
				<option key={name} value={name}>
					{schemeTitle(name)}
				</option>
			))}
		</select>
	);
}
