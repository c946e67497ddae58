// Pieces of markup about a work that several pages have: its linked title, an identifier that leads
// to it, and what it is on one line; knows no page.
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import type { ShownIdentifier } from '../../../formats/scholix/writing/object-document.ts';
import { schemeTitle } from '../../../identifiers/index.ts';
import { mainIdentifier, namesText, titleOf } from '../../../links/words.ts';
import { typeText } from '../../../links/work-texts.ts';
import { html, type Markup } from '../../answers/html.ts';
import { workPath } from '../../routes/work-path.ts';

/** Writes the title of a work as a link to its page, which `query` may say more of. */
export function titleLink(root: string, object: DescribedObject, query = ''): Markup {
	const address = `${root}objects/${workPath(mainIdentifier(object.Identifiers))}${query}`;
	return html`<a class="${titleClass(object)}" dir="auto" href="${address}">${titleOf(object)}</a>`;
}

/** Names the class of a title, which an identifier stands for where there is none. */
export function titleClass({ Title }: Pick<DescribedObject, 'Title'>): string {
	return Title ? 'title' : 'title identifier';
}

/** Writes an identifier with its scheme as a link to the page of its work. */
export function identifierLink(root: string, identifier: ShownIdentifier): Markup {
	return html`<span class="scheme">${schemeTitle(identifier.IDScheme)}</span>
<a class="identifier" href="${root}objects/${workPath(identifier)}">${identifier.ID}</a>`;
}

/** Writes type, date, creators and journal of a work, and what else is said of it. */
export function aboutLine(object: DescribedObject, more: Markup): Markup {
	const creators = namesText(object.Creator, { shown: 3, total: object.CreatorTotal });
	return html`<div class="about"><span>${typeText(object)}</span>${dayOf(object)}
${creators && html`<span dir="auto">${creators}</span>`}
${object.Container && html`<span dir="auto">${object.Container.Title}</span>`} ${more}</div>`;
}

/** Writes the day of publication, as far as it is known. */
export function dayOf({ PublicationDate }: Pick<DescribedObject, 'PublicationDate'>): Markup | undefined {
	return PublicationDate === undefined ? undefined : html` <span>${PublicationDate.slice(0, 10)}</span>`;
}
