// Connects the command line to this process: arguments, streams, environment and exit status.
import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import { lowerPriority } from './app/priority.ts';
import { interruption } from './app/stop.ts';
import { runCli } from './cli/cli.ts';
import type { Composition } from './cli/context.ts';
import { openTerminal } from './cli/terminal/terminal.ts';
import { type Actor, commandLine } from './store/audit.ts';

// Commands load the broker only if they need it: help is shown at once.
const composition: Composition = {
	open: async (settings) => (await import('./app/command.ts')).openApplication(settings),
	serve: async (settings, processes) => {
		const { leaveOthers, serveInProcesses } = await import('./app/processes.ts');
		if (processes > 1) return serveInProcesses(processes, settings.logLevel);
		await (await import('./app/serve.ts')).serve(settings).finally(leaveOthers);
	},
	work: async (settings) => (await import('./app/worker.ts')).work(settings),
	assist: async (broker) => (await import('./app/assist.ts')).assist(broker),
	migrate: async (settings) => (await import('./app/open.ts')).migrateRecords(settings),
	backUp: async (settings, options) => (await import('./app/backup.ts')).backUpRecords(settings, options),
	dump: async (settings, order) => (await import('./app/dumps/write-dump.ts')).dumpRecords(settings, order),
	restore: async (settings, options) => (await import('./app/backup.ts')).restoreRecords(settings, options),
	installService: async (order) => (await import('./app/install-service.ts')).installService(order),
	lowerPriority,
};

/** Runs the command line of this process and sets its exit status. */
export async function main(): Promise<void> {
	// Files of the broker contain accounts and addresses: only its user may read them.
	process.umask(0o077);
	// A reader may close the pipe early (`… | head`).
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error;
		process.exit(0);
	});
	// Nobody may read the log or the warnings of Node.js.
	process.stderr.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error;
	});
	const { stdin, stdout, stderr, env } = process;
	const terminal = openTerminal({
		stdin,
		stdout,
		stderr,
		environment: env,
		now: Date.now,
		interrupt: () => process.kill(process.pid, 'SIGINT'),
	});
	const status = await runCli(process.argv.slice(2), {
		environment: env,
		terminal,
		composition,
		by: machineUser(),
		now: Date.now,
		interruption,
	});
	// An input that is never closed would keep an interrupted command running.
	if (status === 130) process.exit(status);
	// A service that ended normally may have set a failure before.
	if (status !== 0) process.exitCode = status;
}

/** Names the user and machine of this process for the audit. */
function machineUser(): Actor {
	return { who: `${commandLine} (${userName()})`, address: hostname() };
}

/** In a container, a user may have only a number. */
function userName(): string {
	try {
		return userInfo().username;
	} catch {
		return String(process.getuid?.() ?? 'unknown');
	}
}
