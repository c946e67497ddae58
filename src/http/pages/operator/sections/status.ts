// How the broker is, for admins: what waits, how fast it works, how large it is; shows whatever
// figures the interface gives.
import { html, type Markup } from '../../../answers/html.ts';
import { momentText } from '../moment-texts.ts';
import { type Figure, figureGroups, figureName, figureText, sectionTitle } from '../operator-words.ts';
import { refreshing } from '../parts.ts';
import type { OperatorSection } from '../section.ts';

export const status: OperatorSection = {
	title: sectionTitle.status,
	async content(page) {
		const groups = figureGroups(await page.ask('/status'));
		return html`${refreshing(page)}
<div class="figures">
${groups.map(([name, figures]) => panel(name, figures))}</div>`;
	},
	forms: {},
};

function panel(group: string, figures: Readonly<Record<string, Figure>>): Markup {
	const rows = Object.entries(figures).map(
		([name, value]) => html`<div><dt>${figureName(name)}</dt><dd>${figureText(name, value, momentText)}</dd></div>
`,
	);
	return html`<section class="panel" aria-labelledby="figures-${group}">
<h2 id="figures-${group}">${figureName(group)}</h2>
<dl>
${rows}</dl></section>
`;
}
