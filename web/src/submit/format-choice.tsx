// The choice between the export of a service for which a table was taken, and a table of one's own.
import type { Reading } from './table-reading.ts';

/** Renders the choice where a table was taken for such an export; the script previews it again at once. */
export function FormatChoice({ dialect, from }: { dialect: string; from: Reading['from'] }) {
	if (dialect === 'table' && from === '') return null;
	return (
		<div class="field format-choice">
			<label for="table-from">Read as</label>
			<select
				id="table-from"
				name="from"
				onChange={({ currentTarget: { form } }) =>
					form?.requestSubmit(form.querySelector<HTMLButtonElement>('[value="preview"]'))
				}
			>
				<option value="" selected={from === ''}>
					{from === '' ? `${dialect}, by its header` : 'what its header says'}
				</option>
				<option value="table" selected={from === 'table'}>
					a table of your own
				</option>
			</select>
		</div>
	);
}
