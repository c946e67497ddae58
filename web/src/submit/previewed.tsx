// The preview of a table: its links, and its problems by line and column.

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { EventPreview, EventPreviewLink, PreviewedObject } from '../../../clients/typescript/src/schemas.ts';
import { rowWithoutSource } from '../../../src/formats/dialects/column-roles.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { countText, namesText } from '../../../src/links/words.ts';
import { countedText } from '../operator/event-words.ts';
import { SectionTable } from '../operator/section-table.tsx';
import { columnTitle } from './column-roles.ts';

const problemColumns = ['Column', 'Value', 'Problem'];
const linkColumns = ['Citing work (source)', 'Relation', 'Cited work (target)', 'Provider', 'Date'];

/** Renders the summary of a table in one line. */
export function Summary({ name, read }: { name: string; read: EventPreview['read'] }) {
	const { dialect, records, links, relations } = read;
	const each = relations.map(({ name, count }) => `${countText(count)} ${name}`);
	return (
		<p class="summary">
			<bdi class="file-name">{name}</bdi>: {linksText(links)} in {countedText(records, 'row', 'rows')}
			{dialect !== 'table' && `, read as ${dialect}`}
			{each.length > 0 && ` (${each.join(', ')})`}.
		</p>
	);
}

/** Writes a number of links: `1 link`, `1,203 links`. */
export function linksText(links: number): string {
	return countedText(links, 'link', 'links');
}

/** Whether records have lines: those of a table, but not those of a service. */
const LinesContext = createContext(true);

/** Renders the links that would be stored, and the problems; `lines` shows the line of each. */
export function Outcome({ preview, lines = true }: { preview: EventPreview; lines?: boolean }) {
	return (
		<LinesContext.Provider value={lines}>
			<Held preview={preview} />
		</LinesContext.Provider>
	);
}

function Held({ preview }: { preview: EventPreview }) {
	const { refusal, table, links, works, read } = preview;
	const isUnknown = table?.columns.every(({ role }) => role === '-') === true;
	return (
		<>
			{refusal !== null && (
				<p class="notice failure" role="alert">
					{isUnknown
						? 'The columns with identifiers were not recognised: choose the citing and the cited work above.'
						: inPageWords(refusal)}
				</p>
			)}
			<Problems preview={preview} />
			{links.length > 0 && <PreviewedLinks links={links} total={read.links} />}
			{works.length > 0 && <DescribedWorks works={works} total={read.described} />}
		</>
	);
}

/** Rewrites a problem that names options of the command line for this page. */
function inPageWords(text: string): string {
	return text
		.replaceAll(rowWithoutSource, 'a row without a source: choose its column, or enter the source of all links')
		.replace(
			': send fewer records at once, or load them with `link-broker events load`',
			': split it, or load it with the command below',
		);
}

function Problems({ preview: { read, refused, refused_count } }: { preview: EventPreview }) {
	const count = read.wrong_cell_count + refused_count;
	const shown = read.wrong_cells.length + refused.length;
	// Wrong cells are listed separately, by line and column.
	const others = read.left_out.filter(({ name }) => !/ in column \d+ \(/.test(name));
	if (count === 0 && others.length === 0) return null;
	return (
		<section aria-labelledby="problems">
			<h3 id="problems">Problems and left-out rows {count > 0 && <span class="count">{countText(count)}</span>}</h3>
			{others.length > 0 && (
				<ul class="left-out">
					{others.map(({ name, count }) => (
						<li key={name}>
							{countText(count)} × {inPageWords(name)}
						</li>
					))}
				</ul>
			)}
			{count > 0 && (
				<LineTable label="Problems by line and column" columns={problemColumns}>
					{read.wrong_cells.map(({ line, column, name, cell, problem }) => (
						<LineRow key={`${line} ${column}`} line={line}>
							<td>
								{column} {name !== '' && <bdi>({columnTitle(name, column - 1)})</bdi>}
							</td>
							<td>
								<code>{cell}</code>
							</td>
							<td>{problem}</td>
						</LineRow>
					))}
					{refused.map(({ line, pointer, message }, at) => (
						<LineRow key={`refused ${at}`} line={line}>
							<td>–</td>
							<td>{pointer !== null && <code>{pointer}</code>}</td>
							<td>{message}</td>
						</LineRow>
					))}
				</LineTable>
			)}
			{count > shown && <p class="note">Only the first {countText(shown)} are shown.</p>}
		</section>
	);
}

function DescribedWorks({ works, total }: { works: EventPreview['works']; total: number }) {
	return (
		<section aria-labelledby="works">
			<h3 id="works">
				Works without a link <span class="count">{countText(total)}</span>
			</h3>
			<LineTable label="First works" columns={['Work']}>
				{works.map(({ line, ...work }, at) => (
					<LineRow key={at} line={line}>
						<td>
							<Work work={work} />
						</td>
					</LineRow>
				))}
			</LineTable>
			{total > works.length && <p class="note">Only the first {works.length} are shown.</p>}
		</section>
	);
}

function PreviewedLinks({ links, total }: { links: readonly EventPreviewLink[]; total: number }) {
	return (
		<section aria-labelledby="links">
			<h3 id="links">
				Links <span class="count">{countText(total)}</span>
			</h3>
			<LineTable label="First links" columns={linkColumns}>
				{links.map(({ line, source, relation, subtype, target, provider, date }, at) => (
					<LineRow key={at} line={line}>
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
					</LineRow>
				))}
			</LineTable>
			{total > links.length && <p class="note">Only the first {links.length} are shown.</p>}
		</section>
	);
}

type LineTableProps = { label: string; columns: readonly string[]; children: ComponentChildren };

function LineTable({ label, columns, children }: LineTableProps) {
	const hasLines = useContext(LinesContext);
	return (
		<SectionTable label={label} columns={hasLines ? [{ amount: 'Line' }, ...columns] : columns} tall={false}>
			{children}
		</SectionTable>
	);
}

function LineRow({ line, children }: { line: number; children: ComponentChildren }) {
	return (
		<tr>
			{useContext(LinesContext) && <td class="amount">{countText(line)}</td>}
			{children}
		</tr>
	);
}

function Work({ work: { identifiers, title, ...work } }: { work: PreviewedObject }) {
	const creators = work.creators.map((Name) => ({ Name }));
	const about = [
		...[work.type, namesText(creators, { shown: 3, total: work.creator_count })],
		...[work.publication_date, work.published_in],
	].filter(Boolean);
	return (
		<>
			{title !== null && <bdi class="work-title">{title}</bdi>}
			{about.length > 0 && <bdi class="note">{about.join(' · ')}</bdi>}
			{identifiers.map(({ ID, IDScheme }) => (
				<span key={`${IDScheme} ${ID}`} class="work-identifier">
					<span class="scheme">{schemeTitle(IDScheme)}</span> <span class="identifier">{ID}</span>
				</span>
			))}
		</>
	);
}
