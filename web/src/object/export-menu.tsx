// The menu of all exports: of the work itself, and of the list of its links.
import { dataForms, workForms } from '../../../src/http/pages/object/work-forms.ts';
import { referenceText } from '../../../src/links/work-texts.ts';
import { objectPath } from '../address/object-view.ts';
import { relationTitle } from '../relations.ts';
import { Snippet } from '../shell/snippet.tsx';
import { exportAddress, exportFormats, invenioFormat } from './links.ts';
import { countsOf, type Shown } from './work.ts';

/** Renders the menu, folded; without links it has the exports of the work alone. */
export function ExportMenu({ view, relation, work }: Shown) {
	const total = countsOf(work, view.groupBy)[relation];
	return (
		<details class="export-menu menu">
			<summary class="button">Export</summary>
			<div class="panel">
				<section aria-labelledby="export-work">
					<h2 id="export-work">This work</h2>
					<Snippet text={referenceText(work)} what="the reference" label="Copy reference" />
					<ul class="downloads">
						{dataForms.toReversed().map((form) => (
							<li key={form}>
								<a href={`${objectPath(view.scheme, view.id)}?format=${form}`} target="_self">
									{workForms[form].title}
								</a>
							</li>
						))}
					</ul>
				</section>
				{total > 0 && (
					<section aria-labelledby="export-list">
						<h2 id="export-list">This list: {relationTitle[relation]}</h2>
						<ul class="downloads">
							{[...exportFormats, invenioFormat].map(({ format, title, note }) => (
								<li key={format}>
									<a href={exportAddress(view, relation, format)} download="">
										{title}
									</a>{' '}
									<span class="note">{note}</span>
								</li>
							))}
						</ul>
					</section>
				)}
			</div>
		</details>
	);
}
