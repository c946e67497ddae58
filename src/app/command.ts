// Opens the program for one command of the command line.
import { createAccounts } from '../accounts/accounts.ts';
import { createBodyReading } from '../broker/read-bodies.ts';
import { createRecordsWork } from '../broker/records-work.ts';
import type { Application } from '../cli/context.ts';
import { createLog } from '../log.ts';
import type { Settings } from '../settings.ts';
import { bringIndexUp } from './bring-index-up.ts';
import { openBroker } from './broker.ts';
import { openDefinitions } from './definitions.ts';
import { createHarvestCommands } from './harvester.ts';
import { createFileLoader } from './load.ts';
import { openIndex, openStores } from './open.ts';
import { countUnreadable, openSubscriptions } from './subscriptions.ts';

const isWithdrawn =
	'It is withdrawn, but the search index cannot be brought up to that. Withdrawing it again is not needed: ' +
	'a server or a worker brings it up as soon as it can.';

/** Opens records, accounts and index. */
export async function openApplication(settings: Settings): Promise<Application> {
	const definitions = await openDefinitions(settings);
	const stores = await openStores(settings);
	const index = await openIndex(settings).catch(async (error) => {
		await stores.close();
		throw error;
	});
	const { records } = stores;
	const work = createRecordsWork(records);
	const bodies = createBodyReading(settings);
	const bringUp = () =>
		bringIndexUp(settings, { records, index, log: createLog(settings.logLevel, 'withdraw') }, isWithdrawn);
	const broker = openBroker(
		settings,
		{ ...stores, index },
		{
			bodies,
			work: {
				...work,
				async withdrawEvent(order) {
					await work.withdrawEvent(order);
					await bringUp();
				},
				async withdrawLoad(order) {
					await work.withdrawLoad(order);
					await bringUp();
				},
			},
		},
		{ definitions },
	);
	return {
		accounts: createAccounts(stores.accounts, Date.now),
		broker: {
			...broker,
			loadFiles: createFileLoader(settings, records, index),
			...createHarvestCommands(settings, records, index, bodies),
			backlog: () => records.backlog(),
			countUnreadableSecrets: () => countUnreadable(settings, records),
		},
		subscriptions: openSubscriptions(settings, records, definitions),
		async close() {
			await index.close();
			await stores.close();
		},
	};
}
