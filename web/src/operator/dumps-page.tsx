// Dumps of the whole graph: to have one made, to see how far it is, to download and remove it;
// knows no session.

import { useEffect, useState } from 'preact/hooks';
import type { Dump } from '../../../clients/typescript/src/operator-schemas.ts';
import { bytesText, dumpFormatTitles, dumpWords } from '../../../src/http/pages/operator/operator-words.ts';
import { askDumps, dumpAddress, makeDump, removeDump } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';
import { Refusal, useAction } from './action.tsx';
import { momentText } from './moments.ts';

const lookMilliseconds = 2_000;

/** Renders the dumps that are kept and the form for a new one. */
export function DumpsPage() {
	const dumps = useLoaded('dumps', askDumps);
	const action = useAction();
	const [format, setFormat] = useState<string>(dumpFormatTitles[0][0]);
	const isMaking = dumps.value?.some(({ state }) => state === 'Making') ?? false;
	useEffect(() => {
		if (!isMaking) return undefined;
		const looking = setInterval(dumps.retry, lookMilliseconds);
		return () => clearInterval(looking);
	}, [isMaking, dumps.retry]);
	const make = async () => {
		if (await action.run(() => makeDump(format), dumpWords.making)) dumps.retry();
	};
	const remove = async ({ id, state }: Dump) => {
		if (!confirm(state === 'Making' ? dumpWords.givesUp : dumpWords.removes)) return;
		if (await action.run(() => removeDump(id), dumpWords.removed)) dumps.retry();
	};
	return (
		<>
			<p>{dumpWords.about}</p>
			<form
				class="row-form"
				aria-label="New dump"
				onSubmit={(event) => {
					event.preventDefault();
					void make();
				}}
			>
				<div class="field">
					<label for="dump-format">Format</label>
					<select id="dump-format" value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
						{dumpFormatTitles.map(([name, title]) => (
							<option key={name} value={name}>
								{title}
							</option>
						))}
					</select>
				</div>
				<button type="submit" class="primary" disabled={action.busy || isMaking}>
					Make a dump
				</button>
			</form>
			<Refusal action={action} />
			{dumps.failure && <FailureNotice failure={dumps.failure} />}
			{dumps.value?.length === 0 && <p class="notice">{dumpWords.none}</p>}
			{dumps.value && dumps.value.length > 0 && (
				<DumpTable dumps={dumps.value} busy={action.busy} remove={(dump) => void remove(dump)} />
			)}
		</>
	);
}

type TableParts = { dumps: readonly Dump[]; busy: boolean; remove(dump: Dump): void };

function DumpTable({ dumps, busy, remove }: TableParts) {
	return (
		<ScrollingTable label="Dumps" tall>
			<thead>
				<tr>
					{dumpWords.columns.map((title) => (
						<th scope="col" key={title}>
							{title}
						</th>
					))}
					<ActionsHeading />
				</tr>
			</thead>
			<tbody>
				{dumps.map((dump) => (
					<tr key={dump.id}>
						<th scope="row">{momentText(dump.started)}</th>
						<td>{dump.format}</td>
						<td>
							<span class={`state ${dump.state === 'Failed' ? 'Error' : dump.state}`}>{dump.state}</span> {dump.error}
						</td>
						<td>{dump.works.toLocaleString('en')}</td>
						<td>{dump.counts?.links.toLocaleString('en')}</td>
						<td>{dump.bytes !== null && bytesText(dump.bytes)}</td>
						<td>{dump.by}</td>
						<td>
							{dump.state === 'Done' && (
								<a href={dumpAddress(dump.id)} download>
									Download<span class="visually-hidden"> {nameOf(dump)}</span>
								</a>
							)}{' '}
							<button type="button" disabled={busy} onClick={() => remove(dump)}>
								{dump.state === 'Making' ? 'Give up' : 'Remove'}
								<span class="visually-hidden"> {nameOf(dump)}</span>
							</button>
						</td>
					</tr>
				))}
			</tbody>
		</ScrollingTable>
	);
}

function nameOf({ format, started }: Dump): string {
	return `${format} of ${momentText(started)}`;
}
