// What is on record of an event: who submitted it from where, what it does, what it changed, and
// who withdrew it; knows no request.
import type { ComponentChildren } from 'preact';
import { findableText } from '../../../src/http/pages/operator/operator-words.ts';
import type { EventCounts, SubmittedEvent } from '../api/event-api.ts';
import { momentText } from './moments.ts';

const actionText: Readonly<Record<SubmittedEvent['action'], string>> = {
	assert: 'States links',
	withdraw: 'Takes links back',
	replace: 'Replaces all that its providers said of its sources',
};

const countText = {
	links: 'Links',
	refused: 'Links that were left out',
	ignored: 'Links of a work to itself',
	containers: 'Names of journals and books, not of works',
	new_relationships: 'New relationships',
	new_identifiers: 'New identifiers',
	merged_groups: 'Groups that became one',
	withdrawn: 'Statements taken back',
	nothing_to_withdraw: 'Links to take back that nobody had stated',
	not_yours: 'Links to take back that others had stated',
	split_groups: 'More groups, where others fell apart',
} as const satisfies Partial<Record<keyof EventCounts, string>>;

/** Renders all of it as lists of terms. */
export function EventFacts({ event }: { event: SubmittedEvent }) {
	const { counts } = event;
	const told = (Object.keys(countText) as (keyof typeof countText)[]).filter((name) => counts[name] != null);
	return (
		<div class="figures">
			<section class="panel" aria-labelledby="event-record">
				<h2 id="event-record">On record</h2>
				<dl>
					<Fact term="Event">
						<code>{event.event_id}</code>
					</Fact>
					<Fact term="Action">{actionText[event.action]}</Fact>
					<Fact term="Submitted by">{event.submitter ?? 'the command line'}</Fact>
					{event.file_name !== null && <Fact term="File">{event.file_name}</Fact>}
					{event.source_address !== null && <Fact term="Sent from">{event.source_address}</Fact>}
					<Fact term="Received">{momentText(event.created)}</Fact>
					<Fact term="Finished">{momentText(event.finished)}</Fact>
					<Fact term="Findable">{findableText(event)}</Fact>
				</dl>
			</section>
			<section class="panel" aria-labelledby="event-counts">
				<h2 id="event-counts">Counts</h2>
				<dl>
					{told.map((name) => (
						<Fact key={name} term={countText[name]}>
							{counts[name]?.toLocaleString('en')}
						</Fact>
					))}
					{counts.unknown_relations?.map(({ name, count }) => (
						<Fact key={name} term={`Unknown relation ${name}`}>
							{count.toLocaleString('en')}
						</Fact>
					))}
				</dl>
			</section>
			<Withdrawn event={event} />
			<Failure event={event} />
		</div>
	);
}

function Withdrawn({ event: { withdrawn } }: { event: SubmittedEvent }) {
	if (withdrawn === null) return null;
	return (
		<section class="panel" aria-labelledby="event-withdrawn">
			<h2 id="event-withdrawn">Withdrawn</h2>
			<dl>
				<Fact term="When">{momentText(withdrawn.at)}</Fact>
				<Fact term="By">{withdrawn.by ?? 'the command line'}</Fact>
				<Fact term="Why">{withdrawn.reason ?? 'No reason was given.'}</Fact>
			</dl>
		</section>
	);
}

function Failure({ event: { error, attempts, next_try } }: { event: SubmittedEvent }) {
	if (error === null) return null;
	return (
		<section class="panel" aria-labelledby="event-failure">
			<h2 id="event-failure">Failure</h2>
			<dl>
				<Fact term="Why">{error}</Fact>
				<Fact term="Tried">{attempts === 1 ? 'once' : `${attempts} times`}</Fact>
				{next_try !== null && <Fact term="Again">{momentText(next_try)}</Fact>}
			</dl>
		</section>
	);
}

function Fact({ term, children }: { term: string; children: ComponentChildren }) {
	return (
		<div>
			<dt>{term}</dt>
			<dd>{children}</dd>
		</div>
	);
}
