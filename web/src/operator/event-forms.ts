// The forms for an event, on its page or in its row of the list.
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { eventPath } from '../address/operator-view.ts';
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
