// The list of works that words find, and what stands in its place where nothing is found: what the
// explorer shows (web/src/search), for who has no script. It knows no index.
import type { WorksAnswer } from '../../../broker/objects/find-objects.ts';
import { readObject } from '../../../formats/scholix/described-object.ts';
import { schemeTitle } from '../../../identifiers/index.ts';
import {
	mainIdentifier,
	namesText,
	nothingFoundWords,
	placeText,
	relationPhrase,
	shownRelations,
} from '../../../links/words.ts';
import { html, type Markup } from '../../answers/html.ts';
import { workPath } from '../../routes/work-path.ts';
import { dayOf, titleLink } from '../object/work-lines.ts';
import { typeText } from '../object/work-texts.ts';

type Asked = Readonly<Record<string, string>>;
type FoundWork = WorksAnswer['works'][number];

/** Writes the works; each count leads to the links that it counts, at the level that was asked. */
export function foundWorks(root: string, asked: Asked, works: readonly FoundWork[]): Markup {
	const level: Record<string, string> = asked.group_by === 'identity' ? { group_by: 'identity' } : {};
	return html`<ol>\n${works.map((work) => foundWork(root, level, work))}</ol>`;
}

function foundWork(root: string, level: Record<string, string>, { document, counts }: FoundWork): Markup {
	const object = readObject(document);
	const main = mainIdentifier(object.Identifiers);
	const query = (parameters: Record<string, string>) => {
		const text = new URLSearchParams(parameters).toString();
		return text && `?${text}`;
	};
	const place = placeText(object, 2);
	const creators = namesText(object.Creator, { shown: 3, total: object.CreatorTotal });
	const linked = shownRelations
		.filter((relation) => counts[relation] > 0)
		.map((relation) => {
			const address = `${root}objects/${workPath(main)}${query({ ...level, relation })}`;
			const count = counts[relation].toLocaleString('en');
			return html`<a href="${address}">${relationPhrase[relation]} <strong>${count}</strong></a>\n`;
		});
	return html`<li class="link"><h3>${titleLink(root, object, query(level))}</h3>
${place && html`<p class="place" dir="auto">${place}</p>`}
<div class="about"><span>${typeText(object)}</span>${dayOf(object)}
${creators && html`<span dir="auto">${creators}</span>`}
<span class="name"><span class="scheme">${schemeTitle(main.IDScheme)}</span>
<span class="identifier">${main.ID}</span></span></div>
<p class="found-counts">${linked.length === 0 ? html`<span class="note">No links are known</span>` : linked}</p></li>
`;
}

/** Says that nothing is found, and what to try instead. */
export function nothingFound(root: string, asked: Asked, { suggestions = [] }: WorksAnswer): Markup {
	const { type, publication_year, ...unfiltered } = asked;
	const address = (parameters: Asked) => `${root}search?${new URLSearchParams(parameters)}`;
	if (suggestions.length > 0) {
		const links = suggestions.map((q) => html`<li><a href="${address({ ...asked, q })}">${q}</a></li>`);
		return html`<div class="notice"><p>No work that is known here has these words. Did you mean</p>
<ul class="suggestions">${links}</ul></div>`;
	}
	if (type !== undefined || publication_year !== undefined) {
		return html`<p class="notice">No work fits these filters.
<a href="${address(unfiltered)}">Search without filters</a></p>`;
	}
	return html`<div class="notice"><p>${nothingFoundWords.advice}</p>
${
	asked.group_by !== 'identity' &&
	html`<p>${nothingFoundWords.together}
<a href="${address({ ...asked, group_by: 'identity' })}">${nothingFoundWords.each}</a>.</p>`
}</div>`;
}
