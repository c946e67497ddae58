// What a report is asked by: a list of identifiers, pasted or from a file, a DOI prefix or a
// provider; knows no answer.
import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type ReportView, subjectOf } from '../address/report-view.ts';
import { announce } from '../shell/announcer.tsx';
import { readList } from './identifier-list.ts';
import { mostReported } from './use-report.ts';

const mostBytes = 5_000_000;

type Asked = Pick<ReportView, 'about' | 'since'>;

/** Renders the fields; `show` takes what may be reported on. */
export function ListForm({ about, since, show }: Asked & { show(asked: Asked): void }) {
	const ids = about.kind === 'list' ? about.ids : [];
	const text = useRef<HTMLTextAreaElement>(null);
	const prefix = useRef<HTMLInputElement>(null);
	const provider = useRef<HTMLInputElement>(null);
	const date = useRef<HTMLInputElement>(null);
	const [problem, setProblem] = useState<string>();
	const id = useId();
	// The address may change without the box: back, or a link to another list.
	useEffect(() => {
		const box = text.current;
		const isNamed = about.kind !== 'list' || ids.length > 0;
		if (box && isNamed && readList(box.value).ids.join('\n') !== ids.join('\n')) box.value = ids.join('\n');
		if (isNamed && prefix.current) prefix.current.value = about.kind === 'prefix' ? about.prefix : '';
		if (isNamed && provider.current) provider.current.value = about.kind === 'provider' ? about.provider : '';
		if (date.current) date.current.value = since ?? '';
	}, [JSON.stringify(about), since]);
	const submit = (event: Event) => {
		event.preventDefault();
		const list = readList(text.current?.value ?? '');
		const textOf = (field: typeof prefix) => field.current?.value.trim() ?? '';
		const asked = { ids: list.ids, prefix: textOf(prefix), provider: textOf(provider) };
		const found = problemOf(asked);
		setProblem(found);
		if (found !== undefined) return text.current?.focus();
		if (list.again > 0) announce(`${list.again.toLocaleString('en')} came again and count once.`);
		show({ about: subjectOf(asked), since: date.current?.value || undefined });
	};
	const take = async (file: File | undefined) => {
		if (!file || !text.current) return;
		if (file.size > mostBytes)
			return setProblem('The file has more than five megabytes; a list of identifiers has not.');
		text.current.value = await file.text();
		const { length } = readList(text.current.value).ids;
		setProblem(length === 0 ? 'The file has no identifier.' : tooMany(length));
		announce(`The file has ${length.toLocaleString('en')} identifiers.`);
	};
	return (
		<form class="list-form" action="/report" method="get" onSubmit={submit}>
			<label for={`${id}-ids`}>Identifiers, one a line</label>
			<textarea
				id={`${id}-ids`}
				ref={text}
				name="ids"
				rows={about.kind !== 'list' || ids.length > 0 ? 4 : 10}
				defaultValue={ids.join('\n')}
				aria-invalid={problem !== undefined}
				aria-describedby={problem === undefined ? undefined : `${id}-problem`}
				placeholder={'10.5281/zenodo.11020\narXiv:1207.4464'}
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
			/>
			{problem !== undefined && (
				<p id={`${id}-problem`} class="wrong" role="alert">
					{problem}
				</p>
			)}
			<div class="list-others">
				<Other field={prefix} name="prefix" label="or all with this DOI prefix" example="10.5281" about={about} />
				<Other field={provider} name="provider" label="or those of a link provider" example="Zenodo" about={about} />
			</div>
			<div class="list-acts">
				<label class="since">
					<span>New since</span>
					<input type="date" name="since" ref={date} defaultValue={since ?? ''} />
				</label>
				<button type="submit" class="primary">
					Report
				</button>
				<label class="choose-file">
					<span>or take a text file</span>
					<input
						type="file"
						accept=".txt,.csv,.tsv,text/plain,text/csv"
						onChange={(event) => void take(event.currentTarget.files?.[0])}
					/>
				</label>
			</div>
		</form>
	);
}

type OtherProps = {
	field: RefObject<HTMLInputElement | null>;
	name: 'prefix' | 'provider';
	label: string;
	example: string;
	about: ReportView['about'];
};

function Other({ field, name, label, example, about }: OtherProps) {
	const value = about.kind === 'list' ? '' : about.kind === 'prefix' ? about.prefix : about.provider;
	return (
		<label class="other">
			<span>{label}</span>
			<input
				type="text"
				name={name}
				ref={field}
				defaultValue={about.kind === name ? value : ''}
				placeholder={example}
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
			/>
		</label>
	);
}

function problemOf({ ids, prefix, provider }: Parameters<typeof subjectOf>[0]): string | undefined {
	const given = [ids.length > 0, prefix !== '', provider !== ''].filter(Boolean).length;
	if (given === 0) return 'There is no identifier yet: paste one a line, or give a DOI prefix or a provider.';
	if (given > 1) return 'Give one of a list, a DOI prefix and a provider; leave the others empty.';
	return tooMany(ids.length);
}

function tooMany(identifiers: number): string | undefined {
	if (identifiers <= mostReported) return undefined;
	const [have, most] = [identifiers, mostReported].map((count) => count.toLocaleString('en'));
	return `These are ${have} identifiers; one report has ${most} at most. Divide the list.`;
}
