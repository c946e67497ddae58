// The second step: what the columns are taken for, to be corrected, the links that come out, and
// what is wrong; knows no file.

import { useEffect, useState } from 'preact/hooks';
import type { EventPreview, EventPreviewLink, EventPreviewTable } from '../../../clients/typescript/src/schemas.ts';
import type { ColumnRole } from '../../../src/formats/dialects/column-roles.ts';
import { sayOfField } from '../../../src/http/pages/operator/operator-words.ts';
import {
	heading,
	inPageWords,
	linksText,
	nothingKnown,
	summaryText,
} from '../../../src/http/pages/operator/submit/submit-words.ts';
import { loadCommand, type Told } from '../../../src/http/pages/operator/submit/table-reading.ts';
import type { RequestFailure } from '../api/broker-api.ts';
import { askPreview, submitFile } from '../api/submission-api.ts';
import { useLoaded } from '../loading.ts';
import { Refusal, useAction } from '../operator/action.tsx';
import { announce } from '../shell/announcer.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ColumnChoices } from './column-choices.tsx';
import { PreviewedLinks, Problems } from './previewed.tsx';
import type { TableFile } from './table-file.ts';

type Props = {
	table: TableFile;
	told: Told;
	accepted(event: { eventId: string; link: EventPreviewLink | undefined }): void;
	back(): void;
};

/** Renders the preview, which is asked for anew with every choice, and submits what it shows. */
export function LookAtTable({ table, told, accepted, back }: Props) {
	const [columns, setColumns] = useState<readonly ColumnRole[]>();
	const reading = { told, columns };
	const preview = useLoaded(`preview ${columns?.join() ?? ''}`, () => askPreview(table.content, reading));
	const shown = useLastTable(preview.value);
	const action = useAction();
	const submit = async () => {
		let eventId = '';
		const send = async () => {
			eventId = await submitFile(table.content, reading);
		};
		if (await action.run(send, 'The table is submitted.')) accepted({ eventId, link: preview.value?.links[0] });
	};
	const read = preview.value?.read;
	useEffect(() => {
		if (read) announce(`${linksText(read.links)} in ${table.name}.`);
	}, [read]);
	const isReady = preview.value !== undefined && preview.value.refusal === null && !preview.loading;
	return (
		<>
			{preview.loading && !preview.value && <p class="waiting">Reading {table.name} …</p>}
			{preview.value && <Summary name={table.name} preview={preview.value} />}
			{shown && (
				<ColumnChoices
					table={shown}
					roles={columns ?? shown.columns.map(({ role }) => role)}
					choose={setColumns}
					busy={action.busy}
				/>
			)}
			<div class="outcome" aria-busy={preview.loading}>
				{preview.failure && <Unread failure={preview.failure} isTable={shown !== undefined} />}
				{preview.value && <Outcome preview={preview.value} />}
			</div>
			<Refusal action={action} />
			<div class="actions">
				<button type="button" class="primary" disabled={!isReady || action.busy} onClick={() => void submit()}>
					{read && isReady ? `Submit ${linksText(read.links)}` : 'Submit'}
				</button>
				<button type="button" onClick={back} disabled={action.busy}>
					Back
				</button>
			</div>
			<OnCommandLine command={loadCommand(table.name, reading)} isOpen={preview.failure?.code === 'body-too-large'} />
		</>
	);
}

/** Keeps the columns that were told last, so that a choice that is refused can be corrected. */
function useLastTable(preview: EventPreview | undefined): EventPreviewTable | undefined {
	const [last, setLast] = useState<EventPreviewTable>();
	const told = preview?.table ?? undefined;
	useEffect(() => {
		if (told) setLast(told);
	}, [told]);
	return told ?? last;
}

function Summary({ name, preview: { read } }: { name: string; preview: EventPreview }) {
	return (
		<p class="summary">
			<bdi class="file-name">{name}</bdi>
			{summaryText(read)}
		</p>
	);
}

function Unread({ failure, isTable }: { failure: RequestFailure; isTable: boolean }) {
	// What a choice of columns brought about is mended by another choice.
	if (!isTable) return <FailureNotice failure={failure} />;
	return (
		<p class="wrong" role="alert">
			{sayOfField(failure.message)}
		</p>
	);
}

function Outcome({ preview }: { preview: EventPreview }) {
	const { refusal, table } = preview;
	const isUnknown = table?.columns.every(({ role }) => role === '-') === true;
	return (
		<>
			{refusal !== null && (
				<p class="notice failure" role="alert">
					{isUnknown ? nothingKnown : inPageWords(refusal)}
				</p>
			)}
			<Problems preview={preview} />
			{preview.links.length > 0 && <PreviewedLinks links={preview.links} total={preview.read.links} />}
		</>
	);
}

function OnCommandLine({ command, isOpen }: { command: string; isOpen: boolean }) {
	return (
		<details class="panel" open={isOpen}>
			<summary>{heading.command}</summary>
			<div class="snippet">
				<code>{command}</code>
				<CopyButton text={command} what="the command" />
			</div>
		</details>
	);
}
