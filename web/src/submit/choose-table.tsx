// The first step: a file that is chosen or dropped, or pasted rows, and what they do not say
// themselves; knows no answer.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import {
	example,
	fieldTitle,
	fileTypes,
	foundRelation,
	heading,
	mostCharacters,
	offeredRelations,
	problem as problemText,
	tableMeaning,
} from '../../../src/http/pages/operator/submit/submit-words.ts';
import type { Told } from '../../../src/http/pages/operator/submit/table-reading.ts';
import { announce } from '../shell/announcer.tsx';
import { pastedTable, problemOfFile, type TableFile } from './table-file.ts';

type Props = { told: Told; chosen(table: TableFile, told: Told): void };

/** Renders the form; `chosen` takes a table that may be sent. */
export function ChooseTable({ told: toldBefore, chosen }: Props) {
	const [file, setFile] = useState<File>();
	const [told, setTold] = useState(toldBefore);
	const [problem, setProblem] = useState<string>();
	const text = useRef<HTMLTextAreaElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const tell = (name: keyof Told) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
		setTold({ ...told, [name]: event.currentTarget.value });
	const take = (taken: File | undefined) => {
		setFile(taken);
		setProblem(undefined);
		if (taken) announce(`${taken.name} is chosen.`);
	};
	const submit = async (event: Event) => {
		event.preventDefault();
		const pasted = text.current?.value ?? '';
		if (file && pasted.trim() !== '') return refuse(problemText.both);
		if (!file && pasted.trim() === '') return refuse(problemText.nothing);
		const table = file ? { name: file.name, content: file } : pastedTable(pasted);
		// A file that was removed meanwhile cannot be read.
		const found = await problemOfFile(table).catch(() => 'It cannot be read. Choose it again.');
		if (found !== undefined) return refuse(found);
		chosen(table, told);
	};
	const refuse = (why: string) => {
		setProblem(why);
		input.current?.focus();
	};
	return (
		<form class="choose-table" onSubmit={(event) => void submit(event)}>
			<p>
				{tableMeaning}{' '}
				<a href="/link-template.csv" download>
					Download a table to fill in
				</a>
				.
			</p>
			<DropArea take={take}>
				<label for="table-file">{fieldTitle.file}</label>
				<input
					id="table-file"
					ref={input}
					type="file"
					accept={fileTypes}
					aria-invalid={problem !== undefined}
					aria-describedby={problem === undefined ? 'table-file-note' : 'table-file-note table-problem'}
					onChange={(event) => take(event.currentTarget.files?.[0])}
				/>
				<p class="note" id="table-file-note">
					{file ? <bdi class="file-name">{file.name}</bdi> : 'Or drop it here.'}
				</p>
				<label for="table-text">{fieldTitle.text}</label>
				<textarea id="table-text" ref={text} rows={4} autocomplete="off" autocapitalize="off" spellcheck={false} />
			</DropArea>
			{problem !== undefined && (
				<p class="wrong" role="alert" id="table-problem">
					{problem}
				</p>
			)}
			<Untold told={told} tell={tell} />
			<div class="actions">
				<button type="submit" class="primary">
					See what it says
				</button>
				<span class="note">Nothing is stored yet.</span>
			</div>
		</form>
	);
}

/** Takes a file that is dropped on it; everything else is done by the fields within. */
function DropArea({ take, children }: { take(file: File | undefined): void; children: ComponentChildren }) {
	const [isOver, setOver] = useState(false);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped can be chosen in the field within
		<div
			class={isOver ? 'panel drop over' : 'panel drop'}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				take(event.dataTransfer?.files[0]);
			}}
		>
			{children}
		</div>
	);
}

type Tell = (name: keyof Told) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) => void;

function Untold({ told, tell }: { told: Told; tell: Tell }) {
	return (
		<fieldset class="untold">
			<legend>{heading.untold}</legend>
			<div class="field">
				<label for="told-provider">{fieldTitle.provider}</label>
				<input
					id="told-provider"
					autocomplete="organization"
					maxLength={mostCharacters.provider}
					placeholder={example.provider}
					value={told.provider}
					onInput={tell('provider')}
				/>
			</div>
			<div class="field">
				<label for="told-relation">{fieldTitle.relation}</label>
				<select id="told-relation" value={told.relation} onChange={tell('relation')}>
					<option value="">{foundRelation}</option>
					{offeredRelations.map((name) => (
						<option key={name} value={name}>
							{name}
						</option>
					))}
				</select>
			</div>
			<div class="field">
				<label for="told-date">{fieldTitle.date}</label>
				<input id="told-date" type="date" value={told.date} onInput={tell('date')} />
			</div>
			<div class="field">
				<label for="told-source">{fieldTitle.source}</label>
				<input
					id="told-source"
					autocomplete="off"
					maxLength={mostCharacters.source}
					placeholder={example.source}
					value={told.source}
					onInput={tell('source')}
				/>
			</div>
		</fieldset>
	);
}
