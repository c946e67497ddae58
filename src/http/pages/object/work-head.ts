// The head of a work's page for machines, and its Link header, made from the answers of the page.
import { cardSize } from '../../../formats/card/draw-card.ts';
import { jsonLdWork } from '../../../formats/json-ld/json-ld.ts';
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import type { describeWork } from '../../../formats/scholix/writing/describe-work.ts';
import type { DescribedQuery } from '../../../formats/scholix/writing/write-answers.ts';
import { mainIdentifier } from '../../../links/words.ts';
import type { Answer } from '../../answers/answer.ts';
import { html, type Markup } from '../../answers/html.ts';
import { understoodHeaders } from '../../answers/paging.ts';
import { workPath } from '../../routes/work-path.ts';
import type { DrawnPage } from '../drawing.ts';
import { oembedLinks } from '../embed/oembed-links.ts';
import { type SignpostedWork, writeLinkHeader } from './signposting.ts';
import { workMeta } from './work-meta.ts';

// The head lists only the first works.
const mostDescribed = 25;

type Described = ReturnType<typeof describeWork>;
/** A page of links as the API answers it. */
type Linked = { Relation?: Relation; Relationships: readonly { Target: DescribedObject; Relation?: Relation }[] };
type Relation = { Name: string };

/** Describes the work itself; without a title of its own it has that of its family. */
export function ownObject(work: Described): DescribedObject {
	const { Title, TitleMarkup } = work.family;
	if (work.Title !== undefined || Title === undefined) return work;
	return { ...work, Title, ...(TitleMarkup !== undefined && { TitleMarkup }) };
}

/** Returns the canonical address of a work's page, the same for all its identifiers. */
export function pageOfWork({ Identifiers }: Pick<DescribedObject, 'Identifiers'>, site: string): string {
	return `${site}objects/${workPath(mainIdentifier(Identifiers))}`;
}

/** Lists the other versions of a work for the head of its page. */
export function otherVersions(work: Described): DescribedObject[] {
	return work.family.versions.filter(({ self }) => self !== work.self).slice(0, mostDescribed);
}

/** Collects what the links of a work for machines are made from. */
export function signpostedWork(work: Described, site: string): SignpostedWork {
	const { family, self } = work;
	const place = (object: DescribedObject) => ({ page: pageOfWork(object, site), date: object.PublicationDate });
	const versions = family.versions.map(place);
	return {
		...{ object: work, page: pageOfWork(work, site), pageOfHead: pageOfWork(family, site) },
		...{ versions, hasAllVersions: versions.length === family.versions_total, listOfVersions: `${self}/versions` },
	};
}

/** Writes the Link header of a work. */
export function workLinks(work: Described, site: string): string {
	return writeLinkHeader(signpostedWork(work, site));
}

/** Writes the further elements of the head; `site` is the root address of pages. */
export function workHead(drawn: DrawnPage, site: string): Markup | undefined {
	const { work, links } = answersOf(drawn);
	if (!work) return undefined;
	const object = ownObject(work);
	const page = pageOfWork(work, site);
	const linked = (...relations: string[]) =>
		(links?.Relationships ?? [])
			.filter(({ Relation = links?.Relation }) => Relation && relations.includes(Relation.Name))
			.slice(0, mostDescribed)
			.map(({ Target }) => Target);
	const jsonLd = jsonLdWork(object, {
		page,
		versions: otherVersions(work),
		cites: linked('cites'),
		about: linked('isCitedBy', 'isSupplementedBy'),
	});
	return html`${cardMeta(page, drawn.head)}
${oembedLinks(page, { site, title: drawn.head.title })}${workMeta(object, page, jsonLd)}`;
}

/** Names the card of the work as its picture (Open Graph). */
function cardMeta(page: string, { title, description }: DrawnPage['head']): Markup {
	return html`<meta property="og:image" content="${page}/card.png">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${cardSize.width}">
<meta property="og:image:height" content="${cardSize.height}">
<meta property="og:image:alt" content="${title}. ${description}">
<meta name="twitter:card" content="summary_large_image">`;
}

/** Returns the headers of the page; none for an unknown work. */
export function workHeaders(drawn: DrawnPage, site: string): Answer['headers'] {
	const { work } = answersOf(drawn);
	if (!work) return {};
	const { ID: value, IDScheme: scheme } = work.query.understood_as;
	return { ...understoodHeaders({ asked: { scheme, value }, source: {} }), Link: workLinks(work, site) };
}

/** Finds the answers about the work and its links. */
function answersOf({ head: { questions = {} }, answerTo }: DrawnPage) {
	const answer = (name: string) => (questions[name] === undefined ? undefined : answerTo(questions[name]));
	return {
		work: answer('work') as (Described & { query: DescribedQuery }) | undefined,
		links: answer('links') as Linked,
	};
}
