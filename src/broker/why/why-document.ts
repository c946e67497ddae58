// An explanation as the broker shows it, over HTTP and on the command line.
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { Why, WhyStep } from './explain-why.ts';

/** Makes the document of an explanation, as `GET /why` answers it. */
export function whyDocument({ one, other, relation, steps, isTooLong, link, flag }: Why) {
	return {
		id: { understood_as: shownIdentifier(one), known: true },
		other: { understood_as: shownIdentifier(other), known: true },
		relation,
		steps: steps.map(stepDocument),
		...(isTooLong && { truncated: true as const }),
		...(link && { link: { relation: link.relation, group_by: link.level, flags: link.flags } }),
		...(flag && { flag }),
	};
}

function stepDocument(step: WhyStep) {
	const common = {
		source: shownIdentifier(step.source),
		relation: step.relation,
		target: shownIdentifier(step.target),
	};
	if ('rule' in step) return { ...common, rule: step.rule };
	const { provider, date, subType } = step.provenance;
	return {
		...common,
		provider,
		date,
		...(subType !== undefined && { sub_type: subType }),
		...(step.eventId !== undefined && { event_id: step.eventId }),
		others: step.others,
	};
}
