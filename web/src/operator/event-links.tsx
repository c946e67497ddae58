// The links of one event, page by page.
import type { AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';
import { countText } from '../../../src/links/words.ts';
import type { EventView } from '../address/operator-view.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { IdentifierLink } from '../shell/identifier-link.tsx';
import { ListHeading } from '../shell/list-heading.tsx';
import { Pager } from '../shell/pager.tsx';
import { SectionTable } from './section-table.tsx';
import { readSubmittedLink, type SubmittedObject } from './submitted-link.ts';

const rowsPerPage = 50;
const columns = ['Source', 'Relation', 'Target', 'Provider', 'Date'];

/** Asks for links of an event, in its order. */
export function eventLinksOf(eventId: string, limit = rowsPerPage, after?: string) {
	return question('links of an event', { eventId, limit, after }, ({ broker }) =>
		broker.eventLinksPage(eventId, { limit, after }),
	);
}

/** Renders a page of the links of an event; `total` is their number. */
export function EventLinks({ view, total }: { view: EventView; total: number }) {
	const { eventId, after } = view;
	const { value, failure, loading } = useAnswer(eventLinksOf(eventId, rowsPerPage, after));
	const { links = [], next = null } = value ?? {};
	const before = Number(after ?? 0);
	return (
		<section class="event-links" aria-labelledby="event-links" aria-busy={loading}>
			<ListHeading id="event-links" place={String(before)}>
				Links <span class="count">{countText(total)}</span>
			</ListHeading>
			{failure && <FailureNotice failure={failure} />}
			{!value && loading && <p class="waiting">Loading the links …</p>}
			{links.length > 0 && (
				<SectionTable label="Links of the event" columns={columns}>
					{links.map((link, at) => (
						<LinkRow key={at} given={link} />
					))}
				</SectionTable>
			)}
			<Pager
				label="Pages of links"
				first={before > 0 ? { ...view, after: undefined } : undefined}
				place={`${countText(before + 1)} to ${countText(before + links.length)}`}
				next={next === null ? undefined : { ...view, after: next }}
				words={{ first: 'First links', next: 'More links' }}
			/>
		</section>
	);
}

function LinkRow({ given }: { given: unknown }) {
	const link = readSubmittedLink(given);
	if (link === undefined) {
		return (
			<tr>
				<td colSpan={columns.length}>
					This record can no longer be read: <code>{JSON.stringify(given)}</code>
				</td>
			</tr>
		);
	}
	return (
		<tr>
			<td>
				<Work work={link.source} />
			</td>
			<td>{link.relation}</td>
			<td>
				<Work work={link.target} />
			</td>
			<td>{link.providers.join(', ')}</td>
			<td class="date">{link.date}</td>
		</tr>
	);
}

function Work({ work: { title, identifiers } }: { work: SubmittedObject }) {
	return (
		<>
			{title && <span class="title">{title}</span>}
			<Names identifiers={identifiers} />
		</>
	);
}

/** Renders identifiers, each as a link to its work. */
export function Names({ identifiers }: { identifiers: readonly AnsweredIdentifier[] }) {
	return (
		<ul class="names">
			{identifiers.map((identifier) => (
				<li key={`${identifier.IDScheme} ${identifier.ID}`}>
					<IdentifierLink identifier={identifier} />
				</li>
			))}
		</ul>
	);
}
