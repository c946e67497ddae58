// Tells entries of the log of changes in full: identifiers, provenance, and what is said of the
// works. It knows no filter and no form.

                                                                                
                                                             
import {                   joinDescriptions } from '../../links/description.js';
import { provenanceFromText } from '../../links/provenance.js';
import { relations } from '../../links/relation.js';
                                                                   
                                                       
                                                                  

/**
 * Tells entries. What the event of an entry said of a work comes along, or what is known of it now
 * where that would not be the last word: an entry that is applied later than others must not undo
 * what these say. `characters` tells how much was read of what is said of the works.
 */
export async function tellChanges(
	transaction             ,
	changes                         ,
)                                                      {
	const reader = createReader(transaction);
	const ids = [...new Set(changes.flatMap(({ source, target }) => [source, target]))];
	const names = new Map                ();
	const placed = await transaction.identifiers(ids);
	for (const one of [...placed, ...(await transaction.goneIdentifiers(ids))]) names.set(one.id, one);
	const known = await knownOf(transaction, reader, placed);
	const said = await saidOf(transaction, reader, changes);
	const provenances = new Map(await transaction.provenances([...new Set(changes.map((one) => one.provenance))]));
	const told = changes.map((change)             => {
		const { number, at, kind, isEdge, event, words } = change;
		const endOf = (id    )          => ({
			identifier: names.get(id)              ,
			description: (words === 'known' ? known.get(id) : said.get(`${id} ${event}`)) ?? {},
			known: known.get(id) ?? {},
		});
		return {
			...{ number, at, kind, isEdge },
			source: endOf(change.source),
			relation: relations[change.relation - 1]                          ,
			target: endOf(change.target),
			provenance: provenanceFromText(provenances.get(change.provenance)          ),
		};
	});
	return { told, characters: reader.characters() };
}

/** Reads what is known of works, by the ids of their identifiers. */
async function knownOf(
	transaction             ,
	reader        ,
	placed                                     ,
)                                        {
	const groups = await transaction.identifiers([...new Set(placed.map(({ identity }) => identity))]);
	const ofGroup = new Map(groups.flatMap(({ id, description }) => (description === null ? [] : [[id, description]])));
	const texts = await reader.read(ofGroup.values());
	return new Map(
		placed.flatMap(({ id, identity }) => {
			const description = texts.get(ofGroup.get(identity) ?? 0);
			return description === undefined ? [] : [[id, description]         ];
		}),
	);
}

/** Reads what events said of the works of their entries, by identifier and event. */
async function saidOf(
	transaction             ,
	reader        ,
	changes                         ,
)                                            {
	const pairs = new Map                           ();
	for (const { source, target, event, words } of changes) {
		if (words === 'known') continue;
		for (const id of [source, target]) pairs.set(`${id} ${event}`, [id, event]);
	}
	const names = [...pairs.keys()];
	const rows = await transaction.saidIn([...pairs.values()]);
	const texts = await reader.read(rows.map(([, description]) => description));
	const said = new Map                     ();
	for (const [position, description] of rows) {
		const name = names[position]          ;
		const more = texts.get(description)               ;
		const before = said.get(name);
		said.set(name, before ? joinDescriptions(before, more) : more);
	}
	return said;
}

                                              

/** Reads descriptions, each once, and counts their characters. */
function createReader(transaction             ) {
	const all = new Map                 ();
	let characters = 0;
	return {
		async read(ids              )                                        {
			const missing = [...new Set(ids)].filter((id) => !all.has(id));
			for (const [id, text] of await transaction.descriptions(missing)) {
				characters += text.length;
				all.set(id, JSON.parse(text)               );
			}
			return all;
		},
		characters: () => characters,
	};
}
