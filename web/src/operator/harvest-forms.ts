// The forms that try, create and control harvests.
import type { HarvestOrder, WantedHarvest } from '../../../clients/typescript/src/operator-schemas.ts';
import { sectionPath } from '../address/operator-view.ts';
import type { FormFields } from '../posting/form-fields.ts';
import type { PageForm, PageForms } from '../posting/take-form.ts';
import { changing } from './operator-client.ts';

export const harvestForms: PageForms = {
	tryHarvest: { send: changing((operator, fields) => operator.previewHarvest(wantedIn(fields))), shows: true },
	createHarvest: {
		send: changing((operator, fields) => operator.createHarvest(wantedIn(fields))),
		done: 'The harvest is created. A worker will run it.',
		leadsTo: () => sectionPath('harvests'),
	},
	changeHarvest: {
		send: changing((operator, fields) => operator.changeHarvest(numberIn(fields), everySecondsIn(fields))),
		done: 'The schedule is changed.',
	},
	startHarvest: ordering('start', 'A worker will run the harvest.'),
	pauseHarvest: ordering('pause', 'The harvest is paused.'),
	removeHarvest: ordering('remove', 'The harvest is removed.'),
};

function ordering(order: HarvestOrder['order'] | 'remove', done: string): PageForm {
	return { send: changing((operator, fields) => operator.orderHarvest(numberIn(fields), order)), done };
}

function numberIn(fields: FormFields): number {
	return Number(fields.exact('number'));
}

function everySecondsIn(fields: FormFields): number | null {
	const text = fields.exact('every');
	return text === '' ? null : Number(text);
}

/** Reads what is wanted; empty fields are left out. The form lists the names of its filters. */
function wantedIn(fields: FormFields): WantedHarvest {
	const filters = fields.all('filters').flatMap((name) => {
		const text = fields.text(`filter_${name}`);
		return text === '' ? [] : [[name, text] as const];
	});
	return {
		service: fields.exact('service'),
		filters: Object.fromEntries(filters),
		address: fields.text('address') || null,
		provider: fields.text('provider') || null,
		from: fields.text('from') || null,
		every_seconds: everySecondsIn(fields),
	};
}
