// In which order a plain report shows the works of a page, and the headings that choose it; knows
// no counting.
import type { describeReport } from '../../../broker/objects/report-document.ts';
import { BrokerError } from '../../../errors.ts';
import { html, type Markup } from '../../answers/html.ts';

type ReportedWork = ReturnType<typeof describeReport>['works'][number];

/** Columns by which works can be ordered, the greatest first; what is not known comes last. */
const columns = {
	published: {
		title: 'Published',
		isAmount: false,
		compared: (work: ReportedWork) => ('Type' in work ? work.PublicationDate : undefined),
	},
	cited: {
		title: 'Cited by',
		isAmount: true,
		compared: ({ counts }: ReportedWork) => counts?.identity.isCitedBy,
	},
	versions: {
		title: 'All versions',
		isAmount: true,
		compared: ({ counts }: ReportedWork) => counts?.version.isCitedBy,
	},
	since: {
		title: 'New since',
		isAmount: true,
		compared: (work: ReportedWork) => ('Type' in work ? work.cited_since?.version : undefined),
	},
} as const;

export type ReportOrder = keyof typeof columns;

/** Reads `sort`; undefined: as the works were given. Fails with `bad-query`. */
export function readReportOrder(sort: string | null): ReportOrder | undefined {
	if (!sort) return undefined;
	if (Object.hasOwn(columns, sort)) return sort as ReportOrder;
	throw new BrokerError('bad-query', `sort is one of ${Object.keys(columns).join(', ')}, or left out.`);
}

/** Orders works; those that are alike stay as they were given. */
export function ordered(works: readonly ReportedWork[], order: ReportOrder | undefined): readonly ReportedWork[] {
	if (order === undefined) return works;
	const { compared } = columns[order];
	return works.toSorted((one, other) => compareDown(compared(one), compared(other)));
}

function compareDown(one: string | number | undefined, other: string | number | undefined): number {
	if (one === other) return 0;
	if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
	return one > other ? -1 : 1;
}

/** Writes the heading of a column, which leads to the works in its order. */
export function orderingHead(path: string, asked: URLSearchParams, column: ReportOrder): Markup {
	const { title, isAmount } = columns[column];
	const amount = isAmount && html` class="amount"`;
	if (asked.get('sort') === column)
		return html`<th scope="col"${amount} aria-sort="descending">${title} <span aria-hidden="true">↓</span></th>`;
	const parameters = new URLSearchParams(asked);
	parameters.set('sort', column);
	return html`<th scope="col"${amount}><a href="${path}?${parameters}">${title}</a></th>`;
}
