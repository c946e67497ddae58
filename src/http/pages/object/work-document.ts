// The page of a work, and of one that is not known, as a whole: head and content. It knows neither
// request nor index.
import { jsonLdWork } from '../../../formats/json-ld/json-ld.ts';
import { type DescribedObject, readObject } from '../../../formats/scholix/described-object.ts';
import type { describeWork } from '../../../formats/scholix/writing/describe-work.ts';
import type { DescribedQuery } from '../../../formats/scholix/writing/write-answers.ts';
import { mainIdentifier, shortText, titleOf } from '../../../links/words.ts';
import { html } from '../../answers/html.ts';
import { workPath } from '../../routes/work-path.ts';
import type { DocumentParts } from '../document.ts';
import { oembedLinks } from '../embed/oembed-links.ts';
import { unknownWork } from './unknown-work.ts';
import { workMeta } from './work-meta.ts';
import { headed, type ShownWork, workSummary } from './work-summary.ts';
import { describeInWords } from './work-texts.ts';

// The head of a page holds but the first works.
const mostDescribed = 25;
const longestTitle = 200;

type Described = ReturnType<typeof describeWork>;

/** Tells of the work itself; without a title of its own it has that of its family. */
export function ownObject(work: Described): DescribedObject {
	const { Title, TitleMarkup } = work.family;
	if (work.Title !== undefined || Title === undefined) return work;
	return { ...work, Title, ...(TitleMarkup !== undefined && { TitleMarkup }) };
}

/** Tells the one address of a work's page, whichever identifier it was asked for by. */
export function pageOfWork({ Identifiers }: Pick<DescribedObject, 'Identifiers'>, site: string): string {
	return `${site}objects/${workPath(mainIdentifier(Identifiers))}`;
}

/** Lists the other versions of a work, as far as its page tells of them in its head. */
export function otherVersions(work: Described): DescribedObject[] {
	return work.family.versions.filter(({ self }) => self !== work.self).slice(0, mostDescribed);
}

/** Makes the page; `site` is the address where pages are. */
export function workDocument(shown: ShownWork, site: string): DocumentParts {
	const { work, view, found } = shown;
	const object = ownObject(work);
	const page = pageOfWork(work, site);
	const linked = (...relations: string[]) =>
		found.items
			.filter(({ relation }) => relations.includes(relation))
			.slice(0, mostDescribed)
			.map((item) => readObject(item.object));
	const jsonLd = jsonLdWork(object, {
		page,
		versions: otherVersions(work),
		cites: linked('cites'),
		about: linked('isCitedBy', 'isSupplementedBy'),
	});
	const described = headed(shown);
	const title = shortText(titleOf(described), longestTitle);
	const head = html`<link rel="alternate" type="application/atom+xml" title="Changes of its links"
href="${page}/feed.atom">
${oembedLinks(page, { site, title })}${workMeta(object, page, jsonLd)}`;
	return {
		title,
		description: describeInWords(
			described,
			work.counts[view.groupBy],
			view.groupBy === 'version' ? work.family.versions_total : 1,
		),
		canonical: page,
		kind: described.Type.Name === 'literature' ? 'article' : 'website',
		head,
		content: workSummary(shown),
		...(view.show === 'print' && { still: true, unlisted: true }),
	};
}

/** Makes the page of an identifier of which nothing is known. */
export function unknownDocument(query: DescribedQuery, root: string): DocumentParts {
	const { ID, IDScheme } = query.understood_as;
	return {
		title: shortText(ID, longestTitle),
		description: `Nothing is known here of ${IDScheme}:${shortText(ID, longestTitle)}.`,
		unlisted: true,
		content: unknownWork(query, root),
	};
}
