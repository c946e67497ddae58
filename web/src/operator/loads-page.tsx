// Loads with their states: what each file, submission or harvest run brought.
import type { ListLoadsParameters, Load } from '../../../clients/typescript/src/schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { loadPath, type SectionView, sectionPath, sectionView, writeOperatorView } from '../address/operator-view.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { Pager } from '../shell/pager.tsx';
import { eventsText, kindNames, kindTitle } from './load-words.ts';
import { momentText } from './moments.ts';
import { Refresh } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';
import { StateMark } from './state-mark.tsx';

const rowsPerPage = 50;
const columns = ['Load', 'Kind', 'Received', 'Submitted by', 'State', 'Events', { amount: 'Links submitted' }];

/** Renders one page of loads, newest first. */
export function LoadsPage({ view: { kind, before } }: { view: SectionView }) {
	const page = useRefreshed('loads', { kind, before }, ({ broker }) =>
		// The broker refuses an unknown kind and says why.
		broker.loadsPage({ kind: kind as ListLoadsParameters['kind'], before, limit: rowsPerPage }),
	);
	const { loads, next } = page.value ?? {};
	return (
		<>
			<SectionHead title={sectionTitle.loads} failure={page.failure} />
			<p class="note">A load is what one file, submission or harvest run brought. You can withdraw it as a whole.</p>
			<div class="toolbar">
				<KindChoice kind={kind} />
				<Refresh again={page.again} />
			</div>
			{loads?.length === 0 && <NoLoads isFirstPage={kind === undefined && before === undefined} />}
			{loads && loads.length > 0 && (
				<SectionTable label="Loads" columns={columns}>
					{loads.map((load) => (
						<LoadRow key={load.id} load={load} />
					))}
				</SectionTable>
			)}
			<Pager
				first={before === undefined ? undefined : sectionView('loads', { kind })}
				next={next ? sectionView('loads', { kind, before: next }) : undefined}
				words={{ first: 'Newest', next: 'Older' }}
			/>
		</>
	);
}

function NoLoads({ isFirstPage }: { isFirstPage: boolean }) {
	if (!isFirstPage) return <p class="notice">No loads found.</p>;
	return (
		<p class="notice">
			Nothing has been submitted with your account yet. <a href={sectionPath('submit')}>Submit a table</a>
		</p>
	);
}

function KindChoice({ kind }: { kind: string | undefined }) {
	return (
		<nav class="switch small" aria-label="Kind">
			{[undefined, ...kindNames].map((each) => (
				<a
					key={each}
					href={writeOperatorView(sectionView('loads', { kind: each }))}
					aria-current={kind === each ? 'page' : undefined}
				>
					{each === undefined ? 'All' : kindTitle[each]}
				</a>
			))}
		</nav>
	);
}

function LoadRow({ load }: { load: Load }) {
	const { id, name, kind, created, submitter, status, events, counts } = load;
	return (
		<tr>
			<th scope="row" class="load">
				<a href={loadPath(id)}>{name ?? <code>{id}</code>}</a>
			</th>
			<td>{kindTitle[kind]}</td>
			<td class="moment">{momentText(created)}</td>
			<td>{submitter ?? 'command line'}</td>
			<td>
				<StateMark status={status} />
			</td>
			<td>{eventsText(events)}</td>
			<td class="amount">{countText(counts.links)}</td>
		</tr>
	);
}
