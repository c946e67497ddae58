// What is seen of a work without a script: what it is, how often it is linked, its links a page at a
// time, its versions. The explorer takes its place, and looks the same. It knows no request.

import type { RelationshipAnswer } from '../../../broker/searching/search-relationships.ts';
import { type DescribedObject, readObject } from '../../../formats/scholix/described-object.ts';
import type { describeWork } from '../../../formats/scholix/writing/describe-work.ts';
import type { ShownIdentifier } from '../../../formats/scholix/writing/object-document.ts';
import { identifierUrl, schemeTitle } from '../../../identifiers/index.ts';
import {
	linkedText,
	mainIdentifier,
	namesText,
	placeText,
	relationTitle,
	shownRelations,
	titleOf,
	worksText,
} from '../../../links/words.ts';
import { html, type Markup } from '../../answers/html.ts';
import { workPath } from '../../routes/work-path.ts';
import { formAddress } from './signposting.ts';
import type { WorkForm } from './work-forms.ts';
import { aboutLine, dayOf, titleClass, titleLink } from './work-lines.ts';
import { typeText } from './work-texts.ts';
import type { WorkView } from './work-view.ts';

/** What a work's page shows. */
export type ShownWork = {
	/** Where the pages are: a path that ends in a slash. */
	root: string;
	asked: ShownIdentifier;
	work: ReturnType<typeof describeWork>;
	view: WorkView;
	found: RelationshipAnswer;
};

type Change = Readonly<Record<string, string | undefined>>;

const mostVersions = 100;
const identifiersShown = 20;

/** Writes the main element of the page. */
export function workSummary(shown: ShownWork): Markup {
	const { work, view } = shown;
	const counts = work.counts[view.groupBy];
	const hasLinks = Object.values(work.counts.version).some((count) => count > 0);
	return html`<main id="content" class="object">
${heading(shown)}
${hasLinks ? html`${scope(shown)}${relations(shown, counts)}${links(shown)}` : noLinks}
${versions(shown)}
${forms(shown)}
</main>`;
}

/** Names the object that the page is headed by: the work with all its versions, or by itself. */
export function headed({ work, view }: Pick<ShownWork, 'work' | 'view'>): DescribedObject {
	return view.groupBy === 'version' ? work.family : work;
}

function heading(shown: ShownWork): Markup {
	const { asked } = shown;
	const object = headed(shown);
	const isAmong = object.Identifiers.some((one) => isSame(one, asked));
	const title = object.Title === undefined && isAmong ? asked.ID : titleOf(object);
	const creators = namesText(object.Creator, { shown: 12, total: object.CreatorTotal });
	const place = placeText(object, 3);
	const identifiers = [...object.Identifiers].sort(
		(one, other) => Number(isSame(other, asked)) - Number(isSame(one, asked)),
	);
	const more = identifiers.length - identifiersShown;
	const linked = linkedDays(shown);
	return html`<header class="work">
<p class="kind"><span>${typeText(object)}</span>${dayOf(object)}
${linked && html`<span>${linked}</span>`}</p>
<h1><span class="${titleClass(object)}" dir="auto">${title}</span></h1>
${place && html`<p class="place" dir="auto">${place}</p>`}
${creators && html`<p class="creators" dir="auto">${creators}</p>`}
${!isAmong && html`<p>You asked for <span class="identifier">${asked.ID}</span>, one of its versions.</p>`}
<div class="identifiers"><ul>
${identifiers.slice(0, identifiersShown).map((one) => html`<li>${named(one)}</li>\n`)}
${more > 0 && html`<li>and ${more.toLocaleString('en')} more</li>`}
</ul></div>
</header>`;
}

/**
 * Says when what the page is headed by was first and last linked, as far as its versions are
 * listed.
 */
function linkedDays({ work, view }: ShownWork): string | undefined {
	const parts = view.groupBy === 'identity' ? [work] : [work, ...work.family.versions];
	const days = (name: 'first_linked' | 'last_linked') => parts.flatMap((part) => part[name] ?? []).sort();
	const [first] = days('first_linked');
	const last = days('last_linked').at(-1);
	return first === undefined || last === undefined ? undefined : linkedText(first, last);
}

function named({ ID, IDScheme }: ShownIdentifier): Markup {
	const address = identifierUrl({ scheme: IDScheme, value: ID });
	const name = address
		? html`<a class="identifier" href="${address}" rel="external noreferrer">${ID}</a>`
		: html`<span class="identifier">${ID}</span>`;
	return html`<span class="scheme">${schemeTitle(IDScheme)}</span> ${name}`;
}

function scope(shown: ShownWork): Markup {
	const { work, view } = shown;
	const total = work.family.versions_total;
	const { relation } = view;
	const option = (groupBy: WorkView['groupBy'], title: string) => {
		const address = pageAddress(shown, { group_by: groupBy === 'identity' ? groupBy : undefined });
		const counts = work.counts[groupBy];
		const count = relation ? counts[relation] : Object.values(counts).reduce((sum, one) => sum + one, 0);
		return html`<a href="${address}"${view.groupBy === groupBy && current}>${title}
<span class="count"><span class="visually-hidden">${relation ? relationTitle[relation] : 'All links'}</span>
${count.toLocaleString('en')}</span></a>`;
	};
	return html`<nav class="switch scope" aria-label="Which versions count">
${option('version', total > 1 ? `All ${total.toLocaleString('en')} versions` : 'All versions')}
${option('identity', 'This one only')}
</nav>
`;
}

const current = html` aria-current="page"`;

function relations(shown: ShownWork, counts: ShownWork['work']['counts']['version']): Markup {
	const { groupBy, relation: chosen } = shown.view;
	const group_by = groupBy === 'identity' ? groupBy : undefined;
	const items = [...shownRelations, undefined].map((relation) => {
		const count = relation ? counts[relation] : Object.values(counts).reduce((sum, one) => sum + one, 0);
		const address = pageAddress(shown, { group_by, relation: relation ?? 'all' });
		return html`<li><a href="${address}"${relation === chosen && current} class="${count === 0 && 'none'}">
<span class="number">${count.toLocaleString('en')}</span>
<span class="name">${relation ? relationTitle[relation] : 'All links'}</span></a></li>\n`;
	});
	return html`<nav class="relations" aria-label="Relations"><ul>
${items}</ul></nav>
`;
}

function links(shown: ShownWork): Markup {
	const { found, view } = shown;
	const title = view.relation ? relationTitle[view.relation] : 'All links';
	const items = found.items.map((item) => linkItem(shown, item));
	return html`<section class="links" aria-labelledby="links">
<div class="list-head"><h2 id="links">${title} <span class="count">${found.total.toLocaleString('en')}</span></h2></div>
${found.items.length === 0 ? html`<p class="notice">No links of this kind are known.</p>` : html`<ol>\n${items}</ol>`}
${pager(shown)}
</section>
`;
}

function linkItem(
	{ root, view }: ShownWork,
	{ relation, object, history }: RelationshipAnswer['items'][number],
): Markup {
	const other = readObject(object);
	const name = !view.relation && html`<span class="relation">${relationTitle[relation]}</span> `;
	const [newest] = history;
	const more = history.length - 1;
	const again = more === 0 ? '' : more === 1 ? ', and once more' : `, and ${more.toLocaleString('en')} times more`;
	const group = view.groupBy === 'identity' ? '?group_by=identity' : '';
	return html`<li class="link">
<h3>${name}${titleLink(root, other, group)}</h3>
${aboutLine(other, html`<span class="name">${named(mainIdentifier(other.Identifiers))}</span>`)}
${newest && html`<div class="evidence">Reported ${newest.date.slice(0, 10)} by ${newest.provider}${again}</div>`}</li>
`;
}

/** Leads on, back to the begin, and to all links on pages as long as can be. */
function pager(shown: ShownWork): Markup {
	const { found, view } = shown;
	const { id: _, scheme: __, page: ___, cursor, ...asked } = view.parameters;
	const here = {
		...asked,
		group_by: view.groupBy === 'identity' ? 'identity' : undefined,
		relation: view.relation ?? 'all',
	};
	const size = view.show === 'print' || asked.size === '25' ? undefined : asked.size;
	const number = view.pageNumber;
	const pages = Math.max(1, Math.ceil(found.total / found.size));
	const show = view.show === 'print' ? 'print' : undefined;
	const isFirst = cursor === undefined && number === 1;
	const next =
		found.cursor && pageAddress(shown, { ...here, size, show, page: String(number + 1), cursor: found.cursor });
	const all = pageAddress(shown, { ...here, size: undefined, show: 'print' });
	const whole = found.total > found.items.length && view.show !== 'print';
	return html`<nav class="pager" aria-label="Pages">
${!isFirst && html`<a href="${pageAddress(shown, { ...here, size, show })}">First page</a>`}
${pages > 1 && html`<span>Page ${number.toLocaleString('en')} of ${pages.toLocaleString('en')}</span>`}
${next && html`<a rel="next" href="${next}">Next</a>`}
${whole && html`<a href="${all}">The whole list, to print</a>`}
${view.show === 'print' && html`<a href="${pageAddress(shown, { ...here, size })}">Back to the work</a>`}
</nav>`;
}

function versions(shown: ShownWork): Markup | null {
	const { root, work } = shown;
	const { versions: all, versions_total: total } = work.family;
	if (total < 2) return null;
	const items = all.slice(0, mostVersions).map((version) => {
		const main = mainIdentifier(version.Identifiers);
		const address = `${root}objects/${workPath(main)}?group_by=identity`;
		return html`<li><a class="identifier" href="${address}">${main.ID}</a>${dayOf(version)}
<span class="note">cited by ${worksText(version.counts.isCitedBy)}</span></li>\n`;
	});
	return html`<section class="panel" aria-labelledby="versions">
<h2 id="versions">Versions <span class="count">${total.toLocaleString('en')}</span></h2>
<ul>
${items}${total > items.length && html`<li>and ${(total - items.length).toLocaleString('en')} more</li>`}</ul>
</section>`;
}

function forms({ root, asked }: ShownWork): Markup {
	const page = `${root}objects/${workPath(asked)}`;
	const form = (name: WorkForm, title: string) => html`<a href="${formAddress(page, name)}">${title}</a>`;
	return html`<p class="forms">This work as ${form('bibtex', 'BibTeX')}, ${form('ris', 'RIS')},
${form('csl', 'CSL-JSON')}, ${form('jsonld', 'JSON-LD')}, ${form('json', 'JSON')}.</p>`;
}

const noLinks = html`<section class="notice" aria-labelledby="no-links"><h2 id="no-links">No links are known</h2>
<p>The work is known, but nobody has reported yet that it is cited, supplemented or related to another work.
That says nothing about the work: links come in batches, and not every publisher reports them.</p></section>`;

/** Writes the address of this page with other parameters. */
function pageAddress({ root, asked }: ShownWork, change: Change): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(change)) if (value !== undefined) query.set(name, value);
	return `${root}objects/${workPath(asked)}${query.size === 0 ? '' : `?${query}`}`;
}

function isSame(one: ShownIdentifier, other: ShownIdentifier): boolean {
	return one.ID === other.ID && one.IDScheme === other.IDScheme;
}
