// The box for a list of identifiers, pasted or from a file; knows no answer.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ReportView } from '../address/report-view.ts';
import { announce } from '../shell/announcer.tsx';
import { readList } from './identifier-list.ts';

/** So many identifiers one report has, here as on the command line. */
const mostIdentifiers = 10_000;
const mostBytes = 5_000_000;

type Asked = Pick<ReportView, 'ids' | 'since'>;

/** Renders the box; `show` takes a list that may be reported on. */
export function ListForm({ ids, since, show }: Asked & { show(asked: Asked): void }) {
	const text = useRef<HTMLTextAreaElement>(null);
	const date = useRef<HTMLInputElement>(null);
	const [problem, setProblem] = useState<string>();
	const id = useId();
	// The address may change without the box: back, or a link to another list.
	useEffect(() => {
		const box = text.current;
		if (box && ids.length > 0 && readList(box.value).ids.join('\n') !== ids.join('\n')) box.value = ids.join('\n');
		if (date.current) date.current.value = since ?? '';
	}, [ids.join('\n'), since]);
	const submit = (event: Event) => {
		event.preventDefault();
		const list = readList(text.current?.value ?? '');
		const found = problemOf(list.ids.length);
		setProblem(found);
		if (found !== undefined) return text.current?.focus();
		if (list.again > 0) announce(`${list.again.toLocaleString('en')} came again and count once.`);
		show({ ids: list.ids, since: date.current?.value || undefined });
	};
	const take = async (file: File | undefined) => {
		if (!file || !text.current) return;
		if (file.size > mostBytes)
			return setProblem('The file has more than five megabytes; a list of identifiers has not.');
		text.current.value = await file.text();
		const { length } = readList(text.current.value).ids;
		setProblem(problemOf(length));
		announce(`The file has ${length.toLocaleString('en')} identifiers.`);
	};
	return (
		<form class="list-form" action="/report" method="get" onSubmit={submit}>
			<label for={`${id}-ids`}>Identifiers, one a line</label>
			<textarea
				id={`${id}-ids`}
				ref={text}
				name="ids"
				rows={ids.length > 0 ? 4 : 10}
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

function problemOf(identifiers: number): string | undefined {
	if (identifiers === 0) return 'There is no identifier yet: paste one a line.';
	if (identifiers <= mostIdentifiers) return undefined;
	const [have, most] = [identifiers, mostIdentifiers].map((count) => count.toLocaleString('en'));
	return `These are ${have} identifiers; one report has ${most} at most. Divide the list.`;
}
