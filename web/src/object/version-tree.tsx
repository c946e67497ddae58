// How the count divides over the versions of a work; each version is asked about by itself, the
// first ones at once.
import { useState } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import { type ObjectView, objectView } from '../address/object-view.ts';
import { workParameters } from '../api-address.ts';
import { askLinks } from '../broker-api.ts';
import { useLoaded } from '../loading.ts';
import { type RelationChoice, relationTitle } from '../relations.ts';
import { mainIdentifier, sameIdentifier, type WireIdentifier, type WireObject } from '../scholix-answer.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { WhyLink } from '../shell/why-link.tsx';

const countedAtOnce = 20;
const byNumbers = new Intl.Collator('en', { numeric: true });

type Version = { identifier: WireIdentifier; identifiers: readonly WireIdentifier[] };
type Counted = { count: number; date: string | undefined };
type Props = { view: ObjectView; relation: RelationChoice };

/** Renders the versions of a work with their counts; nothing where only one is known. */
export function VersionTree({ view, relation }: Props) {
	const parameters = {
		...workParameters({ ...view, groupBy: 'version' }),
		relation: relation === 'all' ? undefined : relation,
		size: '1',
	};
	const family = useLoaded(JSON.stringify(parameters), () => askLinks(parameters));
	const versions = family.value && versionsOf(family.value.answer.Source);
	if (family.failure) return <FailureNotice failure={family.failure} retry={family.retry} />;
	if (!family.value || !versions || versions.length < 2) return null;
	return (
		<section class="panel versions" aria-labelledby="versions">
			<h2 id="versions">
				Versions <span class="count">{versions.length}</span>
			</h2>
			<Tree key={relation} view={view} relation={relation} versions={versions} total={family.value.total} />
			<p class="note">A work that is linked to several versions counts once for all of them together.</p>
		</section>
	);
}

function Tree({ view, relation, versions, total }: Props & { versions: readonly Version[]; total: number }) {
	const [wanted, setWanted] = useState(countedAtOnce);
	const asked: WireIdentifier = { ID: view.id, IDScheme: view.scheme };
	const shown = versions.slice(0, wanted);
	const counted = useLoaded(`${relation} ${wanted}`, () =>
		Promise.all(shown.map(({ identifier }) => countVersion(identifier, relation))),
	);
	const most = Math.max(1, total, ...(counted.value ?? []).map(({ count }) => count));
	const hidden = versions.length - shown.length;
	return (
		<>
			<ul class="version-tree">
				<li>
					<Branch
						title="All versions"
						href={writeView(objectView(view.scheme, view.id, { relation: view.relation }))}
						current={view.groupBy === 'version'}
						counted={{ count: total, date: undefined }}
						most={most}
						relation={relation}
					/>
					<ul>
						{shown.map(({ identifier, identifiers }, at) => (
							<li key={`${identifier.IDScheme} ${identifier.ID}`} class="version">
								<Branch
									title={identifier.ID}
									href={writeView(
										objectView(identifier.IDScheme, identifier.ID, { groupBy: 'identity', relation: view.relation }),
									)}
									current={view.groupBy === 'identity' && identifiers.some((one) => sameIdentifier(one, asked))}
									counted={counted.value?.[at]}
									most={most}
									relation={relation}
								/>
								{!identifiers.some((one) => sameIdentifier(one, asked)) && (
									<WhyLink one={asked} other={identifier} question={`Why is ${identifier.ID} a version?`} />
								)}
							</li>
						))}
					</ul>
				</li>
			</ul>
			{counted.failure && <FailureNotice failure={counted.failure} retry={counted.retry} />}
			{hidden > 0 && (
				<button type="button" onClick={() => setWanted(wanted + countedAtOnce)}>
					Show {Math.min(hidden, countedAtOnce)} of {hidden} more
				</button>
			)}
		</>
	);
}

type BranchProps = {
	title: string;
	href: string;
	current: boolean;
	counted: Counted | undefined;
	most: number;
	relation: RelationChoice;
};

function Branch({ title, href, current, counted, most, relation }: BranchProps) {
	return (
		<a class="branch" href={href} aria-current={current ? 'page' : undefined}>
			<span class="label">
				<span class="name">{title}</span> {counted?.date && <span class="date">{counted.date}</span>}
			</span>{' '}
			<span class="count">
				{counted ? counted.count.toLocaleString('en') : '…'}
				<span class="visually-hidden"> {relationTitle[relation]}</span>
			</span>
			<svg class="share" width="100%" height="4" aria-hidden="true">
				<rect class="all" width="100%" height="4" rx="2" />
				<rect class="part" width={`${((counted?.count ?? 0) / most) * 100}%`} height="4" rx="2" />
			</svg>
		</a>
	);
}

/** Answers the versions in the order of their identifiers, what stands for all of them first. */
function versionsOf(source: WireObject): Version[] {
	const root = mainIdentifier(source);
	return (source.Versions ?? [])
		.map(({ Identifiers }) => ({ identifier: mainIdentifier({ Identifiers }), identifiers: Identifiers }))
		.sort(
			(one, other) =>
				Number(sameIdentifier(other.identifier, root)) - Number(sameIdentifier(one.identifier, root)) ||
				byNumbers.compare(one.identifier.ID, other.identifier.ID),
		);
}

async function countVersion({ ID, IDScheme }: WireIdentifier, relation: RelationChoice): Promise<Counted> {
	const { answer, total } = await askLinks({
		id: ID,
		scheme: IDScheme,
		group_by: 'identity',
		relation: relation === 'all' ? undefined : relation,
		size: '1',
	});
	return { count: total, date: answer.Source.PublicationDate };
}
