// The form of a report: a list of identifiers, pasted or from a file, a DOI prefix or a provider.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { OfferedDefinition } from '../../../src/http/pages/drawing.ts';
import { readFlags } from '../address/parts.ts';
import { isNamed, type ReportView, reportView, writeReportView } from '../address/report-view.ts';
import { whyNot } from '../object/definitions.ts';
import type { Posted } from '../posting/posted.ts';
import { DefinitionChoice, FlagChoice } from '../shell/counting-fields.tsx';

type Props = { view: ReportView; posted: Posted | undefined; problem: string | undefined };

/** Renders the fields, which keep their values after a refusal. */
export function ListForm({ view, posted, problem }: Props) {
	const filled = posted?.refusal && posted.filled;
	const { definition = '', exclude = '', since = '' } = view;
	const given = { ids: view.ids.join('\n'), prefix: view.prefix, provider: view.provider, since, definition, exclude };
	const valueIn = (name: keyof typeof given) => (filled ? filled[name]?.[0] : given[name]) ?? '';
	const [round, setRound] = useState(0);
	const form = useRef<HTMLFormElement>(null);
	const shown = useRef(JSON.stringify(given));
	// The address may change without the fields, by the back button or a link.
	useEffect(() => {
		if (shown.current === JSON.stringify(given)) return;
		form.current?.reset();
		shown.current = JSON.stringify(given);
		// A reset unticks what the address ticks.
		setRound((round) => round + 1);
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
			<WhatCounts
				key={round}
				definition={valueIn('definition') || undefined}
				exclude={filled ? (filled.exclude ?? []) : exclude.split(',')}
			/>
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

/** Renders the choice of what counts as a citation. */
function WhatCounts({ definition, exclude }: { definition: string | undefined; exclude: readonly string[] }) {
	const flags = readFlags(new URLSearchParams({ exclude: exclude.join() }), 'exclude') ?? [];
	return (
		<details class="panel">
			<summary>What counts?</summary>
			<div class="filters">
				<DefinitionChoice chosen={definition} whyNot={whyNotCitations} />
				<FlagChoice definition={definition} exclude={flags} />
			</div>
		</details>
	);
}

function whyNotCitations(definition: OfferedDefinition): string | undefined {
	const [groupBy = 'version'] = definition.levels;
	return whyNot(definition, { relation: 'isCitedBy', groupBy });
}
