// The choice of the scheme of an identifier, which is detected unless one is chosen.
import type { SelectHTMLAttributes } from 'preact';
import { schemes, schemeTitle } from '../../../src/identifiers/index.ts';

const names = schemes.map(({ name }) => name).sort();

/** Renders it as a field of a form. */
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
