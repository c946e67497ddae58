// Links that narrow and order the works found, for who has no script: the explorer has controls in
// their place. It knows no index.
import type { WorksAnswer } from '../../../broker/objects/find-objects.ts';
import { typeTitle, withPublisher } from '../../../links/words.ts';
import { html, type Markup } from '../../answers/html.ts';

type Asked = Readonly<Record<string, string>>;

const orders: Readonly<Record<string, string>> = {
	relevance: 'Best match first',
	mostcited: 'Most cited first',
	mostrecent: 'Newest work first',
};

/** So many years are offered, the latest. */
const mostYears = 12;
const mostPublishers = 8;

/**
 * Writes the links; `asked` is what the page was asked by, without its place in the result. A
 * choice that is made is told, with a link that undoes it.
 */
export function narrowing(root: string, asked: Asked, { facets, isWhole }: WorksAnswer): Markup {
	const link = (change: Asked, text: string | Markup) =>
		html`<a href="${root}search?${new URLSearchParams({ ...asked, ...change })}">${text}</a>`;
	const without = (name: string, text = 'all') => {
		const { [name]: _, ...others } = asked;
		return html`<a href="${root}search?${new URLSearchParams(others)}">${text}</a>`;
	};
	const counted = (value: string | number, count: number) =>
		html`${value} (${isWhole ? '' : 'at least '}${count.toLocaleString('en')})`;
	const types = facets?.type.map(([type, count]) => link({ type }, counted(typeTitle[type], count))) ?? [];
	const years = (facets?.publicationYear ?? [])
		.slice(-mostYears)
		.reverse()
		.map(([year, count]) => link({ publication_year: `${year}--${year}` }, counted(year, count)));
	const publishers = (facets?.publisher ?? [])
		.slice(0, mostPublishers)
		.map(([name, count]) => link({ q: withPublisher(asked.q ?? '', name) }, counted(name, count)));
	const levels =
		asked.group_by === 'identity'
			? html`${without('group_by', 'together')} · each`
			: html`together · ${link({ group_by: 'identity' }, 'each')}`;
	const chosen = asked.sort ?? (asked.q === undefined ? 'mostcited' : 'relevance');
	const order = Object.entries(orders)
		.filter(([sort]) => sort !== chosen && !(sort === 'relevance' && asked.q === undefined))
		.map(([sort, title]) => link({ sort }, title));
	const chosenYears = asked.publication_year?.split('--').filter((year, at, all) => year !== all[at - 1]);
	const year = chosenYears
		? html`${chosenYears.join(' to ')}, or ${without('publication_year')}`
		: years.length > 0 && apart(years);
	return html`<noscript><nav class="note" aria-label="Narrow and order">
<p>Type: ${asked.type === undefined ? apart(types) : html`${nameOf(asked.type)}, or ${without('type')}`}</p>
${year && html`<p>Year: ${year}</p>`}
${publishers.length > 1 && html`<p>Publisher: ${apart(publishers)}</p>`}
<p>Versions: ${levels}</p>
<p>Order: ${apart(order)}</p>
</nav></noscript>`;
}

function nameOf(type: string): string {
	return Object.entries(typeTitle).find(([name]) => name === type)?.[1] ?? type;
}

function apart(links: readonly Markup[]): Markup {
	return html`${links.map((link, at) => html`${at > 0 && ' · '}${link}`)}`;
}
