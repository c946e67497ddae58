// The versions of a work by name, with the count of each: first those with links, the newest first.

import { countText, mainIdentifier } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { objectView } from '../address/object-view.ts';
import { sameIdentifier } from '../answered-works.ts';
import { largest } from '../extremes.ts';
import { type RelationChoice, relationTitle } from '../relations.ts';
import { IdentifierText } from '../shell/identifier-text.tsx';
import { WhyLink } from '../shell/why-link.tsx';
import { type ShownVersion, versionsOf } from './versions.ts';
import { countsOf, type Shown } from './work.ts';

const shownAtOnce = 20;

/** Renders the versions, folded; nothing if only one is known. */
export function VersionTree(shown: Shown) {
	const { view, relation, work } = shown;
	const total = work.family.versions_total;
	if (total < 2) return null;
	const { linked, unlinked } = versionsOf(shown);
	const isWhole = view.show === 'versions';
	const first = isWhole ? linked : linked.slice(0, shownAtOnce);
	const count = countsOf(work, 'version')[relation];
	const most = Math.max(1, count, largest(linked.map((version) => version.count)));
	const rendered = (versions: readonly ShownVersion[]) =>
		versions.map((version) => <Version key={keyOf(version)} {...{ version, most, shown }} />);
	return (
		<details class="panel versions" open={isWhole}>
			<summary>
				<h2>
					Versions <span class="count">{countText(total)}</span>
				</h2>
			</summary>
			<ul class="version-tree">
				<li>
					<Branch
						title="All versions"
						href={writeView(objectView(view.scheme, view.id, { relation: view.relation }))}
						current={view.groupBy === 'version'}
						{...{ count, most, relation }}
					/>
					<ul>{rendered(first)}</ul>
				</li>
			</ul>
			{first.length < linked.length && (
				<p>
					<a href={writeView({ ...view, show: 'versions' })}>
						{countText(linked.length - first.length)} more versions {withLinks[relation]}
					</a>
				</p>
			)}
			{unlinked.length > 0 && (
				<details class="unlinked" open={linked.length === 0 || unlinked.some((one) => isAsked(shown, one))}>
					<summary>
						{countText(total - linked.length)} {linked.length > 0 && 'more '}
						{total - linked.length === 1 ? 'version' : 'versions'} {withoutLinks[relation]}
					</summary>
					<ul class="version-tree">{rendered(isWhole ? unlinked : unlinked.slice(0, shownAtOnce))}</ul>
					<Rest shown={shown} listed={linked.length + (isWhole ? unlinked.length : shownAtOnce)} />
				</details>
			)}
			<p class="note">A work that is linked to several versions counts once in the total.</p>
		</details>
	);
}

const withLinks: Readonly<Record<RelationChoice, string>> = {
	isCitedBy: 'that are cited',
	cites: 'that cite a work',
	isSupplementedBy: 'that are supplemented',
	isSupplementTo: 'that supplement a work',
	isRelatedTo: 'that are related to a work',
	all: 'that are linked',
};

const withoutLinks: Readonly<Record<RelationChoice, string>> = {
	isCitedBy: 'that nothing cites',
	cites: 'that cite nothing',
	isSupplementedBy: 'that nothing supplements',
	isSupplementTo: 'that supplement nothing',
	isRelatedTo: 'that are related to nothing',
	all: 'without links',
};

/** Renders where the versions are that this page does not list. */
function Rest({ shown: { view, work }, listed }: { shown: Shown; listed: number }) {
	const { versions_total, all_versions } = work.family;
	if (listed >= versions_total) return null;
	if (view.show !== 'versions') {
		return (
			<p>
				<a class="button" href={writeView({ ...view, show: 'versions' })}>
					More versions
				</a>
			</p>
		);
	}
	if (all_versions === undefined) return null;
	return (
		<p>
			<a href={all_versions} target="_self">
				All {countText(versions_total)} versions as JSON
			</a>
		</p>
	);
}

function isAsked({ view, work }: Shown, { Identifiers }: ShownVersion): boolean {
	return view.groupBy === 'identity' && Identifiers.some((one) => sameIdentifier(one, work.query.understood_as));
}

function keyOf({ Identifiers }: ShownVersion): string {
	const { ID, IDScheme } = mainIdentifier(Identifiers);
	return `${IDScheme} ${ID}`;
}

function Version({ version, most, shown }: { version: ShownVersion; most: number; shown: Shown }) {
	const { view, relation, work } = shown;
	const { ID, IDScheme } = mainIdentifier(version.Identifiers);
	const asked = work.query.understood_as;
	const title = version.VersionName ?? ID;
	return (
		<li class="version">
			<Branch
				title={title}
				id={ID}
				date={version.PublicationDate?.slice(0, 10)}
				href={writeView(objectView(IDScheme, ID, { groupBy: 'identity', relation: view.relation }))}
				current={isAsked(shown, version)}
				{...{ count: version.count, most, relation }}
			/>
			{!version.Identifiers.some((one) => sameIdentifier(one, asked)) && (
				<WhyLink one={asked} other={{ ID, IDScheme }} question={`Why is ${title} a version?`} />
			)}
		</li>
	);
}

type BranchProps = {
	title: string;
	id?: string;
	date?: string | undefined;
	href: string;
	current: boolean;
	count: number;
	most: number;
	relation: RelationChoice;
};

function Branch({ title, id, date, href, current, count, most, relation }: BranchProps) {
	return (
		<a class="branch" href={href} aria-current={current ? 'page' : undefined}>
			<span class="label">
				<span class={title === id ? 'name identifier' : 'name'} dir="auto">
					{title === id ? <IdentifierText ID={title} /> : title}
				</span>{' '}
				{date && !title.includes(date) && <span class="date">{date}</span>}{' '}
				{id !== undefined && title !== id && (
					<span class="identifier">
						<IdentifierText ID={id} />
					</span>
				)}
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
