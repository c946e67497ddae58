// What counts in a list of links: the definition, the flags that are left out, and a sentence about it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import { countText } from '../../../src/links/words.ts';
import { flagPhrase, leftOutText, sumOf } from '../../../src/search/flags/left-out.ts';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView, saysWhatCounts } from '../address/object-view.ts';
import { flagNames } from '../address/parts.ts';
import type { Loaded } from '../asking/use-answer.ts';
import { ViewForm } from '../shell/view-form.tsx';
import { sitePath, thisSite } from '../site/site.ts';
import { definitionOf, whyNot } from './definitions.ts';
import { type CountedLinks, useCounted } from './links.ts';
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
	const counted = useCounted(shown, { page, isWanted: isOpen });
	return (
		<div class="what-counts">
			<LeftOut shown={shown} counted={counted} />
			<details class="panel" ref={panel} onToggle={follow}>
				<summary>
					<h2>What counts?</h2>
				</summary>
				<ViewForm class="filters at-once" view={changed(view, {})} names={['definition', 'exclude']}>
					<DefinitionChoice {...shown} />
					<FlagChoice view={view} counted={counted} />
					<button type="submit">Apply</button>
				</ViewForm>
			</details>
		</div>
	);
}

/** Renders how many links are left out, and why. */
function LeftOut({ shown: { view, relation }, counted: { kept, loading } }: { shown: Shown; counted: CountedLinks }) {
	if (loading || !saysWhatCounts(view) || !kept) return null;
	return (
		<p class="kept">
			{view.definition !== undefined && `Counted as “${view.definition}”: `}
			{leftOutText(kept, relation === 'all' ? undefined : relation)}{' '}
			<a href={writeView(changed(view, { definition: undefined, exclude: undefined }))}>
				{sumOf(kept) > kept.total ? `Show all ${countText(sumOf(kept))}` : 'Count every link'}
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
function FlagChoice({ view, counted: { kept, flagged } }: { view: ObjectView; counted: CountedLinks }) {
	const { exclude = [] } = view;
	const byDefinition = definitionOf(view)?.exclude ?? [];
	return (
		<fieldset class="flags">
			<legend>Leave out links</legend>
			{flagNames.map((flag) => {
				const isFixed = byDefinition.includes(flag);
				const number = kept?.excluded[flag] ?? flagged?.[flag];
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
