// Derives the objects for an index that is built anew, or for a part of it, from one state of the
// records. It knows no engine.
                                                             
                                                              
                                                                         
                                                                  
                                                                            
import { inSteps } from '../in-steps.js';
import { deriveIdentityObjects, deriveVersionObjects, identityObject } from './derive-objects.js';
                                                   

const identifiersPerStep = 250;

/** Writes the objects of Version groups, then those of Identity groups. */
export async function* fillObjects(
	{ transaction, snapshot, onDerived, range }        ,
	builder                                  ,
)                       {
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
async function* wholeFamilies(rows                            )                              {
	let step              = [];
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

async function objectsOfAlone(transaction             , alone                                     ) {
	const ids = new Set(alone.map(({ description }) => description).filter((description) => description !== null));
	const texts = new Map(await transaction.descriptions([...ids]));
	return alone.map(({ id, scheme, key, value, description }) => {
		const text = description === null ? undefined : texts.get(description);
		return identityObject({
			group: id,
			version: id,
			identifiers: [{ scheme, key, value }],
			description: text === undefined ? {} : (JSON.parse(text)               ),
		});
	});
}
