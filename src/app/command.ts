// Opens the program for one command of the command line.
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { createAcceptEvent } from '../broker/accept-event.ts';
import type { BacklogTeller, Broker, FileLoader } from '../broker/broker.ts';
import { orderHarvest } from '../broker/harvests.ts';
import { toldTrouble } from '../broker/health.ts';
import { previewBody } from '../broker/preview-body.ts';
import type { Harvester } from '../harvest/harvester.ts';
import { createLog } from '../log.ts';
import type { Settings } from '../settings.ts';
import { bringIndexUp } from './bring-index-up.ts';
import { createBroker } from './broker.ts';
import { createEventActs } from './event-acts.ts';
import { createHarvestCommands } from './harvester.ts';
import { createFileLoader } from './load.ts';
import { openIndex, openStores } from './open.ts';

/** What one command works on. */
export type Application = {
	accounts: Accounts;
	broker: Broker & FileLoader & BacklogTeller & Harvester;
	close(): Promise<void>;
};

const isWithdrawn =
	'The event is withdrawn, but the search index cannot be brought up to that. Withdrawing it again is not needed: ' +
	'a server or a worker brings it up as soon as it can.';

/** Opens records, accounts and index. */
export async function openApplication(settings: Settings): Promise<Application> {
	const stores = await openStores(settings);
	const index = await openIndex(settings).catch(async (error) => {
		await stores.close();
		throw error;
	});
	const { records } = stores;
	const acts = createEventActs(records);
	const limits = { maxLinks: settings.maxLinksPerEvent, maxBytes: settings.maxBodyBytes };
	const broker = createBroker(
		settings,
		{ ...stores, index },
		{
			accept: createAcceptEvent(records, { ...limits, now: Date.now }),
			preview: (order) => previewBody(order, limits),
			rerun: (act, eventIds) => records.rerun(act, eventIds),
			...acts,
			async withdrawEvent(order) {
				await acts.withdrawEvent(order);
				await bringIndexUp(settings, { records, index, log: createLog(settings.logLevel, 'withdraw') }, isWithdrawn);
			},
			trouble: async () => toldTrouble(await records.trouble()),
			backlog: () => records.backlog(),
			size: () => records.size(),
			orderHarvest: (asked) => orderHarvest(records, asked),
		},
	);
	return {
		accounts: createAccounts(stores.accounts, Date.now),
		broker: {
			...broker,
			loadFiles: createFileLoader(settings, records, index),
			...createHarvestCommands(settings, records, index),
			backlog: () => records.backlog(),
		},
		async close() {
			await index.close();
			await stores.close();
		},
	};
}
