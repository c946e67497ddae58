// What a report is asked by: a list of identifiers, pasted or from a file, a DOI prefix or a
// provider.
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { readReportQuery, reportableOf } from '../../../src/http/pages/report/report-query.ts';
import { isNamed, type ReportView, readReportView } from '../address/report-view.ts';
import { announce } from '../shell/announcer.tsx';
import { sitePath } from '../site/site.ts';

const mostBytes = 5_000_000;

type Props = { view: ReportView; problem: string | undefined; show(asked: ReportView): void };

/** Renders the fields; `show` takes what may be reported on, of which no address need hold all. */
export function ListForm({ view, problem, show }: Props) {
	const { ids, prefix, provider, since } = view;
	const form = useRef<HTMLFormElement>(null);
	const text = useRef<HTMLTextAreaElement>(null);
	const [found, setFound] = useState(problem);
	const id = useId();
	const filled = JSON.stringify([ids, prefix, provider, since]);
	const shown = useRef(filled);
	// The address may change without the fields: back, or a link to another report.
	useEffect(() => {
		if (shown.current === filled) return;
		shown.current = filled;
		setFound(problem);
		form.current?.reset();
	}, [filled]);
	const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const asked = readReportView(new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][]));
		const about = reportableOf(asked);
		const wrong = 'problem' in about ? about.problem : undefined;
		setFound(wrong);
		if (wrong === undefined) show(asked);
		else text.current?.focus();
	};
	const take = async (file: File | undefined) => {
		if (!file || !text.current) return;
		if (file.size > mostBytes) return setFound('The file has more than five megabytes; a list of identifiers has not.');
		text.current.value = await file.text();
		const query = readReportQuery(new URLSearchParams({ ids: text.current.value }));
		const about = reportableOf(query);
		setFound(query.ids.length === 0 ? 'The file has no identifier.' : 'problem' in about ? about.problem : undefined);
		announce(`The file has ${query.ids.length.toLocaleString('en')} identifiers.`);
	};
	return (
		<form class="list-form" action={sitePath('/report')} method="get" ref={form} onSubmit={submit}>
			<label for={`${id}-ids`}>Identifiers, one a line</label>
			<textarea
				id={`${id}-ids`}
				ref={text}
				name="ids"
				rows={isNamed(view) ? 4 : 10}
				defaultValue={ids.join('\n')}
				aria-invalid={found !== undefined}
				aria-describedby={found === undefined ? undefined : `${id}-problem`}
				placeholder={'10.5281/zenodo.11020\narXiv:1207.4464'}
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
			/>
			{found !== undefined && (
				<p id={`${id}-problem`} class="wrong" role="alert">
					{found}
				</p>
			)}
			<div class="list-others">
				<Other name="prefix" label="or all with this DOI prefix" example="10.5281" value={prefix} />
				<Other name="provider" label="or those of a link provider" example="Zenodo" value={provider} />
			</div>
			{view.level === 'identity' && <input type="hidden" name="level" value="identity" />}
			<div class="list-acts">
				<label class="since">
					<span>New since</span>
					<input type="date" name="since" defaultValue={since ?? ''} />
				</label>
				<button type="submit" class="primary">
					Report
				</button>
				<label class="choose-file with-script">
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

type OtherProps = { name: 'prefix' | 'provider'; label: string; example: string; value: string };

function Other({ name, label, example, value }: OtherProps) {
	return (
		<label class="other">
			<span>{label}</span>
			<input
				type="text"
				name={name}
				defaultValue={value}
				placeholder={example}
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
			/>
		</label>
	);
}
