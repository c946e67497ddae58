// What counts in a list of links: the definition, the flags that are left out, and a sentence about it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import { countText } from '../../../src/links/words.ts';
import { flagPhrase, leftOutText, sumOf } from '../../../src/search/flags/left-out.ts';
import { writeView } from '../address/address.ts';
import { changed, saysWhatCounts } from '../address/object-view.ts';
import { flagNames } from '../address/parts.ts';
import type { Loaded } from '../asking/use-answer.ts';
import { ViewForm } from '../shell/view-form.tsx';
import { sitePath, thisSite } from '../site/site.ts';
import { definitionOf, whyNot } from './definitions.ts';
import { useFlagNumbers } from './links.ts';
import type { Shown } from './work.ts';

type Props = { shown: Shown; page: Loaded<RelationshipsPage> };

/** Renders the sentence and the form, which is folded. */
export function WhatCounts({ shown, page }: Props) {
	const { view } = shown;
	const panel = useRef<HTMLDetailsElement>(null);
	const [isOpen, setOpen] = useState(false);
	const follow = () => setOpen(panel.current?.open === true);
	// It may have been opened before the script was loaded.
	useEffect(follow, []);
	return (
		<div class="what-counts">
			<LeftOut shown={shown} page={page} />
			<details class="panel" ref={panel} onToggle={follow}>
				<summary>
					<h2>What counts?</h2>
				</summary>
				<ViewForm class="filters at-once" view={changed(view, {})} names={['definition', 'exclude']}>
					<DefinitionChoice {...shown} />
					<FlagChoice shown={shown} page={page.value} isOpen={isOpen} />
					<button type="submit">Apply</button>
				</ViewForm>
			</details>
		</div>
	);
}

/** Renders how many links are left out, and why. */
function LeftOut({ shown: { view, relation }, page: { value: page, loading } }: Props) {
	if (loading || !saysWhatCounts(view) || !page?.excluded) return null;
	const kept = { total: page.total, excluded: page.excluded };
	return (
		<p class="kept">
			{view.definition !== undefined && `Counted as “${view.definition}”: `}
			{leftOutText(kept, relation === 'all' ? undefined : relation)}{' '}
			<a href={writeView(changed(view, { definition: undefined, exclude: undefined }))}>
				{sumOf(kept) > page.total ? `Show all ${countText(sumOf(kept))}` : 'Count every link'}
			</a>
		</p>
	);
}

function DefinitionChoice({ view, relation, work }: Shown) {
	const { groupBy, definition: chosen } = view;
	const definitions = (thisSite().definitions ?? []).filter(({ name }) => name !== everyLink || name === chosen);
	const words = definitionOf(view)?.words;
	return (
		<div class="field">
			<label for="definition">Count citations as</label>
			<select id="definition" name="definition" value={chosen ?? ''} aria-describedby="definition-note">
				<option value="">every link</option>
				{definitions.map((definition) => {
					const why = whyNot(definition, { relation, groupBy });
					return (
						<option key={definition.name} value={definition.name} disabled={why !== undefined}>
							{definition.name}
							{why !== undefined && ` (${why})`}
						</option>
					);
				})}
			</select>
			<p class="note" id="definition-note">
				{words !== undefined && `${words} `}
				<a href={sitePath('/definitions')} target="_self">
					All definitions
				</a>
				, and{' '}
				<a href={sitePath(`/objects/${work.self.split('/').at(-1)}/definitions`)} target="_self">
					this work by each
				</a>
			</p>
		</div>
	);
}

/** The definition by which every link counts, as without one. */
const everyLink = 'all';

/** Renders the flags with the number of links that each leaves out, or would leave out. */
function FlagChoice({ shown, page, isOpen }: { shown: Shown; page: RelationshipsPage | undefined; isOpen: boolean }) {
	const { exclude = [], ...view } = shown.view;
	const kept = useFlagNumbers(shown, { page, isWanted: isOpen });
	const byDefinition = definitionOf({ exclude, ...view })?.exclude ?? [];
	return (
		<fieldset class="flags">
			<legend>Leave out links</legend>
			{flagNames.map((flag) => {
				const isFixed = byDefinition.includes(flag);
				const number = page?.excluded?.[flag] ?? kept?.[flag];
				return (
					<label key={flag} class="choice">
						<input
							type="checkbox"
							name="exclude"
							value={flag}
							checked={isFixed || exclude.includes(flag)}
							disabled={isFixed}
						/>
						<span>{flagPhrase[flag]}</span> {number !== undefined && <span class="count">{countText(number)}</span>}
					</label>
				);
			})}
		</fieldset>
	);
}
