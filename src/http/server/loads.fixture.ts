// The loads that the events of a test app belong to, and their withdrawals: one of two events is left
// to a worker.
import { viewEvents, withdrawnByAnother } from '../../broker/event-view.ts';
import { BrokerError } from '../../errors.ts';
import { addCounts, eventActions, type LinkEvent, noCounts } from '../../links/link-event.ts';
import type { Load } from '../../links/load.ts';
import type { Users } from '../../store/accounts/users.ts';
import { countsByState } from '../../store/event-list.ts';
import type { AppNeeds } from './app.ts';

/** Finds, lists and changes the loads of events as they are at that moment. */
export function loadsOf(
	events: Map<string, LinkEvent>,
	users: Pick<Users, 'emails'>,
): Pick<
	AppNeeds['broker'],
	'findLoad' | 'listLoads' | 'withdrawLoad' | 'restoreLoad' | 'rerunLoad' | 'previewLoadWithdrawal'
> {
	const all = () =>
		[...Map.groupBy(events.values(), ({ loadId }) => loadId).values()]
			.map(loadOf)
			.sort((one, other) => other.sequence - one.sequence);
	const membersOf = (id: string) => [...events.values()].filter(({ loadId }) => loadId === id);
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
		async withdrawLoad(_, { loadId, userId, reason }) {
			const withdrawn = { at: Date.UTC(2026, 0, 31, 13), by: userId, reason };
			for (const event of membersOf(loadId).filter(({ state }) => state === 'Done')) {
				events.set(event.eventId, { ...event, state: 'Withdrawn', withdrawn });
			}
		},
		async restoreLoad(_, { loadId, withdrawnBy }) {
			const withdrawn = membersOf(loadId).filter(({ state }) => state === 'Withdrawn');
			if (withdrawn.length === 0) throw new BrokerError('conflict', `The load ${loadId} is not withdrawn.`);
			const isOfAnother = withdrawn.some((event) => event.withdrawn?.by !== (withdrawnBy ?? event.withdrawn?.by));
			if (isOfAnother) throw withdrawnByAnother(`load ${loadId}`);
			for (const event of withdrawn) events.set(event.eventId, { ...event, state: 'New', withdrawn: null });
		},
		async rerunLoad(_, { loadId }) {
			for (const event of membersOf(loadId)) events.set(event.eventId, { ...event, state: 'New' });
		},
		previewLoadWithdrawal: async (loadId) => ({
			...{ relationships: 12, identifiers: 3, splitGroups: 1, changedWorks: membersOf(loadId).length },
			works: [{ ID: '10.1234/a', IDScheme: 'doi' }],
		}),
	};
}

function loadOf(members: readonly LinkEvent[]): Load {
	const first = members.find(({ eventId, loadId }) => eventId === loadId) as LinkEvent;
	const states = members.map(({ state }) => state);
	const byState = Map.groupBy(members, ({ state }) => state);
	const isEnded = members.every(({ state }) => state !== 'New' && state !== 'Processing');
	return {
		...{ sequence: first.sequence, loadId: first.loadId, userId: first.userId, createdAt: first.createdAt },
		kind: members.length > 1 ? 'files' : 'submission',
		name: first.fileName,
		isComplete: true,
		finishedAt: isEnded ? members.reduce((last, { finishedAt }) => Math.max(last, finishedAt ?? 0), 0) : null,
		events: countsByState([...byState].map(([state, some]) => [state, some.length])),
		actions: eventActions.filter((action) => members.some((event) => event.action === action)),
		links: members.reduce((sum, { links }) => sum + links, 0),
		refused: members.reduce((sum, { refused }) => sum + refused, 0),
		counts: members.reduce((sum, { counts }) => addCounts(sum, counts ?? noCounts), noCounts),
		isWithdrawing: states.includes('Withdrawn') && states.includes('Processing'),
		withdrawn: members.find(({ withdrawn }) => withdrawn !== null)?.withdrawn ?? null,
	};
}
