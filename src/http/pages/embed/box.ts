// The box about a work that other pages show: how many works are linked to it, when they were
// published, and the latest of them. It knows neither request nor index.
import { type DescribedObject, readObject } from '../../../formats/scholix/described-object.ts';
import { identifierUrl } from '../../../identifiers/index.ts';
import type { SearchRelation } from '../../../links/relation.ts';
import { mainIdentifier, namesText, relationTitle, titleOf } from '../../../links/words.ts';
import { html, type Markup } from '../../answers/html.ts';
import { workPath } from '../../routes/work-path.ts';
import { shortText, typeText } from '../object/work-texts.ts';
import { yearBars } from './year-bars.ts';

/** An object as the index has it: JSON, see ObjectDocument. */
type Written = { identifiers: string; fields: string; versions: string };

/** What the box tells. */
export type BoxContent = {
	/** What was understood to be asked for. */
	asked: { scheme: string; value: string };
	/** Whether that can be an identifier of its scheme. */
	fits: boolean;
	relation: SearchRelation;
	groupBy: 'identity' | 'version';
	/** Undefined where nothing is known of it. */
	source: Written | undefined;
	total: number;
	/** The latest of the linked works. */
	latest: readonly Written[];
	years: readonly (readonly [year: number, count: number])[];
};

// Together they keep the box below what is promised (see the test), whatever works say.
const longestTitle = 160;
const longestAbout = 100;
const longestAddress = 500;

/** Writes the title of the box, as a text: that of the work, or the identifier that was asked for. */
export function boxTitle({ asked, source }: Pick<BoxContent, 'asked' | 'source'>): string {
	const title = source && readObject(source).Title?.trim();
	return shortText(title || asked.value, longestTitle);
}

/** Writes the box; `root` is where pages are, as pagesRoot tells. */
export function box(content: BoxContent, root: string): Markup {
	const { asked, relation, groupBy, source, total, latest, years } = content;
	const address = `${root}objects/${workPath({ ID: asked.value, IDScheme: asked.scheme })}`;
	const view = `${address}?relation=${relation}${groupBy === 'identity' ? '&group_by=identity' : ''}`;
	const title = boxTitle(content);
	if (!source || total === 0) {
		return html`<main>
<h1 dir="auto">${linked(title, source && address)}</h1>
<p class="count">${nothingKnown(content)}</p>
</main>`;
	}
	const versions = groupBy === 'version' ? countVersions(source) : 1;
	const works = total === 1 ? 'work' : 'works';
	return html`<main>
<h1 dir="auto">${linked(title, address)}</h1>
<p class="count">${relationTitle[relation]} <strong>${total.toLocaleString('en')}</strong> ${works}${
		versions > 1 && html` <span class="muted">over its ${versions.toLocaleString('en')} versions</span>`
	}</p>
${yearBars(years)}<h2>Latest</h2>
<ol>
${latest.map((one) => item(readObject(one), root))}</ol>
<p class="all">${linked(total === 1 ? 'More about it' : `All ${total.toLocaleString('en')} ${works}`, view)}
<span class="muted">at Link Broker</span></p>
</main>`;
}

function nothingKnown({ asked, fits, relation }: BoxContent): string {
	if (!fits) return `This is no identifier of the scheme ${shortText(asked.scheme, 64)}.`;
	return relation === 'isCitedBy' ? 'No citations are known yet.' : 'No such links are known yet.';
}

function countVersions({ versions }: Written): number {
	return versions === '' ? 1 : (JSON.parse(versions) as unknown[]).length;
}

/** Writes a linked work, with the address where it is published, else that of its page here. */
function item(object: DescribedObject, root: string): Markup {
	const { Container, Creator, CreatorTotal, PublicationDate, Type } = object;
	const names = namesText(Creator, { shown: 2, total: CreatorTotal });
	const about = [
		shortText(names, longestAbout),
		Container && shortText(Container.Title, longestAbout),
		PublicationDate?.slice(0, 4),
		Type.Name === 'literature' || Type.Name === 'unknown' ? undefined : typeText(object),
	].filter(Boolean);
	const main = mainIdentifier(object.Identifiers);
	const address = identifierUrl({ scheme: main.IDScheme, value: main.ID }) ?? `${root}objects/${workPath(main)}`;
	return html`<li dir="auto">${linked(shortText(titleOf(object), longestTitle), address)}${
		about.length > 0 && html`<span class="about">${about.join(' · ')}</span>`
	}</li>
`;
}

/** Writes a link that opens beside the page that shows the box; without one where it is too long. */
function linked(text: string, address: string | undefined): Markup | string {
	if (address === undefined || address.length > longestAddress) return text;
	return html`<a href="${address}" target="_blank" rel="noopener">${text}</a>`;
}

/** Writes the box of what could not be answered. */
export function problemBox(
	{ title, detail }: { title: string; detail: string },
	retrySeconds: string | undefined,
): Markup {
	return html`<main>
<h1>${title}</h1>
<p class="count">${shortText(detail, 500)}</p>
${retrySeconds && html`<p class="muted">Try again in ${retrySeconds} s.</p>`}
</main>`;
}
