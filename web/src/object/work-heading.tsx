// What a work is: title, type, creators, date and all its identifiers; knows nothing of its links.

import type { AnsweredIdentifier, AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import { linkedText, namesText, placeText, titleOf } from '../../../src/links/words.ts';
import type { ObjectView } from '../address/object-view.ts';
import { sameIdentifier, typeOf, webAddress } from '../api/scholix-answer.ts';
import type { FoundWork } from '../api/work.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { schemeTitle } from '../shell/scheme-title.ts';
import { TypeMark } from '../shell/type-mark.tsx';
import { WhyLink } from '../shell/why-link.tsx';
import { WorkTitle } from '../shell/work-title.tsx';

const identifiersShown = 4;

/** Renders the heading of a work; until the answer is there, what was asked for. */
export function WorkHeading({ view, found }: { view: ObjectView; found: FoundWork | undefined }) {
	const asked: AnsweredIdentifier = (found?.known ?? found?.unknown)?.understood ?? {
		ID: view.id,
		IDScheme: view.scheme,
	};
	const level = found?.known?.levels[view.groupBy];
	const work: AnsweredObject = level?.object ?? { Identifiers: [asked], Type: { Name: 'unknown' } };
	const identifiers = [...work.Identifiers].sort(
		(one, other) => Number(sameIdentifier(other, asked)) - Number(sameIdentifier(one, asked)),
	);
	const title =
		work.Title === undefined && identifiers.some((one) => sameIdentifier(one, asked)) ? asked.ID : titleOf(work);
	const creators = namesText(work.Creator, { shown: 12, total: work.CreatorTotal });
	const place = placeText(work, 3);
	return (
		<header class="work">
			<p class="kind">
				<TypeMark type={typeOf(work)} />
				{work.PublicationDate && <span>{work.PublicationDate.slice(0, 10)}</span>}
				{level?.linked.first_linked && (
					<span>{linkedText(level.linked.first_linked, level.linked.last_linked ?? '')}</span>
				)}
			</p>
			<PageHeading title={title} description="">
				<span class={work.Title ? 'title' : 'title identifier'} dir="auto">
					{work.TitleMarkup ? <WorkTitle work={work} /> : title}
				</span>
			</PageHeading>
			{place && (
				<p class="place" dir="auto">
					{place}
				</p>
			)}
			{creators && (
				<p class="creators" dir="auto">
					{creators}
				</p>
			)}
			{level && !identifiers.some((one) => sameIdentifier(one, asked)) && (
				<p>
					You asked for <span class="identifier">{asked.ID}</span>, one of its versions.
				</p>
			)}
			<IdentifierList identifiers={identifiers} asked={asked} />
		</header>
	);
}

type Named = { asked: AnsweredIdentifier };

function IdentifierList({ identifiers, asked }: Named & { identifiers: readonly AnsweredIdentifier[] }) {
	const rest = identifiers.slice(identifiersShown);
	return (
		<div class="identifiers">
			<ul>
				{identifiers.slice(0, identifiersShown).map((identifier) => (
					<IdentifierItem key={`${identifier.IDScheme} ${identifier.ID}`} identifier={identifier} asked={asked} />
				))}
			</ul>
			{rest.length > 0 && (
				<details>
					<summary>
						{rest.length} more {rest.length === 1 ? 'identifier' : 'identifiers'}
					</summary>
					<ul>
						{rest.map((identifier) => (
							<IdentifierItem key={`${identifier.IDScheme} ${identifier.ID}`} identifier={identifier} asked={asked} />
						))}
					</ul>
				</details>
			)}
		</div>
	);
}

function IdentifierItem({ identifier, asked }: Named & { identifier: AnsweredIdentifier }) {
	const { ID, IDScheme } = identifier;
	const address = webAddress(identifier);
	return (
		<li>
			<span class="scheme">{schemeTitle(IDScheme)}</span>
			{address ? (
				<a class="identifier" href={address} rel="external noreferrer">
					{ID}
				</a>
			) : (
				<span class="identifier">{ID}</span>
			)}
			<CopyButton text={ID} what={`${schemeTitle(IDScheme)} ${ID}`} />
			{!sameIdentifier(identifier, asked) && (
				<WhyLink one={asked} other={identifier} question={`Why does ${ID} belong to ${asked.ID}?`} />
			)}
		</li>
	);
}
