// What may be done with a single event beside applying it, on the records of this thread.
import type { Broker } from '../broker/broker.ts';
import { listEventLinks } from '../broker/list-event-links.ts';
import type { Records } from '../ports/records/records.ts';

/** See the use cases of Broker. */
export type EventActs = Pick<Broker, 'listEventLinks'>;

/** Creates them. */
export function createEventActs(records: Records): EventActs {
	return {
		listEventLinks: async ({ sequence, ...query }) => listEventLinks(await records.payload(sequence), query),
	};
}
