// The first page: the field, what this broker holds and from whom, and examples of it; on an empty
// one the commands that fill it.

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
import { sitePath } from '../site/site.ts';
import { AsOf, Held } from '../sources/held.tsx';
import { HowToFill } from '../sources/how-to-fill.tsx';
import { isBeingCounted, sourcesOf } from '../sources/sources.ts';

const providersShown = 5;
const examplesOfType = 2;
const description =
	'Who cites, uses or supplements a work, over all its identifiers and versions, since when, and who says so.';

const offers: readonly { title: string; text: string }[] = [
	{ title: 'All names of a work', text: 'Its identifiers and versions are found together, whichever one you paste.' },
	{ title: 'Every link, with its source', text: 'Who reported it and when; by year, by kind of work, and by version.' },
	{
		title: 'Yours to take away',
		text: 'As a link, a picture, a table, a list of references, a badge or a call of the interface.',
	},
];

/** Renders the first page. */
export function HomePage() {
	const sources = useAnswer(sourcesOf(providersShown));
	return (
		<main id="content" class="home">
			<PageHeading title="Link Broker" description={description} canonical={sitePath('/')}>
				Who cites, uses or supplements a work?
			</PageHeading>
			<p class="lead">
				Paste any identifier of a paper, a piece of software or a data set – a DOI, an arXiv number, a repository
				address – or type words of its title and the names of who made it.
			</p>
			<SearchField />
			<p class="note">
				Many at once: <a href={sitePath('/report')}>a report on a list of identifiers</a>
			</p>
			{sources.failure && <FailureNotice failure={sources.failure} />}
			{sources.value?.empty && <HowToFill />}
			{sources.value?.empty === false && <WhatIsHere sources={sources.value} />}
			<section aria-labelledby="offers">
				<h2 id="offers" class="visually-hidden">
					What you will see
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

function WhatIsHere({ sources }: { sources: Sources }) {
	if (isBeingCounted(sources)) return <p class="note">What this broker holds is being counted.</p>;
	const { providers, providers_total } = sources;
	return (
		<>
			{sources.examples.length > 0 && <Examples examples={sources.examples} />}
			<section aria-labelledby="held">
				<h2 id="held">What this broker holds</h2>
				<Held sources={sources} />
			</section>
			<section aria-labelledby="from">
				<h2 id="from">From {providers_total === 1 ? 'one provider' : `${countText(providers_total)} providers`}</h2>
				<ol class="top-providers">
					{providers.map(({ name, links }) => (
						<li key={name}>
							<bdi>{name}</bdi>
							<span class="count">{countText(links)} links</span>
						</li>
					))}
				</ol>
				<p class="all-sources">
					<a href={sitePath('/providers')}>All sources, and how they grew</a>
				</p>
				<AsOf sources={sources} />
			</section>
		</>
	);
}

function linksOf({ counts }: ExampleOfWork): number {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function linksText(work: ExampleOfWork): string {
	const cited = work.counts.isCitedBy;
	if (cited > 0) return `cited by ${countText(cited)}`;
	const links = linksOf(work);
	return links === 1 ? 'one link' : `${countText(links)} links`;
}

/** Renders the most cited works of each type. */
function Examples({ examples }: { examples: readonly ExampleOfWork[] }) {
	const linked = examples.filter((work) => linksOf(work) > 0);
	const shown = [...Map.groupBy(linked, typeOf).values()].flatMap((ofType) => ofType.slice(0, examplesOfType));
	return (
		<section aria-labelledby="examples">
			<h2 id="examples">For example, the most cited here</h2>
			<ul class="examples">
				{shown.map((work) => {
					const { ID, IDScheme } = mainIdentifier(work.Identifiers);
					return (
						<li key={`${IDScheme} ${ID}`}>
							<a href={objectPath(IDScheme, ID)}>
								<span class="kind">
									<TypeMark type={typeOf(work)} /> <span>{linksText(work)}</span>
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
