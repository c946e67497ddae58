// Applies events and keeps the index up, without HTTP, until the process is told to stop.
import { createLog } from '../log.ts';
import type { Settings } from '../settings.ts';
import { openStores } from './open.ts';
import { untilToldToStop } from './stop.ts';
import { startBackground } from './threads.ts';

/** Works until the process is told to stop; events under way are finished then. */
export async function work(settings: Settings): Promise<void> {
	const log = createLog(settings.logLevel, 'worker');
	const stop = untilToldToStop();
	// Brings the schema up to date, or says that it is not, before any thread uses it.
	await (await openStores(settings)).close();
	const background = startBackground(settings, (error) => {
		log.fatal({ err: error }, 'A background thread has failed');
		process.exitCode = 1;
		stop.now();
	});
	// The log tells of a thread that cannot start.
	background.ready().then(
		() => process.stdout.write('Link Broker is processing events\n'),
		() => undefined,
	);
	await stop.told;
	log.info({}, 'Stopping: the event under way is finished first');
	await background.stop();
}
