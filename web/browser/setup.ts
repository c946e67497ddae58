// Starts one broker for all files of browser tests; a file that is run alone starts its own.
import { findChromium, startTestBroker } from './broker.fixture.ts';

let stop: () => Promise<void> = async () => undefined;

/** Runs before all files: they find the broker by TEST_BROKER_URL. */
export async function globalSetup(): Promise<void> {
	if (findChromium() === undefined) return;
	const broker = await startTestBroker();
	stop = broker.stop;
	process.env.TEST_BROKER_URL = broker.url;
}

/** Runs after all files. */
export async function globalTeardown(): Promise<void> {
	await stop();
}
