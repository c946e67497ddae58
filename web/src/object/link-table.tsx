// The list of links as a compact table.
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import type { AnsweredObject, LinkHistoryItem, Relationship } from '../../../clients/typescript/src/schemas.ts';
import type { ListOrder } from '../../../src/http/pages/object/work-choices.ts';
import { countText, mainIdentifier, namesText } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView, objectView } from '../address/object-view.ts';
import { objectKey, typeOf, versionCount, yearOf } from '../answered-works.ts';
import { type RelationChoice, relationTitle, typeTitle } from '../relations.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { SortHeading } from '../shell/sort-heading.tsx';
import { WorkTitle } from '../shell/work-title.tsx';
import type { Citations } from './citations.ts';
import { LinkedVersions } from './linked-versions.tsx';
import { Marks } from './marks.tsx';
import { Tick } from './ticks.tsx';

/** The columns that a page of links may lack. */
type Optional = Readonly<Record<'relation' | 'creators' | 'place', boolean>>;

type Props = {
	view: ObjectView;
	relation: RelationChoice;
	page: RelationshipsPage;
	/** The number of the first link. */
	first: number;
	cited: Citations;
};

/** Renders a page of links, one per row. */
export function LinkTable({ view, relation, page, first, cited }: Props) {
	const versions = versionCount(page.Source);
	const hasVersions = view.groupBy === 'version' && versions > 1;
	const works = page.Relationships.map(({ Target }) => Target);
	const has: Optional = {
		relation: page.Relation === undefined,
		creators: works.some((work) => creatorsOf(work) !== ''),
		place: works.some((work) => placeOf(work) !== ''),
	};
	return (
		<ScrollingTable label="Table of the linked works" tall>
			<thead>
				<tr>
					<th scope="col">No.</th>
					<Sorted view={view} title="Title" up="title" down="-title" />
					{has.relation && <th scope="col">Relation</th>}
					{has.creators && <th scope="col">Creators</th>}
					<Sorted view={view} title="Year" up="-published" down="published" isDownFirst />
					<Sorted view={view} title="Cited by" up="-mostcited" down="mostcited" isDownFirst />
					{has.place && <th scope="col">Published in</th>}
					<th scope="col">Type</th>
					<Sorted view={view} title="Linked" up="-mostrecent" down="mostrecent" isDownFirst />
					<th scope="col">Provider</th>
					{hasVersions && <th scope="col">Linked version</th>}
				</tr>
			</thead>
			<tbody>
				{page.Relationships.map((link, at) => (
					<tr key={`${link.Relation?.Name} ${objectKey(link.Target)}`}>
						<td>
							<Tick number={first + at} work={link.Target} />
						</td>
						<Row link={link} view={view} relation={relation} has={has} cited={cited[at]} />
						{hasVersions && (
							<td class="versions">
								<LinkedVersions {...{ link, view, relation, versions }} isCell />
							</td>
						)}
					</tr>
				))}
			</tbody>
		</ScrollingTable>
	);
}

type RowProps = Pick<Props, 'view' | 'relation'> & {
	link: Relationship;
	has: Optional;
	cited: Citations[number] | undefined;
};

function Row({ link, view, relation, has, cited }: RowProps) {
	const { Target: target, LinkHistory: history, Relation: own } = link;
	const { IDScheme, ID } = mainIdentifier(target.Identifiers);
	return (
		<>
			<th scope="row">
				<a
					class={target.Title ? 'title' : 'title identifier'}
					dir="auto"
					href={writeView(objectView(IDScheme, ID, { groupBy: view.groupBy }))}
				>
					<WorkTitle work={target} />
				</a>
			</th>
			{has.relation && <td>{own && relationTitle[own.Name as RelationChoice]}</td>}
			{has.creators && <Brief text={creatorsOf(target)} />}
			<td>{yearOf(target)}</td>
			<td>{typeof cited === 'number' && countText(cited)}</td>
			{has.place && <Brief text={placeOf(target)} />}
			<td>
				{typeTitle[typeOf(target)]} <Marks link={link} relation={relation} />
			</td>
			<td class="day">{history[0]?.LinkPublicationDate.slice(0, 10)}</td>
			<Brief text={providersText(history)} />
		</>
	);
}

function Brief({ text }: { text: string }) {
	return (
		<td dir="auto">
			<span class="brief">{text}</span>
		</td>
	);
}

function creatorsOf({ Creator, CreatorTotal: total }: AnsweredObject): string {
	return namesText(Creator, { shown: 1, total });
}

/** Names the journal or book of a work, without one its publisher. */
function placeOf({ Container, Publisher, PublisherTotal: total }: AnsweredObject): string {
	return Container?.Title ?? namesText(Publisher, { shown: 1, total });
}

function providersText(history: readonly LinkHistoryItem[]): string {
	const names = [...new Set(history.map(({ LinkProvider }) => LinkProvider.Name))];
	return namesText(
		names.map((Name) => ({ Name })),
		{ shown: 1 },
	);
}

type SortedProps = {
	view: ObjectView;
	title: string;
	/** The orders with the least and with the greatest value first. */
	up: ListOrder;
	down: ListOrder;
	isDownFirst?: boolean;
};

function Sorted({ view, title, up, down, isDownFirst = false }: SortedProps) {
	const [usual, other] = isDownFirst ? [down, up] : [up, down];
	const direction = view.sort === up ? 'ascending' : view.sort === down ? 'descending' : undefined;
	const href = writeView(changed(view, { sort: view.sort === usual ? other : usual }));
	return (
		<SortHeading href={href} direction={direction}>
			{title}
		</SortHeading>
	);
}
