// Finds who states what notices say of a work.
import type { Description, Notice } from '../../links/description.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { inSteps } from '../in-steps.ts';
import { maySee, type Viewer } from './viewer.ts';

/** Who states a notice: the latest description that has it, and its event, if the viewer may see it. */
export type NoticedBy = { provider: string; date: string; event_id?: string };

/** Of works that are described more often, only the latest descriptions are read. */
const mostDescriptions = 10_000;
const descriptionsPerStep = 500;

/** Where a description is stated: an event, and the place of the described object in it. */
type Place = readonly [event: Id, place: number];

/**
 * Finds who states each notice of a work, given by its identifiers. Undefined where nobody is found
 * within bounds.
 */
export async function findNoticed(
	transaction: Transaction,
	{ members, notices }: { members: readonly Id[]; notices: readonly Notice[] },
	viewer: Viewer,
): Promise<(NoticedBy | undefined)[]> {
	const texts = notices.map((notice) => JSON.stringify(notice));
	const places = await findPlaces(transaction, members, new Set(texts));
	const events = [...new Set([...places.values()].map(([event]) => event))];
	const pairs = members.flatMap((id) => events.map((event) => [id, event] as const));
	const wanted = new Set(Array.from(places.values(), nameOf));
	const described = (await transaction.recordedDescriptions(pairs)).filter(([, ...place]) => wanted.has(nameOf(place)));
	const describing = await transaction.describingAssertions(
		described.map(([identifier, event, place]) => [identifier, event, place]),
	);
	const byPlace = new Map(
		describing.map(({ assertion, end }) => {
			const [, , , provenance, event, , place] = assertion;
			return [nameOf([event, 2 * place + (end === 'source' ? 0 : 1)]), provenance];
		}),
	);
	const stated = new Map(await transaction.texts('provenance', [...new Set(byPlace.values())]));
	const submissions = new Map((await transaction.submissions(events)).map((one) => [one[0], one]));
	return texts.map((text) => {
		const place = places.get(text);
		const provenance = place && stated.get(byPlace.get(nameOf(place)) ?? 0);
		if (place === undefined || provenance === undefined) return undefined;
		const { provider, date } = provenanceFromText(provenance);
		const [, eventId, userId = null] = submissions.get(place[0]) ?? [];
		return { provider, date, ...(eventId !== undefined && maySee(viewer, userId) && { event_id: eventId }) };
	});
}

function nameOf([event, place]: readonly [event: Id, place: number, ...rest: unknown[]]): string {
	return `${event} ${place}`;
}

/** Finds the latest description that has each of these notices. */
async function findPlaces(
	transaction: Transaction,
	members: readonly Id[],
	wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Place>> {
	const found = new Map<string, Place>();
	const all = await transaction.latestDescriptions(members.map((id) => [id, 0]));
	const latest = all.sort((one, other) => other[1] - one[1] || other[2] - one[2]).slice(0, mostDescriptions);
	for (const step of inSteps(latest, descriptionsPerStep)) {
		if (wanted.isSubsetOf(found)) break;
		const texts = new Map(await transaction.texts('description', [...new Set(step.map(([, , , id]) => id))]));
		for (const [, event, place, id] of step) {
			// The doctor reports lost texts.
			const { Notice = [] } = JSON.parse(texts.get(id) ?? '{}') as Description;
			for (const notice of Notice.map((one) => JSON.stringify(one))) {
				if (wanted.has(notice) && !found.has(notice)) found.set(notice, [event, place]);
			}
		}
	}
	return found;
}
