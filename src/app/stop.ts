// Tells when the process is told to stop. It does not know what is to be stopped.

/** Resolves `told` at SIGTERM, SIGINT or `now()`; a second signal ends the process at once. */
export function untilToldToStop(): { told: Promise<void>; now(): void } {
	const { promise: told, resolve } = Promise.withResolvers<void>();
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.once(signal, () => {
			resolve();
			process.once(signal, () => process.exit(1));
		});
	}
	return { told, now: resolve };
}
