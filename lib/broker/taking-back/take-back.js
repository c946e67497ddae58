// Applies what withdraw and replace events take back of what was said before. It knows no engine.
import { sameByRule } from '../../identifiers/index.js';
                                                     
import {                   noCounts } from '../../links/link-event.js';
                                                                  
                                                                  
                                                                  
                                                                                                              
import { settle } from './settle.js';

                                                                           

/** What an event takes back, and of which of its links each withdrawal is. */
                                                               

/** Applies a withdraw event. */
export async function applyWithdrawal(
	transaction             ,
	event             ,
	batch           ,
)                       {
	const taking = await readTaking(transaction, event, batch);
	const { fitting, ...counts } = await takeBack(transaction, event, taking);
	const linksOf = (isOwn         ) =>
		new Set(fitting.flatMap((one) => (one.isOwn === isOwn ? (taking.linkOf[one.position] ?? []) : [])));
	const [own, others] = [linksOf(true), linksOf(false)];
	const { links, ignored } = batch.counts;
	return {
		...noCounts,
		...batch.counts,
		...counts,
		nothingToWithdraw: links - ignored - own.union(others).size,
		notYours: others.difference(own).size,
	};
}

/**
 * Takes back what an event says, of all that was said before, and answers what fitted; where the
 * event may not, it stays.
 */
export async function takeBack(
	transaction             ,
	event             ,
	taking           ,
)                                                                                            {
	await transaction.recordTakenBack(event.sequence, taking);
	const fitting = await transaction.fitting(event.sequence, taking, 'counting');
	const lost = eachOnce(fitting.filter(({ isOwn }) => isOwn));
	await transaction.setAside(lost);
	const unsaid = await transaction.setDescriptionsAside(await unsupported(transaction, lost));
	const { splitGroups } = await settle(transaction, event, { lost, gained: [], unsaid, saidAgain: [] });
	return { withdrawn: lost.length, splitGroups, fitting };
}

/** Lists assertions that fit, each once. */
export function eachOnce(fitting                                       )                        {
	return [...new Map(fitting.map(({ assertion }) => [assertion.join(), assertion])).values()];
}

/**
 * Lists what events said of the ends of assertions that count no more, where no other assertion of
 * the same event speaks for it.
 */
async function unsupported(transaction             , lost                      )                    {
	const said = saidWith(lost);
	const supported = await transaction.areSupported(said);
	return said.filter((_, position) => !supported.has(position));
}

/** Lists the ends of assertions, each once with each event. */
export function saidWith(assertions                      )           {
	const pairs = assertions.flatMap(([source, , target, , event])           => [
		[source, event],
		[target, event],
	]);
	return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

/** Reads what an event takes back, in the records' terms. */
export async function readTaking(
	transaction                                               ,
	{ sequence, replaces }                                            ,
	{ identifiers, providers, withdrawals, replaced }           ,
)                  {
	const named = (replaces ?? []).map(({ source }) => sameByRule(source) ?? source);
	const ids = (await transaction.reserve([...identifiers, ...named])).map(({ id }) => id);
	const names = [...providers, ...(replaces ?? []).map(({ provider }) => provider)];
	const known = await knownProviders(transaction, sequence, names);
	// What a provider is to take back that nobody ever named is nothing.
	const said = withdrawals.filter(([, , , , provider]) => known[provider] !== undefined);
	// What an event says that it replaces stands in place of what its links name.
	const records =
		replaces === null
			? replaced
			: named.map((_, at)                   => [identifiers.length + at, providers.length + at]);
	return {
		withdrawals: said.map(
			([, source, relation, target, provider])             => [
				ids[source]      ,
				relation,
				ids[target]      ,
				known[provider]      ,
			],
		),
		linkOf: said.map(([link]) => link),
		replacements: records
			.filter(([, provider]) => known[provider] !== undefined)
			.map(([source, provider])              => [ids[source]      , known[provider]      ]),
	};
}

                                                                                                           

/**
 * Finds providers by their names. One that nobody named before is undefined, unless an event that
 * was accepted before this one is still to be applied and may name it: what an import brings tells
 * its providers only then.
 */
async function knownProviders(
	transaction                ,
	event    ,
	names                   ,
)                              {
	const known = await transaction.findProviders(names);
	const unknown = names.filter((_, position) => known[position] === undefined);
	if (unknown.length === 0 || !(await transaction.isAnythingUnappliedBefore(event))) return known;
	await transaction.internProviders(unknown);
	return transaction.findProviders(names);
}
