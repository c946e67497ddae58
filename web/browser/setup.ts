// Starts one broker for all files of browser tests; a file that is run alone starts its own.
import { findChromium, startExplorer } from './broker.fixture.ts';

let stop: () => Promise<void> = async () => undefined;

/** Runs before all files: they find the broker by EXPLORER_URL. */
export async function globalSetup(): Promise<void> {
	if (findChromium() === undefined) return;
	const explorer = await startExplorer();
	stop = explorer.stop;
	process.env.EXPLORER_URL = explorer.url;
}

/** Runs after all files. */
export async function globalTeardown(): Promise<void> {
	await stop();
}
