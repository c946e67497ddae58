// Who uses the command line, as the audit names them: the user and the name of this machine.
import { hostname, userInfo } from 'node:os';
import { type Actor, commandLine } from '../store/audit.ts';

/** Names whoever runs this process. */
export function machineUser(): Actor {
	return { who: `${commandLine} (${userName()})`, address: hostname() };
}

/** In a container a user may be a number alone. */
function userName(): string {
	try {
		return userInfo().username;
	} catch {
		return String(process.getuid?.() ?? 'unknown');
	}
}
