// One search result: a work with the number of its links.
import type { FoundWork as Found } from '../../../clients/typescript/src/schemas.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { countText, mainIdentifier, namesText, placeText } from '../../../src/links/words.ts';
import { type GroupBy, objectView, writeObjectView } from '../address/object-view.ts';
import { typeOf } from '../answered-works.ts';
import { relationNames, relationPhrase } from '../relations.ts';
import { TypeMark } from '../shell/type-mark.tsx';
import { WorkTitle } from '../shell/work-title.tsx';

/** Renders a work as a list item; each count links to the counted links. */
export function FoundWork({ work, groupBy }: { work: Found; groupBy: GroupBy }) {
	const { ID, IDScheme } = mainIdentifier(work.Identifiers);
	const creators = namesText(work.Creator, { shown: 3, total: work.CreatorTotal });
	const place = placeText(work, 2);
	const linked = relationNames.filter((relation) => work.counts[relation] > 0);
	return (
		<li class="link">
			<h3>
				<a
					class={work.Title ? 'title' : 'title identifier'}
					dir="auto"
					href={writeObjectView(objectView(IDScheme, ID, { groupBy }))}
				>
					<WorkTitle work={work} />
				</a>
			</h3>
			{work.matched_version && <MatchedVersion version={work.matched_version} />}
			{work.missing_words && (
				<p class="note" dir="auto">
					Missing: {work.missing_words.join(', ')}
				</p>
			)}
			{place && (
				<p class="place" dir="auto">
					{place}
				</p>
			)}
			<div class="about">
				<TypeMark type={typeOf(work)} />
				{work.PublicationDate && <span>{work.PublicationDate.slice(0, 10)}</span>}
				{creators && <span dir="auto">{creators}</span>}
				<span class="name">
					<span class="scheme">{schemeTitle(IDScheme)}</span> <span class="identifier">{ID}</span>
				</span>
			</div>
			<p class="found-counts">
				{linked.length === 0 && <span class="note">No links are known</span>}
				{linked.map((relation) => (
					<a key={relation} href={writeObjectView(objectView(IDScheme, ID, { groupBy, relation }))}>
						{relationPhrase[relation]} <strong>{countText(work.counts[relation])}</strong>
					</a>
				))}
			</p>
		</li>
	);
}

/** Renders the version whose title has the words, as a link to its page. */
function MatchedVersion({ version }: { version: NonNullable<Found['matched_version']> }) {
	const { ID, IDScheme } = mainIdentifier(version.Identifiers);
	return (
		<p dir="auto">
			Version:{' '}
			<a href={writeObjectView(objectView(IDScheme, ID, { groupBy: 'identity' }))}>
				<WorkTitle work={version} />
			</a>
		</p>
	);
}
