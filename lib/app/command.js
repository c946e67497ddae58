// Opens the program for one command of the command line.
import {                createAccounts } from '../accounts/accounts.js';
import { createAcceptEvent } from '../broker/accept-event.js';
                                                              
import { toldTrouble } from '../broker/health.js';
import { createLog } from '../log.js';
                                               
import { bringIndexUp } from './bring-index-up.js';
import { createBroker } from './broker.js';
import { createEventActs } from './event-acts.js';
import { createFileLoader } from './load.js';
import { openIndex, openStores } from './open.js';

/** What one command works on. */
                           
	                   
	                            
	                       
  

const isWithdrawn =
	'The event is withdrawn, but the search index cannot be brought up to that. Withdrawing it again is not needed: ' +
	'a server or a worker brings it up as soon as it can.';

/** Opens records, accounts and index. */
export async function openApplication(settings          )                       {
	const stores = await openStores(settings);
	const index = await openIndex(settings).catch(async (error) => {
		await stores.close();
		throw error;
	});
	const { records } = stores;
	const acts = createEventActs(records);
	const broker = createBroker(
		settings,
		{ ...stores, index },
		{
			accept: createAcceptEvent(records, { maxLinks: settings.maxLinksPerEvent, now: Date.now }),
			rerun: (act, eventIds) => records.rerun(act, eventIds),
			...acts,
			async withdrawEvent(order) {
				await acts.withdrawEvent(order);
				await bringIndexUp(settings, { records, index, log: createLog(settings.logLevel, 'withdraw') }, isWithdrawn);
			},
			trouble: async () => toldTrouble(await records.trouble()),
			backlog: () => records.backlog(),
			size: () => records.size(),
		},
	);
	return {
		accounts: createAccounts(stores.accounts, Date.now),
		broker: { ...broker, loadFiles: createFileLoader(settings, records, index) },
		async close() {
			await index.close();
			await stores.close();
		},
	};
}
