/**
 * What a started server looks like to those who use it: it can be killed and started again on the
 * same data and port. It does not know which server it is.
 */

import { type GuardedProcess, startGuarded } from './guarded-process.ts';

/** Is a server that answers. */
export type Service = {
	name: string;
	url: string;
	/** Resolves with the exit status when the server has ended by itself. */
	ended: Promise<number>;
	/** Returns the last lines that the server wrote. */
	lastLines(): string;
	/** Ends the server and removes its data; calling it again does no harm. */
	stop(): Promise<void>;
	/** Ends the server as a machine that loses its power does. */
	kill(): Promise<void>;
	/** Starts a server again that was killed; resolves when it answers. */
	restart(): Promise<void>;
};

/** Describes a server; `answers` resolves when it is there, or fails where it does not come. */
export type ServiceProgram = {
	name: string;
	url: string;
	/** Holds the data of the server, and goes with it. */
	folder: string;
	run(): GuardedProcess;
	answers(running: GuardedProcess): Promise<unknown>;
};

/** Starts a server; returns when it answers. */
export async function startService({ name, url, folder, run, answers }: ServiceProgram): Promise<Service> {
	const ended = Promise.withResolvers<number>();
	let running: GuardedProcess;
	let isExpected = false;
	const start = async () => {
		isExpected = false;
		running = run();
		const own = running;
		void own.ended.then((status) => {
			if (own === running && !isExpected) ended.resolve(status);
		});
		await answers(own);
	};
	// The folder must outlive a server that is killed, and nothing else: not even this process.
	const keeper = startGuarded({ command: ['tail', '-f', '/dev/null'], folder });
	const stop = async () => {
		isExpected = true;
		await running?.stop();
		await keeper.stop();
	};
	try {
		await start();
	} catch (failure) {
		await stop();
		throw failure;
	}
	return {
		name,
		url,
		ended: ended.promise,
		lastLines: () => running.lastLines(),
		stop,
		async kill() {
			isExpected = true;
			await running.kill();
		},
		restart: start,
	};
}
