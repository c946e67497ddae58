// The heading of a work: title, type, date, creators, journal and all its identifiers.
import type { ComponentChildren } from 'preact';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import type { AnsweredIdentifier, AnsweredObject, Work } from '../../../clients/typescript/src/schemas.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import {
	countText,
	linkedText,
	mainIdentifier,
	namesText,
	placeText,
	shortText,
	titleOf,
} from '../../../src/links/words.ts';
import { describeInWords } from '../../../src/links/work-texts.ts';
import { followWork } from '../address/feeds.ts';
import { type ObjectView, objectPath } from '../address/object-view.ts';
import { sameIdentifier, typeOf, webAddress } from '../answered-works.ts';
import type { Loaded } from '../asking/use-answer.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { FollowMenu } from '../shell/follow-menu.tsx';
import { IdentifierText } from '../shell/identifier-text.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { TypeMark } from '../shell/type-mark.tsx';
import { WhyLink } from '../shell/why-link.tsx';
import { WorkTitle } from '../shell/work-title.tsx';
import { Notices, RetractedReferences } from './notices.tsx';
import { countsOf, linkedDays, objectOf, workOf } from './work.ts';

const identifiersShown = 4;
const longestTitle = 200;

type Props = {
	view: ObjectView;
	found: Loaded<Work>;
	links: Loaded<RelationshipsPage>;
	/** The key of the question for its links. */
	question: string | undefined;
	/** The menus beside Follow. */
	children?: ComponentChildren;
};

/** Renders the heading of a work; its identifier until the answer arrives. */
export function WorkHeading({ view, found, links, question, children }: Props) {
	const { value: known, failure } = found;
	const asked = (known?.query ?? failure?.query)?.understood_as ?? { ID: view.id, IDScheme: view.scheme };
	const work: AnsweredObject = known
		? objectOf(known, view.groupBy)
		: { Identifiers: [asked], Type: { Name: 'unknown' } };
	const isAmong = work.Identifiers.some((one) => sameIdentifier(one, asked));
	const title = work.Title === undefined && isAmong ? asked.ID : titleOf(work);
	const isOne = view.groupBy === 'identity';
	// The title and the identifier stand there already.
	const version = [asked.ID, known?.Title].includes(known?.VersionName) ? undefined : known?.VersionName;
	const creators = namesText(work.Creator, { shown: 12, total: work.CreatorTotal });
	const place = placeText(work, 3);
	const followed = known && followWork(mainIdentifier(known.Identifiers), view.groupBy);
	const { first_linked, last_linked } = known ? linkedDays(known, view.groupBy) : {};
	return (
		<header class="work">
			<PageHeading
				title={shortText(title, longestTitle)}
				description={descriptionOf(view, known, asked)}
				canonical={known && canonicalOf(known)}
				feed={followed?.feed}
				kind={work.Type.Name === 'literature' ? 'article' : 'website'}
				listed={known !== undefined && view.show !== 'print'}
				still={view.show === 'print'}
				failure={failure ?? links.failure}
				questions={{ work: workOf(view).key, links: question }}
			>
				<span class={work.Title ? 'title' : 'title identifier'} dir="auto">
					{work.Title === undefined ? <IdentifierText ID={title} /> : <WorkTitle work={work} />}
				</span>
			</PageHeading>
			{known && (
				<p class="kind">
					<TypeMark type={typeOf(work)} />
					{isOne && version && <span dir="auto">Version {version}</span>}
					{work.PublicationDate && <span>{work.PublicationDate.slice(0, 10)}</span>}
					{first_linked && <span>{linkedText(first_linked, last_linked ?? first_linked)}</span>}
				</p>
			)}
			{creators && (
				<p class="creators" dir="auto">
					{creators}
				</p>
			)}
			{place && (
				<p class="place" dir="auto">
					{place}
				</p>
			)}
			<Notices notices={work.Notice} />
			{known && <RetractedReferences view={view} work={known} />}
			{known && !isAmong && (
				<p>
					You asked for <span class="identifier">{asked.ID}</span>, one of its versions{version && `: ${version}`}.
				</p>
			)}
			{followed && view.show !== 'print' && (
				<div class="menus">
					<FollowMenu
						followed={followed}
						what={view.groupBy === 'version' ? 'all versions of this work' : 'this version'}
					/>
					{children}
				</div>
			)}
		</header>
	);
}

/** Returns the canonical address of a work, the same for all its identifiers. */
function canonicalOf({ Identifiers }: Work): string {
	const { IDScheme, ID } = mainIdentifier(Identifiers);
	return objectPath(IDScheme, ID);
}

function descriptionOf(view: ObjectView, work: Work | undefined, asked: AnsweredIdentifier): string {
	if (!work) return `Unknown identifier: ${asked.IDScheme}:${shortText(asked.ID, longestTitle)}.`;
	const versions = view.groupBy === 'version' ? work.family.versions_total : 1;
	return describeInWords(objectOf(work, view.groupBy), countsOf(work, view.groupBy), versions);
}

/** Renders the identifiers of a work, the requested one first; folded after the fourth. */
export function IdentifierList({ view, work }: { view: ObjectView; work: Work }) {
	const asked = work.query.understood_as;
	const isAsked = (one: AnsweredIdentifier) => Number(sameIdentifier(one, asked));
	const object = objectOf(work, view.groupBy);
	const identifiers = [...object.Identifiers].sort((one, other) => isAsked(other) - isAsked(one));
	const items = identifiers.map((identifier) => (
		<IdentifierItem key={`${identifier.IDScheme} ${identifier.ID}`} identifier={identifier} asked={asked} />
	));
	const hidden = items.length - identifiersShown;
	return (
		<section class="identifiers" aria-label="Identifiers">
			<ul>{items.slice(0, identifiersShown)}</ul>
			{hidden > 0 && (
				<details>
					<summary>
						{hidden} more {hidden === 1 ? 'identifier' : 'identifiers'}
					</summary>
					<ul>{items.slice(identifiersShown)}</ul>
				</details>
			)}
			{object.IdentifierTotal !== undefined && object.AllIdentifiers && (
				<p>
					<a href={object.AllIdentifiers} target="_self">
						All {countText(object.IdentifierTotal)} identifiers
					</a>
				</p>
			)}
		</section>
	);
}

function IdentifierItem({ identifier, asked }: { identifier: AnsweredIdentifier; asked: AnsweredIdentifier }) {
	const { ID, IDScheme } = identifier;
	const address = webAddress(identifier);
	return (
		<li>
			<span class="scheme">{schemeTitle(IDScheme)}</span>{' '}
			{address ? (
				<a class="identifier" href={address} rel="external noreferrer">
					<IdentifierText ID={ID} />
				</a>
			) : (
				<span class="identifier">
					<IdentifierText ID={ID} />
				</span>
			)}{' '}
			<CopyButton text={ID} what={`${schemeTitle(IDScheme)} ${ID}`} />
			{!sameIdentifier(identifier, asked) && (
				<WhyLink one={asked} other={identifier} question={`Why does ${ID} belong to ${asked.ID}?`} />
			)}
		</li>
	);
}
