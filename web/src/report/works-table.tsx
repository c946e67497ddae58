// The table of a report: a row for each work, counts of itself and of all its versions, in any
// order; knows no request.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { objectPath } from '../address/object-view.ts';
import type { ReportLevel } from '../api/report-api.ts';
import { readType, relationTitle, type SearchRelation, typeTitle } from '../relations.ts';
import { renderNow } from '../shell/render-now.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { SmallBars } from '../shell/small-bars.tsx';
import { WorkTitle } from '../shell/work-title.tsx';
import {
	levels,
	pressed,
	type ReportRow,
	type RowOrder,
	relationsOf,
	type SortKey,
	sortedRows,
	yearsOf,
} from './report-rows.ts';

/** More rows than these take the browser a while. */
const rowsAtFirst = 500;

const levelTitle: Readonly<Record<ReportLevel, string>> = { identity: 'itself', version: 'all versions' };

type Props = { rows: readonly ReportRow[]; level: ReportLevel; since: string | undefined; first: SortKey };

/**
 * Renders the table, ordered by `first` until it is ordered anew; bars are those of `level`, what
 * is new is told where there is a date.
 */
export function WorksTable({ rows, level, since, first }: Props) {
	const [order, setOrder] = useState<RowOrder>({ key: first, descending: first !== 'given' });
	const [all, setAll] = useState(false);
	// What is not shown yet belongs on paper as well.
	useEffect(() => {
		const showAll = () => renderNow(() => setAll(true));
		addEventListener('beforeprint', showAll);
		return () => removeEventListener('beforeprint', showAll);
	}, []);
	const relations = relationsOf(rows);
	const shown = sortedRows(rows, order).slice(0, all ? rows.length : rowsAtFirst);
	const header = (key: SortKey, title: ComponentChildren, attributes: { rowSpan?: number; class?: string } = {}) => (
		<SortHeader order={order} sortBy={key} sort={setOrder} {...attributes}>
			{title}
		</SortHeader>
	);
	return (
		<>
			<ScrollingTable label="Works, as a table" tall>
				<thead>
					<tr>
						{header('title', 'Work', { rowSpan: 2 })}
						{header('type', 'Type', { rowSpan: 2 })}
						{header('published', 'Published', { rowSpan: 2 })}
						{relations.map((relation) => (
							<th key={relation} scope="colgroup" colSpan={2} class="amount">
								{relationTitle[relation]}
							</th>
						))}
						{since !== undefined && (
							<th scope="colgroup" colSpan={2} class="amount">
								New since {since}
							</th>
						)}
						<th scope="col" rowSpan={2}>
							Cited per year
							<br />
							<span class="hint">{levelTitle[level]}</span>
						</th>
					</tr>
					<tr>
						{relations.flatMap((relation) =>
							levels.map((each) =>
								header(
									`${each} ${relation}`,
									<>
										<span class="visually-hidden">{relationTitle[relation]}, </span>
										{levelTitle[each]}
									</>,
									{ class: 'amount' },
								),
							),
						)}
						{since !== undefined &&
							levels.map((each) =>
								header(
									`${each} since`,
									<>
										<span class="visually-hidden">New since {since}, </span>
										{levelTitle[each]}
									</>,
									{ class: 'amount' },
								),
							)}
					</tr>
				</thead>
				<tbody>
					{shown.map((row) => (
						<Row key={row.inputs[0]} row={row} relations={relations} level={level} isDated={since !== undefined} />
					))}
				</tbody>
			</ScrollingTable>
			{shown.length < rows.length && (
				<>
					<p class="note">These are the first {shown.length.toLocaleString('en')} in this order.</p>
					<button type="button" onClick={() => setAll(true)}>
						Show all {rows.length.toLocaleString('en')} works
					</button>
				</>
			)}
		</>
	);
}

type SortHeaderProps = {
	order: RowOrder;
	sortBy: SortKey;
	sort(order: RowOrder): void;
	rowSpan?: number;
	class?: string;
	children: ComponentChildren;
};

function SortHeader({ order, sortBy, sort, rowSpan, class: className, children }: SortHeaderProps) {
	const isSorted = order.key === sortBy;
	return (
		<th
			scope="col"
			rowSpan={rowSpan}
			class={className}
			aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}
		>
			<button type="button" class="sort" onClick={() => sort(pressed(order, sortBy))}>
				{children}
				<span class="direction" aria-hidden="true">
					{isSorted ? (order.descending ? '↓' : '↑') : '↕'}
				</span>
			</button>
		</th>
	);
}

type RowProps = { row: ReportRow; relations: readonly SearchRelation[]; level: ReportLevel; isDated: boolean };

function Row({ row: { work, inputs }, relations, level, isDated }: RowProps) {
	const { ID, IDScheme } = work.understood_as;
	const shown = { ...work, Identifiers: [work.understood_as] };
	const saysMore = (input: string) => work.Title !== undefined || input !== ID;
	return (
		<tr>
			<th scope="row" class="work">
				<a href={objectPath(IDScheme, ID)} class={work.Title ? 'title' : 'title identifier'}>
					<bdi>
						<WorkTitle work={shown} />
					</bdi>
				</a>
				{inputs.filter(saysMore).map((input) => (
					<bdi key={input} class="identifier given">
						{input}
					</bdi>
				))}
			</th>
			<td class="type">{typeTitle[readType(work.Type?.Name)]}</td>
			<td class="day">{work.PublicationDate?.slice(0, 10)}</td>
			{relations.flatMap((relation) =>
				levels.map((each) => (
					<td key={`${each} ${relation}`} class="amount">
						{work.counts[each][relation].toLocaleString('en')}
					</td>
				)),
			)}
			{isDated &&
				levels.map((each) => (
					<td key={each} class="amount">
						{work.cited_since?.[each].toLocaleString('en')}
					</td>
				))}
			<td>{yearsOf(work, level).length > 0 && <SmallBars years={yearsOf(work, level)} />}</td>
		</tr>
	);
}
