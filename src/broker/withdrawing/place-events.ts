// Reads what events assert, with the descriptions that their links give, and brings events that an
// earlier version of the program applied up to date before any of their assertions is withdrawn.

import { readAcceptedLinks } from '../../formats/scholix/read-links.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { Id, PlacedAssertion } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { internBatch, placedAssertions } from '../combine-batches.ts';

/** Lists what an event asserts, in the order of its links. */
export async function assertionsOf(transaction: Transaction, event: Id, batch: LinkBatch): Promise<PlacedAssertion[]> {
	const interned = await internBatch(transaction, batch, 'reserved');
	return placedAssertions(batch, interned, () => event);
}

/**
 * Gives the assertions of events their places and descriptions where they have none yet, and derives
 * again what the events assert of identifiers. Returns the links of objects to themselves that count
 * from now on: earlier versions did not record them.
 */
export async function placeEvents(transaction: Transaction, events: readonly Id[]): Promise<PlacedAssertion[]> {
	const gained: PlacedAssertion[] = [];
	for (const event of await transaction.unplacedEvents([...new Set(events)])) {
		const batch = readAcceptedLinks(await transaction.payloadOf(event), 'assert');
		const asserted = await assertionsOf(transaction, event, batch);
		await transaction.placeAssertions(asserted);
		const selfLinks = asserted.filter(([source, , target]) => source === target);
		const withdrawn = await transaction.withdrawnLater(selfLinks);
		const [counting, setAside] = [false, true].map((isWithdrawn) =>
			selfLinks.filter((_, at) => withdrawn.has(at) === isWithdrawn),
		) as [PlacedAssertion[], PlacedAssertion[]];
		await transaction.assert(counting);
		await transaction.assert(setAside, 'withdrawn');
		const ends = new Set(asserted.flatMap(([source, , target]) => [source, target]));
		await transaction.rederiveDescriptions(Array.from(ends, (id) => [id, event] as const));
		await transaction.setPlaced(event);
		for (const one of counting) gained.push(one);
	}
	return gained;
}
