// One link: the other work, with the providers and dates of the statements.
import type { ComponentChildren } from 'preact';
import type {
	AnsweredIdentifier,
	AnsweredObject,
	LinkHistoryItem,
	Relationship,
} from '../../../clients/typescript/src/schemas.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { countText, mainIdentifier, namesText } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { type ObjectView, objectView } from '../address/object-view.ts';
import { sameIdentifier, typeOf, versionCount, webAddress } from '../answered-works.ts';
import { type RelationChoice, relationTitle } from '../relations.ts';
import { IdentifierText } from '../shell/identifier-text.tsx';
import { TypeMark } from '../shell/type-mark.tsx';
import { WhyLink } from '../shell/why-link.tsx';
import { WorkTitle } from '../shell/work-title.tsx';
import type { Citations } from './citations.ts';
import { LinkedVersions, Words } from './linked-versions.tsx';
import { Marks } from './marks.tsx';

const otherIdentifiersShown = 3;

/** `sourceVersions` is the number of versions of the asked work. */
type Props = {
	link: Relationship;
	view: ObjectView;
	relation: RelationChoice;
	/** How often the other work is cited, if that is known. */
	cited: Citations[number] | undefined;
	sourceVersions: number;
	/** Its place in the list. */
	children: ComponentChildren;
};

/** Renders a link as a list item; its title links to the page of the other work. */
export function LinkItem({ link, view, relation, cited, sourceVersions, children }: Props) {
	const { Target: target, LinkHistory: history, LinkHistoryTotal: total = history.length } = link;
	const main = mainIdentifier(target.Identifiers);
	const creators = namesText(target.Creator, { shown: 3, total: target.CreatorTotal });
	const versions = versionCount(target);
	return (
		<li class="link">
			{children}
			<h3>
				{link.Relation && (
					<span class="relation">{relationTitle[link.Relation.Name as RelationChoice] ?? link.Relation.Name}</span>
				)}{' '}
				<a
					class={target.Title ? 'title' : 'title identifier'}
					dir="auto"
					href={writeView(objectView(main.IDScheme, main.ID, { groupBy: view.groupBy }))}
				>
					<WorkTitle work={target} />
				</a>
			</h3>
			<div class="about">
				<TypeMark type={typeOf(target)} />
				<Marks link={link} relation={relation} />
				{target.PublicationDate && <span>{target.PublicationDate.slice(0, 10)}</span>}
				{creators && <span dir="auto">{creators}</span>}
				{target.Container?.Title && <span dir="auto">{target.Container.Title}</span>}
				{versions > 1 && <span>{versions} versions</span>}
				{typeof cited === 'number' && <span>cited by {countText(cited)}</span>}
				<Words link={link} relation={link.Relation?.Name ?? relation} />
				<Names target={target} main={main} />
			</div>
			<LinkedVersions link={link} view={view} relation={relation} versions={sourceVersions} />
			<div class="evidence">
				<History history={history} total={total} all={link.AllLinkHistory} />
				<WhyLink one={{ ID: view.id, IDScheme: view.scheme }} other={main} question={`Why is ${main.ID} linked?`} />
			</div>
		</li>
	);
}

function Names({ target, main }: { target: AnsweredObject; main: AnsweredIdentifier }) {
	const others = target.Identifiers.filter((identifier) => !sameIdentifier(identifier, main));
	const hidden = others.length - otherIdentifiersShown;
	return (
		<>
			<ExternalName identifier={main} named={target.Title === undefined} />
			{others.slice(0, otherIdentifiersShown).map((identifier) => (
				<ExternalName key={`${identifier.IDScheme} ${identifier.ID}`} identifier={identifier} named={false} />
			))}
			{hidden > 0 && <span>and {hidden} more</span>}
		</>
	);
}

/** Renders an identifier with its web address; only the address if the heading shows the identifier. */
function ExternalName({ identifier, named }: { identifier: AnsweredIdentifier; named: boolean }) {
	const { ID, IDScheme } = identifier;
	const address = webAddress(identifier);
	const text = named ? address && new URL(address).host : ID;
	return (
		<span class="name">
			<span class="scheme">{schemeTitle(IDScheme)}</span>{' '}
			{address ? (
				<a
					class={named ? undefined : 'identifier'}
					href={address}
					rel="external noreferrer"
					aria-label={named ? `${ID} at ${text}` : undefined}
				>
					{named && 'at '}
					{named ? text : <IdentifierText ID={ID} />}
				</a>
			) : (
				<span class="identifier">{text && <IdentifierText ID={text} />}</span>
			)}
		</span>
	);
}

/** `all`: the address of the whole history, where only its newest items are shown. */
type HistoryShown = { history: readonly LinkHistoryItem[]; total: number; all: string | undefined };

/** Renders the statements of a link: one as a sentence, several as a folded table. */
function History({ history, total, all }: HistoryShown) {
	const [newest] = history;
	if (!newest) return null;
	const others = total - 1;
	const reported = `Reported ${newest.LinkPublicationDate.slice(0, 10)} by ${newest.LinkProvider.Name}`;
	if (others === 0) {
		const stated = statedAs(newest);
		return (
			<p class="history">
				{reported}
				{stated && `, as ${stated}`}
			</p>
		);
	}
	return (
		<details class="history">
			<summary>
				<span>
					{reported} and {others === 1 ? '1 more time' : `${others} more times`}
				</span>
			</summary>
			<table>
				<thead>
					<tr>
						<th scope="col">Date of the link</th>
						<th scope="col">Provider</th>
						<th scope="col">Relation as stated</th>
					</tr>
				</thead>
				<tbody>
					{history.map((item) => (
						<tr key={`${item.LinkPublicationDate} ${item.LinkProvider.Name}`}>
							<td>{item.LinkPublicationDate}</td>
							<td>{item.LinkProvider.Name}</td>
							<td>{statedAs(item) ?? '–'}</td>
						</tr>
					))}
				</tbody>
			</table>
			{all !== undefined && (
				<a href={all} target="_self">
					All {countText(total)} statements
				</a>
			)}
		</details>
	);
}

function statedAs({ SubType, SubTypes }: LinkHistoryItem): string | undefined {
	return SubTypes?.join(', ') ?? SubType;
}
