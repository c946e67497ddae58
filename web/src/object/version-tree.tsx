// How the count divides over the versions of a work, newest first; knows no request.

import { useState } from 'preact/hooks';
import type { VersionOfWork } from '../../../clients/typescript/src/schemas.ts';
import { mainIdentifier } from '../../../src/links/words.ts';
import { objectView, writeObjectView } from '../address/object-view.ts';
import { sameIdentifier } from '../api/scholix-answer.ts';
import { type RelationChoice, relationNames, relationTitle } from '../relations.ts';
import { WhyLink } from '../shell/why-link.tsx';
import type { Shown } from './result-facets.ts';

const shownAtOnce = 20;

/** Renders the versions of a work with their counts; nothing where only one is known. */
export function VersionTree({ view, relation, work }: Shown) {
	const [wanted, setWanted] = useState(shownAtOnce);
	const { versions, versionsTotal, levels } = work;
	if (versionsTotal < 2) return null;
	const { [relation]: total } = levels.version.counts;
	const most = Math.max(1, total, ...versions.map((version) => countOf(version, relation)));
	const hidden = versions.length - wanted;
	return (
		<section class="panel versions" aria-labelledby="versions">
			<h2 id="versions">
				Versions <span class="count">{versionsTotal.toLocaleString('en')}</span>
			</h2>
			<ul class="version-tree">
				<li>
					<Branch
						title="All versions"
						href={writeObjectView(objectView(view.scheme, view.id, { relation: view.relation }))}
						current={view.groupBy === 'version'}
						count={total}
						most={most}
						relation={relation}
					/>
					<ul>
						{versions.slice(0, wanted).map((version) => (
							<Version key={version.self} version={version} most={most} shown={{ view, relation, work }} />
						))}
					</ul>
				</li>
			</ul>
			{hidden > 0 && (
				<button type="button" onClick={() => setWanted(wanted + shownAtOnce)}>
					Show {Math.min(hidden, shownAtOnce)} of {hidden.toLocaleString('en')} more
				</button>
			)}
			<p class="note">A work that is linked to several versions counts once for all of them together.</p>
		</section>
	);
}

function Version({ version, most, shown }: { version: VersionOfWork; most: number; shown: Shown }) {
	const { view, relation, work } = shown;
	const identifier = mainIdentifier(version.Identifiers);
	const isAsked = version.Identifiers.some((one) => sameIdentifier(one, work.understood));
	return (
		<li class="version">
			<Branch
				title={identifier.ID}
				date={version.PublicationDate?.slice(0, 10)}
				href={writeObjectView(
					objectView(identifier.IDScheme, identifier.ID, { groupBy: 'identity', relation: view.relation }),
				)}
				current={view.groupBy === 'identity' && isAsked}
				count={countOf(version, relation)}
				most={most}
				relation={relation}
			/>
			{!isAsked && <WhyLink one={work.understood} other={identifier} question={`Why is ${identifier.ID} a version?`} />}
		</li>
	);
}

function countOf({ counts }: VersionOfWork, relation: RelationChoice): number {
	return relation === 'all' ? relationNames.reduce((sum, name) => sum + counts[name], 0) : counts[relation];
}

type BranchProps = {
	title: string;
	date?: string | undefined;
	href: string;
	current: boolean;
	count: number;
	most: number;
	relation: RelationChoice;
};

function Branch({ title, date, href, current, count, most, relation }: BranchProps) {
	return (
		<a class="branch" href={href} aria-current={current ? 'page' : undefined}>
			<span class="label">
				<span class="name">{title}</span> {date && <span class="date">{date}</span>}
			</span>{' '}
			<span class="count">
				{count.toLocaleString('en')}
				<span class="visually-hidden"> {relationTitle[relation]}</span>
			</span>
			<svg class="share" width="100%" height="4" aria-hidden="true">
				<rect class="all" width="100%" height="4" rx="2" />
				<rect class="part" width={`${(count / most) * 100}%`} height="4" rx="2" />
			</svg>
		</a>
	);
}
