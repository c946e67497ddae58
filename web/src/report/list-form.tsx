// The form of a report: a list of identifiers, pasted or from a file, a DOI prefix or a provider.
import { useEffect, useId, useRef } from 'preact/hooks';
import { isNamed, type ReportView, reportView, writeReportView } from '../address/report-view.ts';
import type { Posted } from '../posting/posted.ts';

type Props = { view: ReportView; posted: Posted | undefined; problem: string | undefined };

/** Renders the fields, which keep their values after a refusal. */
export function ListForm({ view, posted, problem }: Props) {
	const filled = posted?.refusal && posted.filled;
	const given = { ids: view.ids.join('\n'), prefix: view.prefix, provider: view.provider, since: view.since ?? '' };
	const valueIn = (name: keyof typeof given) => (filled ? filled[name]?.[0] : given[name]) ?? '';
	const form = useRef<HTMLFormElement>(null);
	const shown = useRef(JSON.stringify(given));
	// The address may change without the fields, by the back button or a link.
	useEffect(() => {
		if (shown.current !== JSON.stringify(given)) form.current?.reset();
		shown.current = JSON.stringify(given);
	}, [JSON.stringify(given)]);
	const id = useId();
	const typed = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;
	const other = (name: 'prefix' | 'provider', label: string, example: string) => (
		<label class="other">
			<span>{label}</span>
			<input type="text" name={name} defaultValue={valueIn(name)} placeholder={example} {...typed} />
		</label>
	);
	return (
		<form
			class="list-form"
			action={writeReportView(reportView({ level: view.level }))}
			method="post"
			enctype="multipart/form-data"
			ref={form}
		>
			<input type="hidden" name="form" value="report" />
			<label for={`${id}-ids`}>Identifiers, one per line</label>
			<textarea
				id={`${id}-ids`}
				name="ids"
				rows={isNamed(view) ? 4 : 10}
				defaultValue={valueIn('ids')}
				aria-invalid={problem !== undefined}
				aria-describedby={problem === undefined ? undefined : `${id}-problem`}
				placeholder={'10.5281/zenodo.11020\narXiv:1207.4464'}
				{...typed}
			/>
			{problem !== undefined && (
				<p id={`${id}-problem`} class="wrong" role="alert">
					{problem}
				</p>
			)}
			<div class="list-others">
				{other('prefix', 'or all works with this DOI prefix', '10.5281')}
				{other('provider', 'or all works in the links of a provider', 'Zenodo')}
			</div>
			<div class="list-acts">
				<label class="since">
					<span>New since</span>
					<input type="date" name="since" defaultValue={valueIn('since')} />
				</label>
				<button type="submit" class="primary">
					Create report
				</button>
				<label class="choose-file">
					<span>or choose a text file</span>
					<input type="file" name="file" accept=".txt,.csv,.tsv,text/plain,text/csv" />
				</label>
			</div>
		</form>
	);
}
