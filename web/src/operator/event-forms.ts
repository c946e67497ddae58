// The forms for an event, on its page or in its row of a list, and for a load.
import type { LinkEvent, Load } from '../../../clients/typescript/src/schemas.ts';
import { eventPath, loadPath } from '../address/operator-view.ts';
import type { PageForms } from '../posting/take-form.ts';
import { changing } from './operator-client.ts';

export const eventForms: PageForms = {
	rerun: {
		send: changing((operator, fields) => operator.rerunEvent(fields.exact('id'))),
		done: 'The event will be processed again.',
	},
	restore: {
		send: changing((operator, fields) => operator.restoreEvent(fields.exact('id'))),
		done: 'The event is restored and will be processed again.',
	},
	withdraw: {
		send: changing((operator, fields) =>
			operator.withdrawEvent(fields.exact('id'), fields.text('reason') || undefined),
		),
		done: 'The event is withdrawn.',
		// Leads to the page with the form closed.
		leadsTo: (event) => eventPath((event as LinkEvent).event_id),
	},
};

/** The forms on the page of a load, which has rows of events as well. */
export const loadForms: PageForms = {
	...eventForms,
	rerunLoad: {
		send: changing((operator, fields) => operator.rerunLoad(fields.exact('id'))),
		done: 'The load will be processed again.',
	},
	restoreLoad: {
		send: changing((operator, fields) => operator.restoreLoad(fields.exact('id'))),
		done: 'The load is restored and will be processed again.',
	},
	withdrawLoad: {
		send: changing((operator, fields) => operator.withdrawLoad(fields.exact('id'), fields.text('reason') || undefined)),
		done: 'The withdrawal of the load is accepted.',
		// Leads to the page with the form closed.
		leadsTo: (load) => loadPath((load as Load).id),
	},
};
