// The ticks beside the works of a list, and the form that exports the ticked ones.
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import { countText, mainIdentifier } from '../../../src/links/words.ts';
import { referenceText } from '../../../src/links/work-texts.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { HiddenFields } from '../shell/view-form.tsx';
import { exportAddress, exportFormats } from './links.ts';
import type { Shown } from './work.ts';

const form = 'ticked';
const field = 'only';

/** Renders the number of a work in the list, with the box that ticks it. */
export function Tick({ number, work }: { number: number; work: AnsweredObject }) {
	return (
		<label class="tick">
			<input type="checkbox" name={field} form={form} value={nameOf(work)} aria-label={`Tick ${countText(number)}`} />
			<span class="number">{countText(number)}</span>
		</label>
	);
}

/** Names a work as the API reads it. */
function nameOf({ Identifiers }: AnsweredObject): string {
	const { IDScheme, ID } = mainIdentifier(Identifiers);
	return `${IDScheme}:${ID}`;
}

/** Returns the values of the ticked boxes in a list, whenever they change. */
export function useTicked(list: RefObject<HTMLElement | null>, page: RelationshipsPage): readonly string[] {
	const [ticked, setTicked] = useState<readonly string[]>([]);
	useEffect(() => {
		const read = () => setTicked([...new Set(boxesOf(list.current).flatMap((box) => (box.checked ? box.value : [])))]);
		// Boxes may have been ticked before the script was loaded.
		read();
		list.current?.addEventListener('change', read);
		return () => list.current?.removeEventListener('change', read);
	}, [page]);
	return ticked;
}

function boxesOf(list: HTMLElement | null): HTMLInputElement[] {
	return [...(list?.querySelectorAll<HTMLInputElement>(`input[name="${field}"]`) ?? [])];
}

type Props = {
	shown: Shown;
	page: RelationshipsPage;
	list: RefObject<HTMLElement | null>;
	ticked: readonly string[];
};

/** Renders the form: it exports the ticked works of the page, or the whole list if none is ticked. */
export function TickForm({ shown: { view, relation }, page, list, ticked }: Props) {
	const [action, query] = exportAddress(view, relation).split('?');
	const works = page.Relationships.map(({ Target }) => Target).filter(
		(work, at, all) => ticked.includes(nameOf(work)) && all.findIndex((one) => nameOf(one) === nameOf(work)) === at,
	);
	const tickAll = (checked: boolean) => {
		for (const box of boxesOf(list.current)) box.checked = checked;
	};
	return (
		<form id={form} class="ticks" action={action} target="_self">
			<HiddenFields query={query} />
			<label class="with-script">
				<input type="checkbox" onChange={({ currentTarget }) => tickAll(currentTarget.checked)} /> Tick all
			</label>
			<label>
				Export as{' '}
				<select name="format">
					{exportFormats.map(({ format, title }) => (
						<option key={format} value={format}>
							{title}
						</option>
					))}
				</select>
			</label>
			<button type="submit">Export{ticked.length > 0 && ` ${countText(ticked.length)} ticked`}</button>
			{works.length > 0 && (
				<CopyButton
					text={works.map((work) => referenceText(work)).join('\n')}
					what="references to the ticked works"
					label="Copy references"
				/>
			)}
			<p class="note">The ticked works of this page, or the whole list if none is ticked.</p>
		</form>
	);
}
