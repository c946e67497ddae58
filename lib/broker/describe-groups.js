// Resolves the descriptions of groups from all that was said of them. It knows no engine.
import {                   describeAsText, joinDescriptions } from '../links/description.js';
                                                    
                                                               

/** A description as an event said it, at a place in the event. */
                                                                 

/** A group whose description should be this one, or none. */
                                                              

/**
 * Resolves groups from all that was said of each, and corrects those whose description (`stored`)
 * is another one; answers which.
 */
export async function describeGroups(
	transaction             ,
	saidOf                                  ,
	stored                            ,
)                {
	const wrong = await findMisdescribed(transaction, saidOf, stored);
	await correctDescriptions(transaction, wrong);
	return wrong.map(({ group }) => group);
}

/** Resolves groups likewise, and tells which are described otherwise. */
export async function findMisdescribed(
	transaction                                   ,
	saidOf                                  ,
	stored                            ,
)                          {
	const said = [...saidOf.values()].flat().map(({ description }) => description);
	const before = [...saidOf.keys()].map((group) => stored.get(group) ?? null).filter((id) => id !== null);
	const texts = new Map(await transaction.descriptions([...new Set([...said, ...before])]));
	const foldAll = (said                 )                => {
		const inOrder = said.toSorted((one, other) => one.event - other.event || one.place - other.place);
		// A text that is lost says nothing; whoever looks for damage is told of it elsewhere.
		const there = inOrder.map(({ description }) => texts.get(description)).filter((text) => text !== undefined);
		return there.length === 0 ? null : fold(there);
	};
	const wrong                 = [];
	for (const [group, said] of saidOf) {
		const description = stored.get(group) ?? null;
		const text = foldAll(said);
		// The same text may have several ids: see internDescriptions.
		if (text !== (description === null ? null : texts.get(description))) wrong.push({ group, text });
	}
	return wrong;
}

/** Gives groups the descriptions that they should have. */
export async function correctDescriptions(transaction             , wrong                         )                {
	const said = wrong.flatMap(({ group, text }) => (text === null ? [] : [{ group, text }]));
	const silenced = wrong.filter(({ text }) => text === null).map(({ group })             => [group, null]);
	const ids = await transaction.internDescriptions(said);
	await transaction.describe([
		...silenced,
		...said.map(({ group }, position)           => [group, ids[position]      ]),
	]);
}

function fold(texts                   )         {
	const distinct = new Set(texts);
	if (distinct.size === 1) return texts[0]          ;
	return describeAsText(texts.map((text) => JSON.parse(text)               ).reduce(joinDescriptions));
}
