// Withdraws a whole event: everything is then as if it had never been submitted. It stays on record
// and can be restored. It knows no transport and no engine.

import { BrokerError } from '../../errors.js';
import { shownIdentifier } from '../../formats/scholix/writing/shown-identifier.js';
                                                     
                                                        
                                                       
                                                                           
                                                                              
import { readAccepted } from '../accept-event.js';
import { assertionsOf } from '../assertions-of.js';
import { namedIdentifiers } from '../named-identifiers.js';
                                                                                 
import {               settle,             } from './settle.js';
import { eachOnce, readTaking, saidWith } from './take-back.js';

/** Which event is withdrawn, by whom and why, and what the audit is told of that. */
                                                             

/** What the withdrawal of an event changes. */
                                
	                                                  
	                      
	                                               
	                    
	                    
	                                                                            
	                     
  

const noEffect                   = { relationships: 0, identifiers: 0, splitGroups: 0, works: [] };

/**
 * Withdraws an event in one transaction, durably, and tells the audit; one that is Withdrawn stays
 * so. Fails with `not-found` where there is none, and with `conflict` while it is being processed.
 */
export function withdrawEvent(
	records         ,
	{ eventId, userId, reason, act }                 ,
)                            {
	return records.change(
		async (transaction) => {
			const event = await lockForWithdrawal(transaction, eventId);
			if (event.state === 'Withdrawn') return noEffect;
			const effect = await undoEvent(transaction, event);
			await transaction.markWithdrawn(event.sequence, { userId, reason, now: act.now });
			const detail = reason === null ? {} : { reason };
			await transaction.audit([{ ...act, action: 'event.withdrawn', subject: eventId, detail }]);
			return effect;
		},
		{ durable: true },
	);
}

const mostShown = 100;

/**
 * Tells what the withdrawal of an event would change, and changes nothing; fails as withdrawEvent.
 */
export async function previewWithdrawal(records         , eventId        )                             {
	try {
		await records.change(async (transaction) => {
			const event = await lockForWithdrawal(transaction, eventId);
			const effect = event.state === 'Withdrawn' ? noEffect : await undoEvent(transaction, event);
			const shown = effect.works.slice(0, mostShown);
			const known = await namedIdentifiers(transaction, shown);
			throw new Previewed({ ...effect, works: known.map(shownIdentifier) });
		});
	} catch (error) {
		if (error instanceof Previewed) return error.preview;
		throw error;
	}
	throw new Error('the preview was not rolled back');
}

/** Rolls the transaction of a preview back, with what it found. */
class Previewed extends Error {
	         preview                   ;

	constructor(preview                   ) {
		super('This was a preview.');
		this.preview = preview;
	}
}

/**
 * Makes a Withdrawn event New again, durably, and tells the audit; fails with `conflict` where it
 * is not Withdrawn.
 */
export async function restoreEvent(records         , { eventId, act }                               )                {
	await records.change(
		async (transaction) => {
			if (!(await transaction.restore(eventId))) {
				const message = `The event ${eventId} is not withdrawn, so there is nothing to restore.`;
				throw new BrokerError('conflict', message);
			}
			await transaction.audit([{ ...act, action: 'event.restored', subject: eventId }]);
		},
		{ durable: true },
	);
}

/** Keeps all others from applying events, and locks one that is not being processed. */
async function lockForWithdrawal(transaction             , eventId        )                       {
	await transaction.lockTakingBack('exclusive');
	const event = await transaction.lockEvent(eventId);
	if (event === undefined) throw new BrokerError('not-found', `There is no event ${JSON.stringify(eventId)}.`);
	if (event.state !== 'Processing') return event;
	throw new BrokerError(
		'conflict',
		`The event ${eventId} is being processed at the moment; try again when it is done.`,
	);
}

/** Undoes an event, if it was ever applied, and tells what that changed. */
async function undoEvent(transaction             , event             )                            {
	if (!event.isApplied) return noEffect;
	const batch = readAccepted(await transaction.payloadOf(event.sequence), event.action);
	const { forgotten, ended, splitGroups, changed } = await undo(transaction, event, batch);
	return {
		relationships: ended.length,
		identifiers: forgotten.length,
		splitGroups,
		works: [...new Set([...changed, ...ended.flatMap(([source, , target]) => [source, target])])],
	};
}

/** Undoes what an applied event said and took back, and settles what follows. */
async function undo(transaction             , event             , batch           )                   {
	const back = event.action === 'assert' ? nothing : await bringBack(transaction, event, batch);
	const said = event.action === 'withdraw' ? nothing : await remove(transaction, event, batch);
	// What a noindex event did to groups may have come to the index with a later event.
	const told = { sequence: event.sequence, noindex: false };
	return settle(transaction, told, {
		lost: said.lost,
		gained: back.gained,
		unsaid: said.unsaid,
		saidAgain: back.saidAgain,
	});
}

const nothing         = { lost: [], gained: [], unsaid: [], saidAgain: [] };

/** Forgets what the event took back; what nobody else took back counts again. */
async function bringBack(transaction             , event             , batch           )                  {
	const taking = await readTaking(transaction, event, batch);
	const fitting = eachOnce(await transaction.fitting(event.sequence, taking, 'taken back'));
	await transaction.forgetTakenBack(event.sequence);
	const still = await transaction.takenBackLater(fitting);
	const gained = fitting.filter((_, position) => !still.has(position));
	await transaction.bringBack(gained);
	const saidAgain = await transaction.bringDescriptionsBack(saidWith(gained));
	return { ...nothing, gained, saidAgain };
}

/** Removes all that the event said. */
async function remove(transaction             , event             , batch           )                  {
	const ids = (await transaction.reserve(batch.identifiers)).map(({ id }) => id);
	const assertions = await assertionsOf(transaction, event.sequence, batch, ids);
	const lost = await transaction.removeAssertions(assertions);
	const described = batch.sayings.map(([position])         => [ids[position]      , event.sequence]);
	const unsaid = await transaction.removeDescriptions(described);
	return { ...nothing, lost, unsaid };
}
