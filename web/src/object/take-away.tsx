// The answer taken away: as a link, a table, references, a call of the interface, or what maintainers
// of a work put elsewhere.

import { badgeStyles, boxThemes, readmeLanguages } from '../../../src/http/pages/object/work-choices.ts';
import { writeView } from '../address/address.ts';
import type { ObjectView } from '../address/object-view.ts';
import { type RelationChoice, relationPhrase, relationTitle, type SearchRelation } from '../relations.ts';
import { OrderForm } from '../shell/order-form.tsx';
import { Snippet } from '../shell/snippet.tsx';
import { sitePath, wholeAddress } from '../site/site.ts';
import { curlCommand, exportAddress, exportFormats } from './links.ts';
import { badgeAddress, boxAddress, boxFrame, boxScript, depositSentence, writeBadge } from './snippets.ts';

type Props<Relation> = { view: ObjectView; relation: Relation };

/** Renders all forms in which the chosen links can be had. */
export function TakeAway({ view, relation }: Props<RelationChoice>) {
	const listed = { ...view, relation, show: 'list' } as const;
	const counted = { view, relation: relation === 'all' ? 'isCitedBy' : relation } as const;
	return (
		<section class="take-away panel" aria-labelledby="take-away">
			<h2 id="take-away" class="visually-hidden">
				Take away
			</h2>
			<section aria-labelledby="take-link">
				<h3 id="take-link">Link to these links</h3>
				<Snippet text={wholeAddress(writeView(asUsual(listed)))} what="the link" />
			</section>
			<section aria-labelledby="take-table">
				<h3 id="take-table">The whole result</h3>
				<ul class="downloads">
					{exportFormats.map(({ format, title, note }) => (
						<li key={format}>
							<a href={exportAddress(view, relation, format)} download="">
								{title}
							</a>{' '}
							<span class="note">{note}</span>
						</li>
					))}
				</ul>
			</section>
			<section aria-labelledby="take-call">
				<h3 id="take-call">Call of the interface</h3>
				<Snippet text={curlCommand(listed, relation)} what="as curl" label="Copy as curl" />
			</section>
			<Badge {...counted} />
			<Box {...counted} />
			<Deposit {...counted} />
		</section>
	);
}

/** Leaves out how what is taken away looks. */
function asUsual(view: ObjectView): ObjectView {
	return { ...view, style: badgeStyles[0], language: readmeLanguages[0], theme: boxThemes[0] };
}

/** Where a badge or a sentence elsewhere leads. */
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
	const text = `${relationPhrase[relation]}, counted by Link Broker`;
	const snippet = writeBadge[language]({ image: wholeAddress(address), text, page: pageOf(props) });
	return (
		<section aria-labelledby="take-badge">
			<h3 id="take-badge">Badge for a README</h3>
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
		<section aria-labelledby="take-box">
			<h3 id="take-box">Box for a web page</h3>
			<p class="note">
				The number, a plot by year and the latest works, under 20 kB.{' '}
				<a href={address} target="_blank" rel="noopener">
					See the box
				</a>
			</p>
			<OrderForm
				view={view}
				choices={[{ label: 'Colours', name: 'theme', value: view.theme, options: same(boxThemes) }]}
			/>
			<Snippet text={script} what="the box as a script" label="Copy script" />
			<Snippet text={boxFrame(wholeAddress(address), view.id)} what="the box as a frame" label="Copy frame" />
		</section>
	);
}

function Deposit(props: Props<SearchRelation>) {
	const { view, relation } = props;
	const sentence = depositSentence({
		text: `${relationTitle[relation]} the works listed at Link Broker`,
		page: pageOf(props),
	});
	return (
		<section aria-labelledby="take-deposit">
			<h3 id="take-deposit">For Zenodo and other InvenioRDM repositories</h3>
			<p class="note">A line for the description: these repositories let links through, and no pictures.</p>
			<Snippet text={sentence} what="the line for a description" label="Copy line" />
			<ul class="downloads">
				<li>
					<a href={exportAddress(view, relation, 'inveniordm')} download="">
						Related identifiers
					</a>{' '}
					<span class="note">
						for <code>metadata.related_identifiers</code> of a record
					</span>
				</li>
			</ul>
		</section>
	);
}
