// The fields for a table, chosen, dropped or pasted, and for values that it does not contain.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Field, useFilled } from '../operator/operator-form.tsx';
import { announce } from '../shell/announcer.tsx';
import type { Previewed } from './submit-forms.ts';

const fileTypes =
	'.xlsx,.csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,.jsonld,.xml,.cff,.bib,.ris,.nbib,.ciw,' +
	'text/csv,text/tab-separated-values,text/plain';

/** The DataCite relation types that libraries use most. */
const offeredRelations = [
	...['Cites', 'IsCitedBy', 'References', 'IsReferencedBy', 'IsSupplementTo', 'IsSupplementedBy'],
	...['IsRelatedTo', 'IsVersionOf', 'HasVersion', 'IsIdenticalTo'],
];

/** Renders the fields, with the rows of a previewed table. */
export function TableFields({ previewed }: { previewed: Previewed | undefined }) {
	const filled = useFilled();
	const rows = previewed?.text ?? filled?.text?.[0] ?? '';
	const isTooLarge = previewed?.text === '';
	// A previewed file moves into the field of rows; one that is too large must be chosen again.
	const content = previewed?.text ? previewed.seal : 'chosen';
	return (
		<>
			<DropArea key={content}>
				<label for="table-file">File with a table (.xlsx, or separated by commas, semicolons or tabs)</label>
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
						? `${previewed.name} is too large for the field below. Choose it again to preview or submit it.`
						: 'Choose a file or drop it here. Its rows appear in the field below, where you can edit them.'}
				</p>
				<label for="table-text">or rows pasted from a spreadsheet</label>
				<textarea
					id="table-text"
					name="text"
					rows={previewed ? 12 : 4}
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

/** Accepts a dropped file for the file field inside. */
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
		// biome-ignore lint/a11y/noStaticElementInteractions: the field inside accepts the same file
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
