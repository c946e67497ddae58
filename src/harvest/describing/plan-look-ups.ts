// Plans which registry is asked for which identifiers of works, from what was asked before.
import type { UndescribedWork } from '../../broker/find-undescribed.ts';
import type { LookUp } from '../../store/look-ups.ts';
import { dayMilliseconds } from '../service.ts';
import type { LookUpService } from './look-up-service.ts';

export type AskedIdentifier = UndescribedWork['identifiers'][number];

/** A work with the identifiers that each registry, by its name, is to be asked for. */
export type WorkPlan = { work: UndescribedWork; asked: ReadonlyMap<string, readonly AskedIdentifier[]> };

/** An answer counts for a year: what was unknown may be known then, and a description may have changed. */
const yearMilliseconds = 365 * dayMilliseconds;
/** Works of more identifiers are described by one of these, if at all. */
const mostOfWork = 5;

/** Returns the works that have something to ask for, in their order. */
export function planOf(
	works: readonly UndescribedWork[],
	services: readonly Pick<LookUpService, 'name' | 'scheme'>[],
	known: readonly LookUp[],
	now: number,
): WorkPlan[] {
	const recent = known.filter(({ askedAt }) => now - askedAt < yearMilliseconds && askedAt <= now);
	const isAsked = new Set(recent.map(({ identifier, service }) => `${identifier} ${service}`));
	const isFound = new Set(recent.flatMap(({ identifier, isFound: found }) => (found ? [identifier] : [])));
	return works.flatMap((work) => {
		if (work.isFilled && work.identifiers.some(({ id }) => isFound.has(id))) return [];
		const asked = new Map(
			services.flatMap(({ name, scheme }) => {
				const wanted = work.identifiers.filter((one) => one.scheme === scheme && !isAsked.has(`${one.id} ${name}`));
				return wanted.length === 0 ? [] : [[name, wanted.slice(0, mostOfWork)] as const];
			}),
		);
		return asked.size === 0 ? [] : [{ work, asked }];
	});
}
