// The page of one work: what it is, how many links it has, and the chosen ones; leaves drawing and
// listing to its parts.
import { useEffect } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import { apiAddress, pageParameters } from '../api/api-address.ts';
import { askLinks, linksAtHand } from '../api/broker-api.ts';
import { askWork, chooseRelation, type Work, workAddress, workAtHand } from '../api/work.ts';
import { useLoaded } from '../loading.ts';
import { type RelationChoice, relationPhrase } from '../relations.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { lazily } from '../shell/lazily.tsx';
import { Filters } from './filters.tsx';
import { LinkList } from './link-list.tsx';
import { RelationTabs } from './relation-tabs.tsx';
import type { Shown } from './result-facets.ts';
import { ScopeSwitch } from './scope-switch.tsx';
import { TakeAway } from './take-away.tsx';
import { UnknownWork } from './unknown-work.tsx';
import { VersionTree } from './version-tree.tsx';
import { WorkHeading } from './work-heading.tsx';
import { YearPlot } from './year-plot.tsx';

const Neighbourhood = lazily('The graph', async () => (await import('../graph/neighbourhood.tsx')).Neighbourhood);

/** Renders the page of one work. */
export function ObjectPage({ view }: { view: ObjectView }) {
	const found = useLoaded(
		workAddress(view),
		() => askWork(view),
		() => workAtHand(view),
	);
	useEffect(() => {
		// Most works are cited or nothing: their list need not wait for the counts.
		if (!found.value && view.relation === undefined && view.show === 'list')
			askLinks(pageParameters(view, 'isCitedBy')).catch(() => undefined);
	}, []);
	const work = found.value?.known;
	return (
		<main id="content" class="object">
			<WorkHeading view={view} found={found.value} />
			{found.failure && <FailureNotice failure={found.failure} />}
			{found.value?.unknown && <UnknownWork unknown={found.value.unknown} />}
			{work && <Answer view={view} work={work} relation={relationOf(view, work)} />}
			{found.loading && !found.value && <p class="waiting">Looking up {view.id} …</p>}
		</main>
	);
}

function relationOf(view: ObjectView, work: Work): RelationChoice {
	if (view.relation) return view.relation;
	return view.show === 'graph' ? 'all' : chooseRelation(work.levels[view.groupBy].counts);
}

function Answer(shown: Shown) {
	const { view, work, relation } = shown;
	const { counts, object } = work.levels[view.groupBy];
	if (work.levels.version.counts.all === 0 && work.levels.identity.counts.all === 0) return <NoLinks view={view} />;
	return (
		<>
			<ScopeSwitch {...shown} />
			<RelationTabs view={view} counts={counts} relation={relation} />
			<div class="columns">
				<aside aria-label="Filters and versions">
					<Filters shown={shown} />
					<VersionTree {...shown} />
				</aside>
				<div class="results">
					<div class="toolbar">
						<ShowSwitch view={view} />
						<TakeAway view={view} relation={relation} />
					</div>
					{view.show === 'graph' ? (
						<Neighbourhood view={view} relation={relation} source={object} />
					) : (
						<>
							<YearPlot shown={shown} />
							<Links view={view} relation={relation} />
						</>
					)}
				</div>
			</div>
		</>
	);
}

function Links({ view, relation }: Omit<Shown, 'work'>) {
	const parameters = pageParameters(view, relation);
	const page = useLoaded(
		apiAddress(parameters),
		() => askLinks(parameters),
		() => linksAtHand(parameters),
	);
	const total = page.loading ? undefined : page.value?.total;
	useEffect(() => {
		if (total !== undefined) announce(total === 1 ? '1 work' : `${total} works`);
	}, [total]);
	if (page.failure) return <FailureNotice failure={page.failure} />;
	if (!page.value) return <p class="waiting">Asking for the links …</p>;
	return <LinkList view={view} relation={relation} page={page.value} loading={page.loading} />;
}

function ShowSwitch({ view }: { view: ObjectView }) {
	return (
		<nav class="switch" aria-label="How to show the links">
			<a href={writeView({ ...view, show: 'list' })} aria-current={view.show === 'list' ? 'page' : undefined}>
				List
			</a>
			<a
				href={writeView(changed(view, { show: 'graph', relation: 'all' }))}
				aria-current={view.show === 'graph' ? 'page' : undefined}
			>
				Graph
			</a>
		</nav>
	);
}

function NoLinks({ view }: { view: ObjectView }) {
	return (
		<section class="notice" aria-labelledby="no-links">
			<h2 id="no-links">No links are known</h2>
			<p>
				The work is known, but nobody has reported yet that <span class="identifier">{view.id}</span> is{' '}
				{relationPhrase.isCitedBy}, {relationPhrase.isSupplementedBy} or related to another work. That says nothing
				about the work: links come in batches, and not every publisher reports them.
			</p>
		</section>
	);
}
