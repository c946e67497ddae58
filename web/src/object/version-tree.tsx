// The versions of a work, newest first, with the count of each.

import type { VersionOfWork } from '../../../clients/typescript/src/schemas.ts';
import { countText, mainIdentifier } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { objectView } from '../address/object-view.ts';
import { sameIdentifier } from '../answered-works.ts';
import { largest } from '../extremes.ts';
import { type RelationChoice, relationNames, relationTitle } from '../relations.ts';
import { WhyLink } from '../shell/why-link.tsx';
import { countsOf, type Shown } from './work.ts';

const shownAtOnce = 20;

/** Renders the versions, folded; nothing if only one is known. */
export function VersionTree(shown: Shown) {
	const { view, relation, work } = shown;
	const { versions, versions_total } = work.family;
	if (versions_total < 2) return null;
	const total = countsOf(work, 'version')[relation];
	const most = Math.max(1, total, largest(versions.map((version) => countOf(version, relation))));
	const listed = view.show === 'versions' ? versions : versions.slice(0, shownAtOnce);
	return (
		<details class="panel versions" open={view.show === 'versions'}>
			<summary>
				<h2>
					Versions <span class="count">{countText(versions_total)}</span>
				</h2>
			</summary>
			<ul class="version-tree">
				<li>
					<Branch
						title="All versions"
						href={writeView(objectView(view.scheme, view.id, { relation: view.relation }))}
						current={view.groupBy === 'version'}
						count={total}
						most={most}
						relation={relation}
					/>
					<ul>
						{listed.map((version) => (
							<Version key={version.self} version={version} most={most} shown={shown} />
						))}
					</ul>
				</li>
			</ul>
			{versions.length > listed.length && (
				<p>
					<a href={writeView({ ...view, show: 'versions' })}>
						{versions.length === versions_total ? 'All' : 'The newest'} {countText(versions.length)} versions
					</a>
				</p>
			)}
			<p class="note">A work that is linked to several versions counts once in the total.</p>
		</details>
	);
}

function Version({ version, most, shown }: { version: VersionOfWork; most: number; shown: Shown }) {
	const { view, relation, work } = shown;
	const { ID, IDScheme } = mainIdentifier(version.Identifiers);
	const asked = work.query.understood_as;
	const isAsked = version.Identifiers.some((one) => sameIdentifier(one, asked));
	return (
		<li class="version">
			<Branch
				title={ID}
				date={version.PublicationDate?.slice(0, 10)}
				href={writeView(objectView(IDScheme, ID, { groupBy: 'identity', relation: view.relation }))}
				current={view.groupBy === 'identity' && isAsked}
				count={countOf(version, relation)}
				most={most}
				relation={relation}
			/>
			{!isAsked && <WhyLink one={asked} other={{ ID, IDScheme }} question={`Why is ${ID} a version?`} />}
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
				{countText(count)}
				<span class="visually-hidden"> {relationTitle[relation]}</span>
			</span>
			<svg class="share" width="100%" height="4" aria-hidden="true">
				<rect class="all" width="100%" height="4" rx="2" />
				<rect class="part" width={`${(count / most) * 100}%`} height="4" rx="2" />
			</svg>
		</a>
	);
}
