// The loads that the events of a test app belong to.
import { viewEvents } from '../../broker/event-view.ts';
import { addCounts, eventActions, type LinkEvent, noCounts } from '../../links/link-event.ts';
import type { Load } from '../../links/load.ts';
import type { Users } from '../../store/accounts/users.ts';
import { countsByState } from '../../store/event-list.ts';
import type { AppNeeds } from './app.ts';

/** Finds and lists the loads of events as they are at that moment. */
export function loadsOf(
	events: ReadonlyMap<string, LinkEvent>,
	users: Pick<Users, 'emails'>,
): Pick<AppNeeds['broker'], 'findLoad' | 'listLoads'> {
	const all = () =>
		[...Map.groupBy(events.values(), ({ loadId }) => loadId).values()]
			.map(loadOf)
			.sort((one, other) => other.sequence - one.sequence);
	return {
		async findLoad(eventId) {
			const found = all().filter(({ loadId }) => loadId === events.get(eventId)?.loadId);
			return (await viewEvents(users, found))[0];
		},
		async listLoads({ kind, userId, before = Number.POSITIVE_INFINITY, limit }) {
			const wanted = all().filter(
				(load) =>
					(kind ?? load.kind) === load.kind && (userId ?? load.userId) === load.userId && load.sequence < before,
			);
			const listed = wanted.slice(0, limit).map((load) => ({ ...load, counts: null }));
			return viewEvents(users, listed);
		},
	};
}

function loadOf(members: readonly LinkEvent[]): Load {
	const first = members.find(({ eventId, loadId }) => eventId === loadId) as LinkEvent;
	const byState = Map.groupBy(members, ({ state }) => state);
	const isEnded = members.every(({ state }) => state !== 'New' && state !== 'Processing');
	return {
		...{ sequence: first.sequence, loadId: first.loadId, userId: first.userId, createdAt: first.createdAt },
		kind: members.length > 1 ? 'files' : 'submission',
		name: first.fileName,
		finishedAt: isEnded ? members.reduce((last, { finishedAt }) => Math.max(last, finishedAt ?? 0), 0) : null,
		events: countsByState([...byState].map(([state, some]) => [state, some.length])),
		actions: eventActions.filter((action) => members.some((event) => event.action === action)),
		links: members.reduce((sum, { links }) => sum + links, 0),
		refused: members.reduce((sum, { refused }) => sum + refused, 0),
		counts: members.reduce((sum, { counts }) => addCounts(sum, counts ?? noCounts), noCounts),
		withdrawn: members.every(({ state }) => state === 'Withdrawn') ? first.withdrawn : null,
	};
}
