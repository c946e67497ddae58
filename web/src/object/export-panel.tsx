// What of a result is published elsewhere: a link, an API call, a badge, a box and a line for a
// deposit.

import { badgeStyles, boxThemes, readmeLanguages } from '../../../src/http/pages/object/work-choices.ts';
import { writeView } from '../address/address.ts';
import type { ObjectView } from '../address/object-view.ts';
import { type RelationChoice, relationPhrase, relationTitle, type SearchRelation } from '../relations.ts';
import { OrderForm } from '../shell/order-form.tsx';
import { Snippet } from '../shell/snippet.tsx';
import { sitePath, thisSite, wholeAddress } from '../site/site.ts';
import { curlCommand } from './links.ts';
import { badgeAddress, boxAddress, boxFrame, boxScript, depositSentence, writeBadge } from './snippets.ts';

type Props<Relation> = { view: ObjectView; relation: Relation };

/** Renders all forms in which the shown links can be shared. */
export function ExportPanel({ view, relation }: Props<RelationChoice>) {
	const listed = { ...view, relation, show: 'list' } as const;
	const counted = { view, relation: relation === 'all' ? 'isCitedBy' : relation } as const;
	return (
		<section class="export panel" aria-labelledby="export">
			<h2 id="export" class="visually-hidden">
				Share
			</h2>
			<section aria-labelledby="export-link">
				<h3 id="export-link">Link to this list</h3>
				<Snippet text={wholeAddress(writeView(asUsual(listed)))} what="the link" />
			</section>
			<section aria-labelledby="export-call">
				<h3 id="export-call">API call</h3>
				<Snippet text={curlCommand(listed, relation)} what="as curl" label="Copy as curl" />
			</section>
			{view.exclude && (
				<p class="note">Badge and box leave out what the definition does, not the flags that are ticked.</p>
			)}
			<Badge {...counted} />
			<Box {...counted} />
			<Deposit {...counted} />
		</section>
	);
}

/** Resets the choices of style, language and theme. */
function asUsual(view: ObjectView): ObjectView {
	return { ...view, style: badgeStyles[0], language: readmeLanguages[0], theme: boxThemes[0] };
}

/** Writes the address that a badge or a sentence links to. */
function pageOf({ view, relation }: Props<SearchRelation>): string {
	return wholeAddress(writeView(asUsual({ ...view, relation, show: 'list' })));
}

function same<T extends string>(values: readonly T[]): [T, T][] {
	return values.map((value) => [value, value]);
}

function Badge(props: Props<SearchRelation>) {
	const { view, relation } = props;
	const { style, language } = view;
	const address = badgeAddress(view, relation);
	const text = `${relationPhrase[relation]}, counted by ${thisSite().name}`;
	const snippet = writeBadge[language]({ image: wholeAddress(address), text, page: pageOf(props) });
	return (
		<section aria-labelledby="export-badge">
			<h3 id="export-badge">Badge for a README</h3>
			<p>
				<img src={address} alt={text} loading="lazy" />
			</p>
			<OrderForm
				view={view}
				choices={[
					{ label: 'Style', name: 'style', value: style, options: same(badgeStyles) },
					{ label: 'Language', name: 'language', value: language, options: same(readmeLanguages) },
				]}
			/>
			<Snippet text={snippet} what={`the badge as ${language}`} label={`Copy ${language}`} />
		</section>
	);
}

function Box({ view, relation }: Props<SearchRelation>) {
	const address = boxAddress(view, relation);
	const script = boxScript(view, { relation, script: wholeAddress(sitePath('/embed.js')) });
	return (
		<section aria-labelledby="export-box">
			<h3 id="export-box">Box for a web page</h3>
			<p class="note">
				The number, a plot by year and the latest works, under 20 kB.{' '}
				<a href={address} target="_blank" rel="noopener">
					Preview the box
				</a>
			</p>
			<OrderForm
				view={view}
				choices={[{ label: 'Colours', name: 'theme', value: view.theme, options: same(boxThemes) }]}
			/>
			<Snippet text={script} what="the box as a script" label="Copy script" />
			<Snippet text={boxFrame(wholeAddress(address), view.id)} what="the box as an iframe" label="Copy iframe" />
		</section>
	);
}

function Deposit(props: Props<SearchRelation>) {
	const sentence = depositSentence({
		text: `${relationTitle[props.relation]} the works listed at ${thisSite().name}`,
		page: pageOf(props),
	});
	return (
		<section aria-labelledby="export-deposit">
			<h3 id="export-deposit">For Zenodo and other InvenioRDM repositories</h3>
			<p class="note">A line for the description. These repositories allow links there, but no images.</p>
			<Snippet text={sentence} what="the line for a description" label="Copy line" />
		</section>
	);
}
