// Submits a table in three steps: choose, preview, follow its processing.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ColumnRole } from '../../../src/formats/dialects/column-roles.ts';
import { worksText } from '../../../src/links/words.ts';
import { type SectionView, sectionPath } from '../address/operator-view.ts';
import { useFollowedEvent } from '../operator/follow-event.ts';
import { OperatorForm } from '../operator/operator-form.tsx';
import { SectionHead } from '../operator/section-head.tsx';
import { sectionTitle } from '../operator/section-names.ts';
import { usePosted } from '../posting/posted.ts';
import { announce } from '../shell/announcer.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { sitePath } from '../site/site.ts';
import { ColumnChoices } from './column-choices.tsx';
import { FormatChoice } from './format-choice.tsx';
import { linksText, Outcome, Summary } from './previewed.tsx';
import { type Previewed, submitForms } from './submit-forms.ts';
import { Submitted } from './submitted.tsx';
import { TableFields } from './table-fields.tsx';
import { loadCommand } from './table-reading.ts';

const nothingStored = <span class="note">Nothing is stored yet.</span>;

const steps = ['Choose a table', 'Preview', 'Submitted'];

/** Renders the current step. */
export function SubmitPage({ view: { submitted } }: { view: SectionView }) {
	const event = useFollowedEvent(submitted);
	const previewed = usePreviewed();
	const isSubmitted = submitted !== undefined;
	return (
		<>
			<SectionHead title={sectionTitle.submit} failure={event.failure} />
			<div class="submit">
				<Steps at={isSubmitted ? 2 : previewed ? 1 : 0} />
				{isSubmitted ? <Submitted eventId={submitted} event={event} /> : <TableForm previewed={previewed} />}
			</div>
		</>
	);
}

/** Choosing and previewing are one form, so that the chosen table stays in it. */
function TableForm({ previewed }: { previewed: Previewed | undefined }) {
	const round = useRound(previewed !== undefined);
	const [waiting, wait] = useWaiting();
	return (
		<OperatorForm key={round} class="outcome" encType="multipart/form-data" onSubmit={wait}>
			{previewed ? <PreviewStep previewed={previewed} /> : <Introduction />}
			{waiting !== undefined && <p class="waiting">{waiting}</p>}
			<section class="choose-table" aria-labelledby={previewed && 'again'}>
				{previewed && <h3 id="again">Edit the table</h3>}
				<TableFields previewed={previewed} />
				<div class="actions">
					<PreviewButton isAgain={previewed !== undefined} />
					{!previewed && nothingStored}
				</div>
			</section>
			{previewed && <OnCommandLine command={loadCommand(previewed.name, previewed.reading)} />}
		</OperatorForm>
	);
}

/** Returns the last preview; it stays if a new one fails. */
function usePreviewed(): Previewed | undefined {
	const posted = usePosted();
	const last = useRef<Previewed | undefined>(undefined);
	const isOurs = posted !== undefined && Object.hasOwn(submitForms, posted.form);
	last.current = isOurs ? ((posted.answer as Previewed | undefined) ?? last.current) : undefined;
	return last.current;
}

/** Counts restarts; each empties the fields. */
function useRound(isLooking: boolean): number {
	const round = useRef(0);
	const wasLooking = useRef(isLooking);
	if (wasLooking.current && !isLooking) round.current += 1;
	wasLooking.current = isLooking;
	return round.current;
}

/** Returns the text of a pending request, from submit to answer. */
function useWaiting(): [string | undefined, (event: SubmitEvent) => void] {
	const posted = usePosted();
	const [waiting, setWaiting] = useState<string>();
	useEffect(() => setWaiting(undefined), [posted]);
	const wait = ({ target, submitter }: SubmitEvent) => {
		const fields = new FormData(target as HTMLFormElement);
		const { name: fileName } = fields.get('file') as File;
		const name = fileName || fields.get('name') || 'the rows';
		const isSubmitted = (submitter as HTMLButtonElement | null)?.value === 'submitTable';
		setWaiting(`${isSubmitted ? 'Submitting' : 'Reading'} ${name} …`);
	};
	return [waiting, wait];
}

/** Renders the steps; the focus goes to the heading of a new step. */
function Steps({ at }: { at: number }) {
	const heading = useRef<HTMLHeadingElement>(null);
	const before = useRef(at);
	useEffect(() => {
		if (before.current !== at) heading.current?.focus();
		before.current = at;
	}, [at]);
	return (
		<>
			<ol class="steps" aria-label="Steps">
				{steps.map((title, each) => (
					<li key={title} aria-current={each === at ? 'step' : undefined}>
						{title}
					</li>
				))}
			</ol>
			<h2 tabIndex={-1} ref={heading}>
				Step {at + 1} of {steps.length}: {steps[at]}
			</h2>
		</>
	);
}

function Introduction() {
	return (
		<p>
			A table has one row per link, with an identifier (DOI, bibcode, arXiv number, address …) of the source work and
			one of the target work. Columns may have any name and any order.{' '}
			<a href={sitePath('/link-template.csv')} download>
				Download a template
			</a>
			.
		</p>
	);
}

function PreviewButton({ isAgain }: { isAgain: boolean }) {
	return (
		<button type="submit" name="form" value="preview" class={isAgain ? undefined : 'primary'}>
			{steps[1]}
			{isAgain && ' again'}
		</button>
	);
}

function PreviewStep({ previewed }: { previewed: Previewed }) {
	const { name, encoding, furtherSheets, reading, found, isRefused, mayBeTable, seal, preview } = previewed;
	const isReady = !isRefused && preview.refusal === null;
	const { links: linkCount, described } = preview.read;
	const content = linkCount === 0 && described > 0 ? worksText(described) : linksText(linkCount);
	const detected = found.split(',') as ColumnRole[];
	const roles = (reading.columns as ColumnRole[] | undefined) ?? detected;
	useEffect(() => announce(`${content} in ${name}.`), [previewed]);
	return (
		<>
			<input type="hidden" name="name" value={name} />
			<input type="hidden" name="found" value={found} />
			{isReady && <input type="hidden" name="seen" value={seal} />}
			{!isRefused && <Summary name={name} read={preview.read} />}
			{mayBeTable && <FormatChoice dialect={preview.read.dialect} from={reading.from} />}
			<EncodingNote encoding={encoding} />
			<SheetNote furtherSheets={furtherSheets} />
			{preview.table && <ColumnChoices table={preview.table} roles={roles} found={detected} />}
			{!isRefused && <Outcome preview={preview} />}
			<div class="actions">
				<PreviewButton isAgain />
				<button type="submit" name="form" value="submitTable" class="primary" disabled={!isReady}>
					Submit {isReady && content}
				</button>
				<a href={sectionPath('submit')}>Start over</a>
				{nothingStored}
			</div>
		</>
	);
}

function EncodingNote({ encoding = 'utf-8' }: Pick<Previewed, 'encoding'>) {
	if (encoding.toLowerCase() === 'utf-8') return null;
	return (
		<p class="notice">
			The file is not in UTF-8; it is read as {encoding}. If letters look wrong below, save it as UTF-8 (in Excel: “CSV
			UTF-8”) and choose it again.
		</p>
	);
}

function SheetNote({ furtherSheets }: Pick<Previewed, 'furtherSheets'>) {
	if (furtherSheets.length === 0) return null;
	return (
		<p class="notice">
			Only the first sheet of the workbook is read. Left out: <bdi>{furtherSheets.join(', ')}</bdi>.
		</p>
	);
}

function OnCommandLine({ command }: { command: string }) {
	return (
		<details class="panel">
			<summary>On the command line, for tables of any size</summary>
			<div class="snippet">
				<code>{command}</code>
				<CopyButton text={command} what="the command" />
			</div>
		</details>
	);
}
