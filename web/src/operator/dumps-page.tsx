// The dumps of the whole graph, for admins: create, follow, download and remove them.
import { useEffect } from 'preact/hooks';
import type { Dump } from '../../../clients/typescript/src/operator-schemas.ts';
import { countedMeaning, countText } from '../../../src/links/words.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import type { PageForms } from '../posting/take-form.ts';
import { sitePath } from '../site/site.ts';
import { momentText } from './moments.ts';
import { changing, operatorOf } from './operator-client.ts';
import { Confirmed, OperatorForm, Refresh, useFilled } from './operator-form.tsx';
import { bytesText, dumpFormatTitles } from './operator-words.ts';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

export const dumpForms: PageForms = {
	createDump: {
		send: changing((operator, fields) => operator.createDump(fields.exact('format') as Dump['format'])),
		done: 'The dump is being created.',
	},
	removeDump: {
		send: changing((operator, fields) => operator.removeDump(fields.exact('id'))),
		done: 'The dump is removed.',
	},
};

const lookMilliseconds = 2_000;
const columns = ['Started', 'Format', 'State', 'Works', 'Statements', 'Size', 'Created by'];

/** Renders the dumps that are kept and the form for a new one; one is created at a time. */
export function DumpsPage() {
	const { value: dumps, failure, again } = useRefreshed('dumps', {}, (connection) => operatorOf(connection).dumps());
	const isMaking = dumps?.some(({ state }) => state === 'Processing') ?? false;
	useEffect(() => {
		if (!isMaking) return undefined;
		const looking = setInterval(again, lookMilliseconds);
		return () => clearInterval(looking);
	}, [isMaking]);
	return (
		<>
			<SectionHead title={sectionTitle.dumps} failure={failure} />
			<p>
				A dump is a file with all works, their identifiers and all statements, as of the time it starts. It includes the
				links of unindexed events: check it before you publish it. {countedMeaning.statements}
			</p>
			<OperatorForm name="createDump" class="row-form" aria-label="New dump">
				<FormatChoice />
				<button type="submit" class="primary" disabled={isMaking}>
					Create a dump
				</button>
			</OperatorForm>
			{isMaking && <Refresh again={again} />}
			{dumps?.length === 0 && <p class="notice">There are no dumps yet.</p>}
			{dumps !== undefined && dumps.length > 0 && (
				<SectionTable label="Dumps" columns={columns} acts>
					{dumps.map((dump) => (
						<DumpRow key={dump.id} dump={dump} />
					))}
				</SectionTable>
			)}
		</>
	);
}

function FormatChoice() {
	const chosen = useFilled()?.format?.[0];
	return (
		<div class="field">
			<label for="dump-format">Format</label>
			<select id="dump-format" name="format">
				{dumpFormatTitles.map(([name, title]) => (
					<option key={name} value={name} selected={name === chosen}>
						{title}
					</option>
				))}
			</select>
		</div>
	);
}

function DumpRow({ dump }: { dump: Dump }) {
	const { id, started, format, state, error, works, counts, bytes, by } = dump;
	const what = `${format} of ${momentText(started)}`;
	const removal =
		state === 'Processing'
			? { does: 'Cancel', question: 'Cancel this dump?' }
			: { does: 'Remove', question: 'Remove this dump and its file?' };
	return (
		<tr>
			<th scope="row">{momentText(started)}</th>
			<td>{format}</td>
			<td>
				<span class={`state ${state === 'Failed' ? 'Error' : state}`}>{state}</span> {error}
			</td>
			<td>{countText(works)}</td>
			<td>{counts && countText(counts.assertions)}</td>
			<td>{bytes !== null && bytesText(bytes)}</td>
			<td>{by}</td>
			<td>
				<div class="actions">
					{state === 'Done' && (
						<a href={sitePath(`/api/dumps/${encodeURIComponent(id)}/file`)} download>
							Download<span class="visually-hidden"> {what}</span>
						</a>
					)}
					<Confirmed {...removal} form="removeDump" what={what} fields={{ id }} />
				</div>
			</td>
		</tr>
	);
}
