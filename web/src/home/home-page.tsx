// The home page: the search field, statistics, the largest providers and examples; an empty broker
// shows the commands that fill it.

import type { ExampleOfWork, Sources } from '../../../clients/typescript/src/schemas.ts';
import { countText, mainIdentifier } from '../../../src/links/words.ts';
import { objectPath } from '../address/object-view.ts';
import { typeOf } from '../answered-works.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { SearchField } from '../shell/search-field.tsx';
import { TypeMark } from '../shell/type-mark.tsx';
import { WorkTitle } from '../shell/work-title.tsx';
import { sitePath, thisSite } from '../site/site.ts';
import { HowToFill } from '../sources/how-to-fill.tsx';
import { beingCounted, isBeingCounted, linksFrom, sourcesOf } from '../sources/sources.ts';
import { AsOf, Statistics } from '../sources/statistics.tsx';

const providersShown = 5;
const examplesOfType = 2;
const description =
	'Shows which works cite, use or supplement a work, over all its identifiers and versions, with dates and providers.';

const offers: readonly { title: string; text: string }[] = [
	{
		title: 'All identifiers of a work',
		text: 'Its identifiers and versions are shown together, whichever one you enter.',
	},
	{ title: 'Every link with its source', text: 'Who reported it and when; by year, by type and by version.' },
	{ title: 'Export', text: 'As a link, an image, a table, a list of references, a badge or an API call.' },
];

/** Renders the home page. */
export function HomePage() {
	const sources = useAnswer(sourcesOf(providersShown));
	return (
		<main id="content" class="home">
			<PageHeading title={thisSite().name} description={description} canonical={sitePath('/')}>
				Who cites, uses or supplements a work?
			</PageHeading>
			<p class="lead">
				Paste any identifier of a paper, software or a dataset – a DOI, an arXiv number, a repository address – or type
				words from its title or the names of its creators.
			</p>
			<SearchField />
			<p class="note">
				Many works at once: <a href={sitePath('/report')}>a report on a list of identifiers</a>
			</p>
			{sources.failure && <FailureNotice failure={sources.failure} />}
			{sources.value?.empty && <HowToFill />}
			{sources.value?.empty === false && <Overview sources={sources.value} />}
			<section aria-labelledby="offers">
				<h2 id="offers" class="visually-hidden">
					What the broker shows
				</h2>
				<dl class="offers">
					{offers.map(({ title, text }) => (
						<div key={title}>
							<dt>{title}</dt>
							<dd>{text}</dd>
						</div>
					))}
				</dl>
			</section>
		</main>
	);
}

function Overview({ sources }: { sources: Sources }) {
	if (isBeingCounted(sources)) return <p class="note">{beingCounted}</p>;
	const { providers, providers_total } = sources;
	return (
		<>
			<Examples examples={sources.examples} />
			<section aria-labelledby="statistics">
				<h2 id="statistics">In this broker</h2>
				<Statistics sources={sources} />
			</section>
			<section aria-labelledby="from">
				<h2 id="from">{linksFrom(providers_total)}</h2>
				<ol class="top-providers">
					{providers.map(({ name, links }) => (
						<li key={name}>
							<bdi>{name}</bdi>
							<span class="count">{countText(links)} links</span>
						</li>
					))}
				</ol>
				<p class="all-sources">
					<a href={sitePath('/providers')}>All sources, with their links per year</a>
				</p>
				<AsOf sources={sources} />
			</section>
		</>
	);
}

/** Renders the most cited works of each type; nothing if no work is cited. */
function Examples({ examples }: { examples: readonly ExampleOfWork[] }) {
	const cited = examples.filter(({ counts }) => counts.isCitedBy > 0);
	if (cited.length === 0) return null;
	const shown = [...Map.groupBy(cited, typeOf).values()].flatMap((ofType) => ofType.slice(0, examplesOfType));
	return (
		<section aria-labelledby="examples">
			<h2 id="examples">Most cited works</h2>
			<ul class="examples">
				{shown.map((work) => {
					const { ID, IDScheme } = mainIdentifier(work.Identifiers);
					return (
						<li key={`${IDScheme} ${ID}`}>
							<a href={objectPath(IDScheme, ID)}>
								<span class="kind">
									<TypeMark type={typeOf(work)} /> <span>cited by {countText(work.counts.isCitedBy)}</span>
								</span>
								<bdi class={work.Title ? 'title' : 'title identifier'}>
									<WorkTitle work={work} />
								</bdi>
							</a>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
