// What the broker holds, as the first page and that of the sources show it: in one line of figures,
// as of when, and what to do where it holds nothing. It looks like the explorer's
// (web/src/sources).
import { fillCommands } from '../../../broker/sources/fill-commands.ts';
import { typePhrase } from '../../../links/words.ts';
import { html, type Markup } from '../../answers/html.ts';
import type { ToldSources } from './told-sources.ts';

const number = (count: number) => count.toLocaleString('en');

/** Writes how many works of each type there are, each version by itself; each leads to them. */
export function held({ types, links, identifiers }: ToldSources, root: string): Markup {
	const items = types.map(({ type, works }) => {
		const address = `${root}search?type=${type}&group_by=identity&sort=mostcited`;
		return html`<li><a href="${address}"><strong>${number(works)}</strong> ${typePhrase[type]}</a></li>\n`;
	});
	return html`<ul class="held">
${items}<li><strong>${number(links)}</strong> links between
<strong>${number(identifiers)}</strong> identifiers</li>
</ul>
`;
}

/** Writes when it was counted, and when the broker was last brought up to something. */
export function asOf({ as_of, current, last_applied }: ToldSources): Markup {
	const changed = !current && '; something has changed since, and is counted soon';
	return html`<p class="note">${as_of && html`Counted ${moment(as_of)}${changed}.\n`}${
		last_applied && html`Last submission applied ${moment(last_applied)}.`
	}</p>
`;
}

/** Writes the commands that fill an empty broker. */
export function howToFill(root: string): Markup {
	return html`<section class="notice" aria-labelledby="fill">
<h2 id="fill">This broker holds no links yet</h2>
<p>Whoever runs it gives it some, in its folder: the links of corner.py that come with it, or their own. Where npm installed it, that folder is <code>$(npm root -g)/link-broker</code>.</p>
<pre class="commands"><code>${fillCommands.map((command) => `$ ${command}\n`)}</code></pre>
<p>Others send theirs over HTTP, with a token: see <a href="${root}docs">the interface for programs</a>.</p>
</section>
`;
}

/** Writes a moment as `31 Jan 2026, 12:00 UTC`: no page knows where its reader is. */
function moment(time: string): Markup {
	return html`<time datetime="${time}">${writtenMoment.format(new Date(time))} UTC</time>`;
}

const writtenMoment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
