// What counts in a list of links: the definition, the flags that are left out, and a sentence about it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import { countText } from '../../../src/links/words.ts';
import { leftOutText, sumOf, unknownText } from '../../../src/search/flags/left-out.ts';
import { writeView } from '../address/address.ts';
import { changed, saysWhatCounts } from '../address/object-view.ts';
import type { Loaded } from '../asking/use-answer.ts';
import { DefinitionChoice, FlagChoice } from '../shell/counting-fields.tsx';
import { ViewForm } from '../shell/view-form.tsx';
import { sitePath } from '../site/site.ts';
import { whyNot } from './definitions.ts';
import { type CountedLinks, useCounted } from './links.ts';
import type { Shown } from './work.ts';

type Props = { shown: Shown; page: Loaded<RelationshipsPage> };

/** Renders the sentence and the form, which is folded. */
export function WhatCounts({ shown, page }: Props) {
	const { view, relation, work } = shown;
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
					<DefinitionChoice chosen={view.definition} whyNot={(one) => whyNot(one, { relation, groupBy: view.groupBy })}>
						, and{' '}
						<a href={sitePath(`/objects/${work.self.split('/').at(-1)}/definitions`)} target="_self">
							this work counted by each
						</a>
					</DefinitionChoice>
					<FlagChoice {...view} numberOf={(flag) => counted.kept?.excluded[flag] ?? counted.flagged?.[flag]} />
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
			{leftOutText(kept, relation === 'all' ? undefined : relation) + unknownText(kept.unknown)}{' '}
			<a href={writeView(changed(view, { definition: undefined, exclude: undefined }))}>
				{sumOf(kept) > kept.total ? `Show all ${countText(sumOf(kept))}` : 'Count every link'}
			</a>
		</p>
	);
}
