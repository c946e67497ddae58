// The page of one work: what it is, how many links it has, and the chosen ones; leaves drawing and
// listing to its parts.
import { useEffect } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import { changed, type GroupBy, type ObjectView } from '../address/object-view.ts';
import { apiAddress, pageParameters, workParameters } from '../api-address.ts';
import { askCount, askLinks } from '../broker-api.ts';
import { useLoaded } from '../loading.ts';
import { type RelationChoice, relationPhrase } from '../relations.ts';
import { versionCount } from '../scholix-answer.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { lazily } from '../shell/lazily.tsx';
import { askWork, chooseRelation, type Work } from '../work.ts';
import { Filters } from './filters.tsx';
import { LinkList } from './link-list.tsx';
import { RelationTabs } from './relation-tabs.tsx';
import { ScopeSwitch } from './scope-switch.tsx';
import { TakeAway } from './take-away.tsx';
import { UnknownWork } from './unknown-work.tsx';
import { VersionTree } from './version-tree.tsx';
import { WorkHeading } from './work-heading.tsx';
import { YearPlot } from './year-plot.tsx';

const Neighbourhood = lazily('The graph', async () => (await import('../graph/neighbourhood.tsx')).Neighbourhood);

/** Renders the page of one work. */
export function ObjectPage({ view }: { view: ObjectView }) {
	const work = useLoaded(apiAddress(workParameters(view)), () => askWork(view));
	useEffect(() => {
		// Most works are cited or nothing: their list need not wait for the counts.
		if (view.relation === undefined && view.show === 'list')
			askLinks(pageParameters(view, 'isCitedBy')).catch(() => undefined);
	}, []);
	const relation = view.relation ?? (view.show === 'graph' ? 'all' : work.value && chooseRelation(work.value.counts));
	return (
		<main id="content" class="object">
			<WorkHeading view={view} work={work.value} />
			{work.failure && <FailureNotice failure={work.failure} retry={work.retry} />}
			{work.value && !work.value.known && <UnknownWork work={work.value} />}
			{work.value?.known && relation && (
				<Answer view={view} work={work.value} stale={work.loading} relation={relation} />
			)}
			{work.loading && !work.value && <p class="waiting">Looking up {view.id} …</p>}
		</main>
	);
}

type Shown = { view: ObjectView; work: Work; relation: RelationChoice };

/** `stale`: the work is counted as before, and as the view wants it is awaited. */
function Answer({ view, work, stale, relation }: Shown & { stale: boolean }) {
	const other: GroupBy = view.groupBy === 'version' ? 'identity' : 'version';
	const otherParameters = {
		...workParameters({ ...view, groupBy: other }),
		relation: relation === 'all' ? undefined : relation,
	};
	const otherCount = useLoaded(apiAddress(otherParameters), () => askCount(otherParameters));
	const counts = {
		[view.groupBy]: stale ? undefined : work.counts[relation],
		[other]: otherCount.loading ? undefined : otherCount.value,
	};
	return (
		<>
			<ScopeSwitch view={view} relation={relation} versions={versionCount(work.source)} counts={counts} />
			<RelationTabs view={view} counts={work.counts} relation={relation} />
			{work.counts.all === 0 && counts[other] === 0 ? (
				<NoLinks view={view} />
			) : (
				<div class="columns">
					<aside aria-label="Filters and versions">
						<Filters view={view} relation={relation} />
						<VersionTree view={view} relation={relation} />
					</aside>
					<div class="results">
						<div class="toolbar">
							<ShowSwitch view={view} />
							<TakeAway view={view} relation={relation} />
						</div>
						{view.show === 'graph' ? (
							<Neighbourhood view={view} relation={relation} source={work.source} />
						) : (
							<>
								<YearPlot view={view} relation={relation} />
								<Links view={view} relation={relation} />
							</>
						)}
					</div>
				</div>
			)}
		</>
	);
}

function Links({ view, relation }: Omit<Shown, 'work'>) {
	const parameters = pageParameters(view, relation);
	const page = useLoaded(apiAddress(parameters), () => askLinks(parameters));
	const total = page.loading ? undefined : page.value?.total;
	useEffect(() => {
		if (total !== undefined) announce(total === 1 ? '1 work' : `${total} works`);
	}, [total]);
	if (page.failure) return <FailureNotice failure={page.failure} retry={page.retry} />;
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
