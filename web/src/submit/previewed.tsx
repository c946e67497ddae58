// The links that a table would come to, and its cells that are wrong, by line and column; knows no
// choice.
import type { EventPreview, EventPreviewLink, PreviewedObject } from '../../../clients/typescript/src/schemas.ts';
import {
	columnTitle,
	heading,
	leftOutTexts,
	linkHeads,
	problemHeads,
	tableLabel,
} from '../../../src/http/pages/operator/submit/submit-words.ts';
import { schemeTitle } from '../shell/scheme-title.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';

/** Renders what is wrong; nothing where nothing is. */
export function Problems({ preview: { read, refused, refused_count } }: { preview: EventPreview }) {
	const count = read.wrong_cell_count + refused_count;
	const others = leftOutTexts(read);
	if (count === 0 && others.length === 0) return null;
	return (
		<section aria-labelledby="problems">
			<h3 id="problems">
				{heading.problems} {count > 0 && <span class="count">{count.toLocaleString('en')}</span>}
			</h3>
			{others.length > 0 && (
				<ul class="left-out">
					{others.map((text) => (
						<li key={text}>{text}</li>
					))}
				</ul>
			)}
			{count > 0 && (
				<ScrollingTable label={tableLabel.problems}>
					<Heads names={problemHeads} />
					<tbody>
						{read.wrong_cells.map(({ line, column, name, cell, problem }) => (
							<tr key={`${line} ${column}`}>
								<td class="amount">{line.toLocaleString('en')}</td>
								<td>
									{column} {name !== '' && <bdi>({columnTitle(name, column - 1)})</bdi>}
								</td>
								<td>
									<code>{cell}</code>
								</td>
								<td>{problem}</td>
							</tr>
						))}
						{refused.map(({ line, pointer, message }, at) => (
							<tr key={`refused ${at}`}>
								<td class="amount">{line.toLocaleString('en')}</td>
								<td>–</td>
								<td>{pointer !== null && <code>{pointer}</code>}</td>
								<td>{message}</td>
							</tr>
						))}
					</tbody>
				</ScrollingTable>
			)}
			{count > read.wrong_cells.length + refused.length && (
				<p class="note">Only the first {(read.wrong_cells.length + refused.length).toLocaleString('en')} are shown.</p>
			)}
		</section>
	);
}

/** Renders the first links; `total` is how many there are. */
export function PreviewedLinks({ links, total }: { links: readonly EventPreviewLink[]; total: number }) {
	return (
		<section aria-labelledby="links">
			<h3 id="links">
				{heading.links} <span class="count">{total.toLocaleString('en')}</span>
			</h3>
			<ScrollingTable label={tableLabel.links}>
				<Heads names={linkHeads} />
				<tbody>
					{links.map(({ line, source, relation, subtype, target, provider, date }, at) => (
						<tr key={at}>
							<td class="amount">{line.toLocaleString('en')}</td>
							<td>
								<Work work={source} />
							</td>
							<td>
								{relation}
								{subtype !== null && subtype !== relation && <span class="note"> ({subtype})</span>}
							</td>
							<td>
								<Work work={target} />
							</td>
							<td>
								<bdi>{provider}</bdi>
							</td>
							<td class="date">{date}</td>
						</tr>
					))}
				</tbody>
			</ScrollingTable>
			{total > links.length && <p class="note">The first {links.length} are shown.</p>}
		</section>
	);
}

/** The first is a number. */
function Heads({ names }: { names: readonly string[] }) {
	return (
		<thead>
			<tr>
				{names.map((name, at) => (
					<th key={name} scope="col" class={at === 0 ? 'amount' : undefined}>
						{name}
					</th>
				))}
			</tr>
		</thead>
	);
}

function Work({ work: { identifiers, title } }: { work: PreviewedObject }) {
	return (
		<>
			{title !== null && <bdi class="work-title">{title}</bdi>}
			{identifiers.map(({ ID, IDScheme }) => (
				<span key={`${IDScheme} ${ID}`} class="work-identifier">
					<span class="scheme">{schemeTitle(IDScheme)}</span> <span class="identifier">{ID}</span>
				</span>
			))}
		</>
	);
}
