// Opens the broker's use cases as the settings say.
import { type Broker, type BrokerStores, type BrokerWork, createBroker } from '../broker/broker.ts';
import { type ChangeWatch, createChangeWatch } from '../broker/changes/await-changes.ts';
import type { Definition } from '../broker/counting/definitions.ts';
import { systemClock } from '../clock.ts';
import type { Settings } from '../settings.ts';
import type { Records } from '../store/records.ts';
import { watchDisks } from './disk-reserve.ts';

/** `definitions` as openDefinitions reads them; `watch`: what those wait on who follow the change log. */
type BrokerContext = { definitions: readonly Definition[]; watch?: ChangeWatch };

/** Offers the use cases on stores of this thread; their work is done where it says. */
export function openBroker(
	settings: Settings,
	stores: BrokerStores,
	work: BrokerWork,
	{ definitions, watch = watchChanges(settings, stores.records) }: BrokerContext,
): Broker {
	return createBroker(stores, work, {
		leaseMilliseconds: settings.leaseSeconds * 1_000,
		overdueAfterSeconds: settings.overdueAfterSeconds,
		definitions,
		disks: watchDisks(settings, systemClock),
		watch,
		clock: systemClock,
	});
}

/**
 * Watches the change log for those who wait for it; to be ended before the records are closed.
 */
export function watchChanges({ pollSeconds }: Settings, records: Records): ChangeWatch {
	const newest = () => records.read(async (transaction) => (await transaction.changeLog()).newest);
	return createChangeWatch(newest, { pollMilliseconds: pollSeconds * 1_000 });
}
