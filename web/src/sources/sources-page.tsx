// The page of the sources: statistics, each link provider, and the schemes of identifiers.

import type { SourceOfLinks, Sources } from '../../../clients/typescript/src/schemas.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { countText } from '../../../src/links/words.ts';
import type { View } from '../address/address.ts';
import { reportView, writeReportView } from '../address/report-view.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { Pager, pagePlace } from '../shell/pager.tsx';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { SmallBars } from '../shell/small-bars.tsx';
import { sitePath } from '../site/site.ts';
import { dayOf } from './dates.ts';
import { HowToFill } from './how-to-fill.tsx';
import { beingCounted, isBeingCounted, linksFrom, sourcesOf } from './sources.ts';
import { AsOf, Statistics } from './statistics.tsx';

const mostProviders = 1_000;
const description =
	'The providers of the links in this broker, with the number and the dates of their links, and statistics.';

type SourcesView = Extract<View, { page: 'sources' }>;

/** Renders the page. */
export function SourcesPage({ view }: { view: SourcesView }) {
	const { pageNumber } = view;
	const sources = useAnswer(sourcesOf(mostProviders, pageNumber));
	const isBeyond = sources.value !== undefined && isKnown(sources.value) && pageNumber > pagesOf(sources.value);
	return (
		<main id="content" class="sources" aria-busy={sources.loading}>
			<PageHeading
				title="Sources"
				description={description}
				canonical={sitePath('/providers')}
				status={isBeyond ? 404 : undefined}
				failure={sources.failure}
			/>
			{sources.failure && <FailureNotice failure={sources.failure} />}
			{sources.loading && !sources.value && <p class="waiting">Loading …</p>}
			{isBeyond && (
				<p class="notice">
					The list of providers has no page {countText(pageNumber)}. Go to{' '}
					<a href={sitePath('/providers')}>the first page</a>.
				</p>
			)}
			{sources.value && !isBeyond && <Providers sources={sources.value} pageNumber={pageNumber} />}
		</main>
	);
}

function isKnown(sources: Sources): boolean {
	return !sources.empty && !isBeingCounted(sources);
}

/** Counts the pages; there is always a first one. */
function pagesOf({ providers_total }: Pick<Sources, 'providers_total'>): number {
	return Math.max(1, Math.ceil(providers_total / mostProviders));
}

function Providers({ sources, pageNumber }: { sources: Sources; pageNumber: number }) {
	if (sources.empty) return <HowToFill />;
	if (isBeingCounted(sources)) return <p class="notice">{beingCounted} Try again soon.</p>;
	const { providers, providers_total, schemes } = sources;
	return (
		<>
			<Statistics sources={sources} />
			<AsOf sources={sources} />
			<section aria-labelledby="providers">
				<h2 id="providers">{linksFrom(providers_total)}</h2>
				<ScrollingTable label="Table of providers" tall>
					<thead>
						<tr>
							<th scope="col">Provider</th>
							<th scope="col" class="amount">
								Links between identifiers
							</th>
							<th scope="col" class="amount">
								Works
							</th>
							<th scope="col">First link</th>
							<th scope="col">Last link</th>
							<th scope="col">Last received</th>
							<th scope="col">Links per year</th>
						</tr>
					</thead>
					<tbody>
						{providers.map((provider) => (
							<Provider key={provider.name} provider={provider} />
						))}
					</tbody>
				</ScrollingTable>
				<ProviderPages pages={pagesOf(sources)} pageNumber={pageNumber} />
			</section>
			<section class="schemes" aria-labelledby="schemes">
				<h2 id="schemes">Identifiers by scheme</h2>
				<ScrollingTable label="Table of schemes">
					<thead>
						<tr>
							<th scope="col">Scheme</th>
							<th scope="col" class="amount">
								Identifiers
							</th>
						</tr>
					</thead>
					<tbody>
						{schemes.map(({ scheme, identifiers }) => (
							<tr key={scheme}>
								<th scope="row">{schemeTitle(scheme)}</th>
								<td class="amount">{countText(identifiers)}</td>
							</tr>
						))}
					</tbody>
				</ScrollingTable>
			</section>
		</>
	);
}

/** Leads to the other pages of providers, those with the most links first. */
function ProviderPages({ pages, pageNumber }: { pages: number; pageNumber: number }) {
	const at = (number: number) => ({ page: 'sources', pageNumber: number }) as const;
	return (
		<Pager
			previous={pageNumber > 1 ? at(pageNumber - 1) : undefined}
			next={pageNumber < pages ? at(pageNumber + 1) : undefined}
			place={pagePlace(pageNumber, pages)}
		/>
	);
}

function Provider({ provider }: { provider: SourceOfLinks }) {
	const { name, links, works, first_link, last_link, last_received, years } = provider;
	return (
		<tr>
			<th scope="row" class="provider">
				<a href={writeReportView(reportView({ provider: name }))}>
					<bdi>{name}</bdi>
				</a>
			</th>
			<td class="amount">{countText(links)}</td>
			<td class="amount">{countText(works)}</td>
			<td class="day">{dayOf(first_link)}</td>
			<td class="day">{dayOf(last_link)}</td>
			<td class="day">{dayOf(last_received)}</td>
			<td>
				<SmallBars years={years.map(({ year, links }) => [year, links] as const)} />
			</td>
		</tr>
	);
}
