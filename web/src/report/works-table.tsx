// The table of a report: one row per work, with counts for this version and for all versions.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countText } from '../../../src/links/words.ts';
import { type CountedName, levels, type ReportLevel, type RowOrder, type SortKey } from '../address/report-view.ts';
import { readType, relationTitle, typeTitle } from '../relations.ts';
import { renderNow } from '../shell/render-now.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { SmallBars } from '../shell/small-bars.tsx';
import { SortHeading } from '../shell/sort-heading.tsx';
import { NamedWorkLink } from './named-work-link.tsx';
import {
	countOf,
	type NamedWork,
	namedWork,
	pressed,
	type ReportRow,
	relationsOf,
	sortedRows,
	yearsOf,
} from './report-rows.ts';

/** More rows slow the browser down. */
const rowsAtFirst = 500;

const levelTitle: Readonly<Record<ReportLevel, string>> = { identity: 'This version', version: 'All versions' };

/** A pair of columns with a count per level. */
type Counted = { name: CountedName; title: string };

type Props = {
	rows: readonly ReportRow[];
	/** The level of the bars. */
	level: ReportLevel;
	since: string | undefined;
	order: RowOrder | undefined;
	/** Returns the address of the table in an order; undefined if the report fits into no address. */
	addressOf(order: RowOrder): string | undefined;
};

/** Renders the table. */
export function WorksTable({ rows, level, since, order, addressOf }: Props) {
	const [all, setAll] = useState(false);
	// Print all rows, even those that are not shown yet.
	useEffect(() => {
		const showAll = () => renderNow(() => setAll(true));
		addEventListener('beforeprint', showAll);
		return () => removeEventListener('beforeprint', showAll);
	}, []);
	const shown = sortedRows(rows, order, level).slice(0, all ? rows.length : rowsAtFirst);
	const counted: Counted[] = relationsOf(rows).map((name) => ({ name, title: relationTitle[name] }));
	if (rows.some(({ work }) => work.counted)) counted.push({ name: 'counted', title: 'Counted citations' });
	if (since !== undefined) counted.push({ name: 'since', title: `New since ${since}` });
	return (
		<>
			<ScrollingTable label="Table of works" tall>
				<Head {...{ counted, level, order, addressOf }} />
				<tbody>
					{shown.map((row) => (
						<Row key={row.inputs[0]} row={row} counted={counted} level={level} />
					))}
				</tbody>
			</ScrollingTable>
			{shown.length < rows.length && (
				<>
					<p class="note">These are the first {countText(shown.length)} in this order.</p>
					<button type="button" onClick={() => setAll(true)}>
						Show all {countText(rows.length)} works
					</button>
				</>
			)}
		</>
	);
}

type HeadProps = { counted: readonly Counted[] } & Omit<Props, 'rows' | 'since'>;

function Head({ counted, level, order, addressOf }: HeadProps) {
	const heading = (key: SortKey, title: ComponentChildren, attributes: { rowSpan?: number; class?: string }) => {
		const isSorted = order?.key === key;
		const direction = isSorted ? (order.descending ? 'descending' : 'ascending') : undefined;
		return (
			<SortHeading key={key} href={addressOf(pressed(order, key))} direction={direction} {...attributes}>
				{title}
			</SortHeading>
		);
	};
	return (
		<thead>
			<tr>
				{heading('title', 'Work', { rowSpan: 2 })}
				{heading('type', 'Type', { rowSpan: 2 })}
				{heading('published', 'Published', { rowSpan: 2 })}
				{counted.map(({ name, title }) => (
					<th key={name} scope="colgroup" colSpan={2} class="amount">
						{title}
					</th>
				))}
				<th scope="col" rowSpan={2}>
					Cited per year
					<br />
					<span class="hint">{levelTitle[level]}</span>
				</th>
			</tr>
			<tr>
				{counted.flatMap(({ name, title }) =>
					levels.map((each) => {
						const spoken = <span class="visually-hidden">{title}, </span>;
						return heading(`${each}_${name}`, [spoken, levelTitle[each]], { class: 'amount' });
					}),
				)}
			</tr>
		</thead>
	);
}

/** Names the version of a row beside the title that it stands under. */
function ownName({ work }: ReportRow, { Title = '', Identifiers: [{ ID }] }: NamedWork): string | undefined {
	const name = work.VersionName ?? work.Title;
	return name === undefined || name === ID || Title.includes(name) ? undefined : name;
}

type RowProps = { row: ReportRow; counted: readonly Counted[]; level: ReportLevel };

function Row({ row, counted, level }: RowProps) {
	const { work, inputs } = row;
	const named = namedWork(row, level);
	const [{ ID }] = named.Identifiers;
	const own = ownName(row, named);
	const years = yearsOf(work, level);
	return (
		<tr>
			<th scope="row" class="work">
				<NamedWorkLink row={row} level={level} />
				{own && <bdi class="own">{own}</bdi>}
				{inputs
					.filter((input) => named.Title !== undefined || input !== ID)
					.map((input) => (
						<bdi key={input} class="identifier given">
							{input}
						</bdi>
					))}
			</th>
			<td class="type">{typeTitle[readType(named.Type?.Name)]}</td>
			<td class="day">{named.PublicationDate?.slice(0, 10)}</td>
			{counted.flatMap(({ name }) =>
				levels.map((each) => {
					const count = countOf(row, each, name);
					return (
						<td key={`${each} ${name}`} class="amount">
							{count !== undefined && countText(count)}
						</td>
					);
				}),
			)}
			<td>{years.length > 0 && <SmallBars years={years} />}</td>
		</tr>
	);
}
