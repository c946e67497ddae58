// Derives the objects for an index that is built anew, or for a part of it, from one state of the
// records. It knows no engine.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { IndexBuilder } from '../../ports/search/index-generations.ts';
import type { Described, Placement } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { inSteps } from '../in-steps.ts';
import { deriveIdentityObjects, deriveVersionObjects, identityObject } from './derive-objects.ts';
import type { Source } from './rebuild-options.ts';

const identifiersPerStep = 250;

/** Writes the objects of Version groups, then those of Identity groups. */
export async function* fillObjects(
	{ transaction, snapshot, onDerived, range }: Source,
	builder: Pick<IndexBuilder, 'addObjects'>,
): AsyncGenerator<void> {
	for await (const members of wholeFamilies(snapshot.members(range))) {
		await builder.addObjects(await deriveVersionObjects(transaction, members));
		yield;
	}
	for await (const rows of snapshot.identifiers(range)) {
		for (const step of inSteps(rows, identifiersPerStep)) {
			const alone = step.filter(({ alone }) => alone);
			const shared = step.filter(({ id, identity, alone }) => !alone && id === identity).map(({ id }) => id);
			const objects = [
				...(await objectsOfAlone(transaction, alone)),
				...(await deriveIdentityObjects(transaction, shared)),
			];
			await builder.addObjects(objects);
			yield;
		}
		onDerived(rows.length);
	}
}

/** Puts members, which come by Version group, into steps that no group is divided between. */
async function* wholeFamilies(rows: AsyncIterable<Placement[]>): AsyncGenerator<Placement[]> {
	let step: Placement[] = [];
	for await (const members of rows) {
		for (const member of members) {
			if (step.length >= identifiersPerStep && step.at(-1)?.version !== member.version) {
				yield step;
				step = [];
			}
			step.push(member);
		}
	}
	if (step.length > 0) yield step;
}

async function objectsOfAlone(transaction: Transaction, alone: readonly (Described & Identifier)[]) {
	const ids = new Set(alone.map(({ description }) => description).filter((description) => description !== null));
	const texts = new Map(await transaction.texts('description', [...ids]));
	return alone.map(({ id, scheme, key, value, description }) => {
		const text = description === null ? undefined : texts.get(description);
		return identityObject({
			group: id,
			version: id,
			identifiers: [{ scheme, key, value }],
			description: text === undefined ? {} : (JSON.parse(text) as Description),
		});
	});
}
