// What maintainers of a work put elsewhere: a badge, a box, a line in a deposit; knows no form of
// the result.
import { useState } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import type { ObjectView } from '../address/object-view.ts';
import { type BadgeStyle, badgeAddress, badgeStyles, boxAddress, exportAddress } from '../api/api-address.ts';
import { boxFrame, boxScript, depositSentence, type ReadmeFormat, readmeFormats } from '../api/snippets.ts';
import { relationPhrase, relationTitle, type SearchRelation } from '../relations.ts';
import { Snippet } from '../shell/snippet.tsx';

type Props = { view: ObjectView; relation: SearchRelation };

/** Renders the sections of the panel that are for them. */
export function ForMaintainers({ view, relation }: Props) {
	const page = location.origin + writeView({ ...view, relation, show: 'list' });
	return (
		<>
			<Badge view={view} relation={relation} page={page} />
			<Box view={view} relation={relation} />
			<Deposit view={view} relation={relation} page={page} />
		</>
	);
}

function Badge({ view, relation, page }: Props & { page: string }) {
	const [style, setStyle] = useState<BadgeStyle>('flat');
	const [format, setFormat] = useState<ReadmeFormat>(readmeFormats[0]);
	const address = badgeAddress(view, relation, style);
	const text = `${relationPhrase[relation]}, counted by Link Broker`;
	const snippet = format.write({ image: location.origin + address, text, page });
	return (
		<section aria-labelledby="take-badge">
			<h3 id="take-badge">Badge for a README</h3>
			<p>
				<img src={address} alt={text} loading="lazy" />
			</p>
			<div class="choices">
				<Choice label="Style" value={style} values={badgeStyles} choose={(one) => setStyle(one)} />
				<Choice
					label="Language"
					value={format.name}
					values={readmeFormats.map(({ name }) => name)}
					choose={(name) => setFormat(readmeFormats.find((one) => one.name === name) ?? readmeFormats[0])}
				/>
			</div>
			<Snippet text={snippet} what={`the badge as ${format.name}`} label={`Copy ${format.name}`} />
		</section>
	);
}

const themes = ['auto', 'light', 'dark'] as const;

function Box({ view, relation }: Props) {
	const [theme, setTheme] = useState<(typeof themes)[number]>('auto');
	const { scheme, id, groupBy } = view;
	const address = boxAddress(view, relation, theme);
	const script = boxScript({ origin: location.origin, scheme, id, relation, groupBy, theme });
	return (
		<section aria-labelledby="take-box">
			<h3 id="take-box">Box for a web page</h3>
			<p class="note">
				The number, a plot by year and the latest works, under 20 kB.{' '}
				<a href={address} target="_blank" rel="noopener">
					See the box
				</a>
			</p>
			<div class="choices">
				<Choice label="Colours" value={theme} values={themes} choose={(one) => setTheme(one)} />
			</div>
			<Snippet text={script} what="the box as a script" label="Copy script" />
			<Snippet text={boxFrame(location.origin + address, id)} what="the box as a frame" label="Copy frame" />
		</section>
	);
}

function Deposit({ view, relation, page }: Props & { page: string }) {
	const sentence = depositSentence({ text: `${relationTitle[relation]} the works listed at Link Broker`, page });
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

function Choice<T extends string>(props: { label: string; value: T; values: readonly T[]; choose(value: T): void }) {
	const { label, value, values, choose } = props;
	return (
		<label>
			{label}{' '}
			<select value={value} onChange={(event) => choose(event.currentTarget.value as T)}>
				{values.map((one) => (
					<option key={one} value={one}>
						{one}
					</option>
				))}
			</select>
		</label>
	);
}
