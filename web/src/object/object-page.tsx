// The page of one work: its description, its counts and the chosen links.
import { useEffect } from 'preact/hooks';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import type { UnderstoodQuery, Work } from '../../../clients/typescript/src/schemas.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { relationshipsText, suggestionReason, worksText } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import type { Answers } from '../asking/answers.ts';
import { type Loaded, useAnswer, useAnswers } from '../asking/use-answer.ts';
import { Neighbourhood } from '../graph/neighbourhood.tsx';
import type { RelationChoice } from '../relations.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { IdentifierLink } from '../shell/identifier-link.tsx';
import { citationsOf } from './citations.ts';
import { ExportMenu } from './export-menu.tsx';
import { ExportPanel } from './export-panel.tsx';
import { Filters } from './filters.tsx';
import { LinkList } from './link-list.tsx';
import { linksOf } from './links.ts';
import { RelationTabs, ScopeSwitch } from './relation-tabs.tsx';
import { VersionTree } from './version-tree.tsx';
import { WhatCounts } from './what-counts.tsx';
import { chooseRelation, countsOf, objectOf, type Shown, workOf } from './work.ts';
import { IdentifierList, WorkHeading } from './work-heading.tsx';
import { YearPlot } from './year-plot.tsx';

/** Renders the page of one work. */
export function ObjectPage({ view }: { view: ObjectView }) {
	const answers = useAnswers();
	const found = useAnswer(workOf(view));
	const work = found.value;
	const relation = relationOf(view, work);
	const isList = isListed(view);
	const page = useAnswer(isList && relation ? linksOf(view, relation) : undefined);
	useEffect(() => {
		// Most works only have citations: their list is requested before the counts arrive.
		if (isList && !relation) void answers.ask(linksOf(view, 'isCitedBy'));
	}, []);
	const unknown = found.failure?.query;
	return (
		<main id="content" class="object">
			<WorkHeading view={view} found={found} links={page} question={relation && linksOf(view, relation).key}>
				{work && relation && <ExportMenu {...{ view, work, relation }} />}
			</WorkHeading>
			{unknown && <UnknownWork unknown={unknown} />}
			{found.failure && !unknown && <FailureNotice failure={found.failure} />}
			{work && relation && <Answer shown={{ view, work, relation }} page={page} />}
			{found.loading && !work && <p class="waiting">Looking up {view.id} …</p>}
		</main>
	);
}

/** Asks for the work, its links and then their citations, so that the server draws the page once. */
ObjectPage.prepare = async (view: ObjectView, answers: Answers): Promise<void> => {
	const { value: work } = await answers.ask(workOf(view));
	const relation = relationOf(view, work);
	if (!work || !relation || !isListed(view)) return;
	const { value: page } = await answers.ask(linksOf(view, relation));
	const citations = page && citationsOf(page, view.groupBy);
	if (citations) await answers.ask(citations);
};

function isListed({ show }: ObjectView): boolean {
	return show !== 'graph' && show !== 'export';
}

/** Returns the relation of the address, otherwise the first one with links. */
function relationOf(view: ObjectView, work: Work | undefined): RelationChoice | undefined {
	if (view.relation) return view.relation;
	if (view.show === 'graph') return 'all';
	return work && chooseRelation(countsOf(work, view.groupBy));
}

type Props = { shown: Shown; page: Loaded<RelationshipsPage> };

function Answer({ shown, page }: Props) {
	const { view, work } = shown;
	if (countsOf(work, 'version').all === 0 && countsOf(work, 'identity').all === 0) return <NoLinks view={view} />;
	if (view.show === 'print') return <Links shown={shown} page={page} />;
	return (
		<>
			<YearPlot shown={shown} />
			<ScopeSwitch {...shown} />
			<RelationTabs {...shown} />
			<VersionTree {...shown} />
			<IdentifierList view={view} work={work} />
			<div class="columns">
				<aside aria-label="Filters">
					<Filters shown={shown} failure={page.failure} />
				</aside>
				<div class="results">
					<ShowSwitch view={view} />
					<WhatCounts shown={shown} page={page} />
					<Results shown={shown} page={page} />
				</div>
			</div>
		</>
	);
}

function Results({ shown, page }: Props) {
	const { view, work, relation } = shown;
	switch (view.show) {
		case 'graph':
			return <Neighbourhood view={view} relation={relation} source={objectOf(work, view.groupBy)} />;
		case 'export':
			return <ExportPanel view={view} relation={relation} />;
		default:
			return <Links shown={shown} page={page} />;
	}
}

function Links({ shown, page }: Props) {
	const total = page.loading ? undefined : page.value?.total;
	useEffect(() => {
		if (total !== undefined) announce(shown.relation === 'all' ? relationshipsText(total) : worksText(total));
	}, [total]);
	if (page.failure) return <FailureNotice failure={page.failure} />;
	if (!page.value) return <p class="waiting">Loading the links …</p>;
	return <LinkList shown={shown} page={page.value} loading={page.loading} />;
}

function ShowSwitch({ view }: { view: ObjectView }) {
	const option = (show: ObjectView['show'], title: string, to: ObjectView) => (
		<a
			href={writeView(to)}
			aria-current={view.show === show && (show !== 'list' || view.form === to.form) ? 'page' : undefined}
		>
			{title}
		</a>
	);
	return (
		<nav class="switch" aria-label="View">
			{option('list', 'List', { ...view, show: 'list', form: 'list' })}
			{option('list', 'Table', { ...view, show: 'list', form: 'table' })}
			{option('graph', 'Graph', changed(view, { show: 'graph', relation: 'all' }))}
			{option('export', 'Share', { ...view, show: 'export' })}
		</nav>
	);
}

function NoLinks({ view }: { view: ObjectView }) {
	return (
		<section class="notice" aria-labelledby="no-links">
			<h2 id="no-links">No links are known</h2>
			<p>
				The work is known, but nobody has reported a link between <span class="identifier">{view.id}</span> and another
				work yet. This is no judgement on the work: links arrive in batches, and not every publisher reports them.
			</p>
		</section>
	);
}

/** Renders that an identifier is unknown, with the identifiers that may be meant. */
function UnknownWork({ unknown: { understood_as, suggestions } }: { unknown: UnderstoodQuery }) {
	return (
		<section class="notice" aria-labelledby="unknown-work">
			<h2 id="unknown-work">
				Unknown identifier: {schemeTitle(understood_as.IDScheme)} <span class="identifier">{understood_as.ID}</span>
			</h2>
			{suggestions.length > 0 ? (
				<>
					<p>Did you mean:</p>
					<ul>
						{suggestions.map((one) => (
							<li key={`${one.IDScheme} ${one.ID}`}>
								<IdentifierLink identifier={one} />
								{suggestionReason[one.reason] && <span class="note">, {suggestionReason[one.reason]}</span>}
							</li>
						))}
					</ul>
				</>
			) : (
				<p>No reported link contains it. Check the spelling, or try another identifier of the same work.</p>
			)}
		</section>
	);
}
