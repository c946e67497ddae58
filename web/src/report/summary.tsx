// The sums of a report, its most cited works, and the providers of the citations.

import { sumsOf } from '../../../src/broker/objects/report-sums.ts';
import { countingOf } from '../../../src/http/pages/report/report-query.ts';
import { countText } from '../../../src/links/words.ts';
import { leftOutText, unknownText } from '../../../src/search/flags/left-out.ts';
import { type ReportView, reportView, writeReportView } from '../address/report-view.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { NamedWorkLink } from './named-work-link.tsx';
import type { ReportRow } from './report-rows.ts';
import { countedOf, providersOf, summed } from './report-sums.ts';

const mostProviders = 20;

type Props = { rows: readonly ReportRow[]; view: ReportView };

/** Renders the sums of a level. */
export function Summary({ rows, view }: Props) {
	const { level, since } = view;
	const { cited, since: fresh, mostCited } = sumsOf(rows, level, summed);
	return (
		<>
			<dl class="sums">
				<Sum name={rows.length === 1 ? 'work' : 'works'} value={rows.length} />
				<Sum name={cited === 1 ? 'citation' : 'citations'} value={cited} />
				{since !== undefined && <Sum name={`new since ${since}`} value={fresh} />}
			</dl>
			<WhatCounted rows={rows} view={view} />
			<div class="report-tops">
				{mostCited.length > 0 && (
					<section aria-labelledby="most-cited">
						<h2 id="most-cited">Most cited</h2>
						<ol class="most-cited">
							{mostCited.map((row) => (
								<li key={row.work.self}>
									<NamedWorkLink row={row} level={level} />{' '}
									<span class="note">{countText(row.work.counts[level].isCitedBy)}</span>
								</li>
							))}
						</ol>
					</section>
				)}
				<Providers rows={rows} view={view} />
			</div>
		</>
	);
}

/** Renders how many citations count, what is left out, and what is unknown. */
function WhatCounted({ rows, view: { level, definition } }: Props) {
	const [first] = rows.flatMap(({ work }) => work.counted ?? []);
	if (!first) return null;
	const counted = countedOf(rows, level);
	const by = definition === undefined ? '' : `Counted as “${definition}”: `;
	const other = level === 'version' ? 'this version' : 'all versions together';
	return (
		<p class="kept">
			{counted
				? by + leftOutText(counted, 'isCitedBy') + unknownText(counted.unknown)
				: `“${definition}” counts only ${other}.`}
		</p>
	);
}

function Sum({ name, value }: { name: string; value: number }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{countText(value)}</dd>
		</div>
	);
}

function Providers({ rows, view: { since, ...view } }: Props) {
	const { providers, isWhole } = providersOf(rows);
	if (providers.length === 0) return null;
	const more = providers.length - mostProviders;
	return (
		<section aria-labelledby="citing-providers">
			<h2 id="citing-providers">Providers of these citations</h2>
			<ScrollingTable label="Table of providers">
				<thead>
					<tr>
						<th scope="col">Provider</th>
						<th scope="col" class="amount">
							Links between identifiers
						</th>
						<th scope="col">First</th>
						<th scope="col">Last</th>
					</tr>
				</thead>
				<tbody>
					{providers.slice(0, mostProviders).map(({ name, links, first_link, last_link }) => (
						<tr key={name}>
							<th scope="row">
								<a href={writeReportView(reportView({ provider: name, since, ...countingOf(view) }))}>
									<bdi>{name}</bdi>
								</a>
							</th>
							<td class="amount">{countText(links)}</td>
							<td class="day">{first_link.slice(0, 10)}</td>
							<td class="day">{last_link.slice(0, 10)}</td>
						</tr>
					))}
				</tbody>
			</ScrollingTable>
			<p class="note">
				{more > 0 && `And ${countText(more)} more. `}
				These links lead to the versions named in the report. A citing work counts once for each of its identifiers.
				{!isWhole && ' The numbers are minimums: some works have more links than were read.'}
			</p>
		</section>
	);
}
