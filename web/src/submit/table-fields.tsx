// The fields in which a table is chosen, dropped or pasted, and what it does not say itself.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Field, useFilled } from '../operator/operator-form.tsx';
import { announce } from '../shell/announcer.tsx';
import type { Looked } from './submit-forms.ts';

const fileTypes = '.csv,.tsv,.tab,.txt,.json,.jsonl,.xml,.bib,text/csv,text/tab-separated-values,text/plain';

/** Relation types of DataCite that links of libraries mostly have. */
const offeredRelations = [
	...['Cites', 'IsCitedBy', 'References', 'IsReferencedBy', 'IsSupplementTo', 'IsSupplementedBy'],
	...['IsRelatedTo', 'IsVersionOf', 'HasVersion', 'IsIdenticalTo'],
];

/** Renders them, with the rows of a table that was looked at. */
export function TableFields({ looked }: { looked: Looked | undefined }) {
	const filled = useFilled();
	const rows = looked?.text ?? filled?.text?.[0] ?? '';
	const isTooLarge = looked?.text === '';
	// Rows of a file take the place of both fields; a file that is too large for that stays chosen.
	const content = looked?.text ? looked.seal : 'chosen';
	return (
		<>
			<DropArea key={content}>
				<label for="table-file">File with a table (separated by commas, semicolons or tabs)</label>
				<input
					id="table-file"
					name="file"
					type="file"
					accept={fileTypes}
					aria-describedby="table-file-note"
					required={isTooLarge}
				/>
				<p class="note" id="table-file-note">
					{isTooLarge
						? `${looked.name} is too large for the field below. Choose it again to preview or submit it.`
						: 'Choose a file or drop it here. Its rows appear in the field below, where you can edit them.'}
				</p>
				<label for="table-text">or rows pasted from a spreadsheet</label>
				<textarea
					id="table-text"
					name="text"
					rows={looked ? 12 : 4}
					autocomplete="off"
					autocapitalize="off"
					spellcheck={false}
					defaultValue={rows}
				/>
			</DropArea>
			<fieldset class="defaults">
				<legend>For values that the table does not contain</legend>
				<Field
					name="provider"
					label="Link provider"
					autocomplete="organization"
					maxLength={1_000}
					placeholder="Our library"
				/>
				<div class="field">
					<label for="table-relation">Relation from source to target</label>
					<select id="table-relation" name="relation">
						<option value="">From the column names, otherwise IsRelatedTo</option>
						{offeredRelations.map((name) => (
							<option key={name} value={name} selected={name === filled?.relation?.[0]}>
								{name}
							</option>
						))}
					</select>
				</div>
				<Field name="date" label="Date of the links (empty: today)" type="date" />
				<Field
					name="source"
					label="Source of all links (for a table with one column)"
					autocomplete="off"
					maxLength={2_000}
					placeholder="10.5281/zenodo.11020"
				/>
			</fieldset>
		</>
	);
}

/** Takes a file that is dropped on it; everything else is done by the fields within. */
function DropArea({ children }: { children: ComponentChildren }) {
	const [isOver, setOver] = useState(false);
	const area = useRef<HTMLDivElement>(null);
	const take = (files: FileList | undefined) => {
		const input = area.current?.querySelector<HTMLInputElement>('[type="file"]');
		if (!input || !files?.[0]) return;
		input.files = files;
		announce(`${files[0].name} is chosen.`);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped can be chosen in the field within
		<div
			ref={area}
			class={isOver ? 'panel drop over' : 'panel drop'}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				take(event.dataTransfer?.files);
			}}
		>
			{children}
		</div>
	);
}
