// Notices that npm, npx or the launcher of bin/link-broker.js, which started this process, has ended
// without passing a signal on. It does not know what then happens.
import { readFileSync } from 'node:fs';

const lookMilliseconds = 500;
const shells = /^(sh|ash|bash|dash|ksh|zsh)$/;

/** Tells the name and the parent of a process; undefined where the system does not tell. */
                                                                                 

/**
 * Calls `onGone` once when who started this process is gone, and answers what ends the watch. A
 * process that a person or a shell started is not watched: it may have been sent to the background
 * to outlive them.
 */
export function watchStarter(environment                   , onGone            )             {
	if (environment.npm_command === undefined && environment.LINK_BROKER_LAUNCHED === undefined) return () => undefined;
	const starters = findStarters(process.ppid, findProcess);
	const timer = setInterval(() => {
		if (isThere(starters, process.ppid, findProcess)) return;
		clearInterval(timer);
		onGone();
	}, lookMilliseconds);
	timer.unref();
	return () => clearInterval(timer);
}

/**
 * Lists who started a process, its parent first: npm may have put a shell between, which neither
 * passes signals on nor ends with npm.
 */
export function findStarters(parent        , find             )           {
	const found = find(parent);
	return found && shells.test(found.name) ? [parent, ...findStarters(found.parent, find)] : [parent];
}

/** Whether all who started a process are still the parents of one another. */
export function isThere(starters                   , parent        , find             )          {
	const [first, ...others] = starters;
	if (first !== parent) return false;
	return others.length === 0 || isThere(others, find(parent)?.parent ?? 0, find);
}

/** Asks Linux; other systems tell no more than the parent of this process. */
function findProcess(pid        )                          {
	try {
		// `pid (name) state parent …`, where the name may hold anything.
		const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		return { name, parent: Number(parent) };
	} catch {
		return undefined;
	}
}
