// Runs command lines in this process for tests: real accounts, and a broker that the test supplies.
import { PassThrough } from 'node:stream';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { brokerOf } from '../broker/broker.fixture.ts';
import { readCitationRule } from '../broker/counting/count-works.ts';
import { builtInDefinitions } from '../broker/counting/definitions.ts';
import type { Subscriptions } from '../broker/following/subscriptions.ts';
import type { Settings } from '../settings.ts';
import { openTestAccounts } from '../store/accounts/account-store.fixture.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { runCli } from './cli.ts';
import type { CommandBroker, Composition } from './context.ts';
import { openTerminal } from './terminal/terminal.ts';

/** The time on the clock of every command line. */
export const noon = Date.UTC(2026, 0, 15, 12);

/** The outcome of a command line. */
export type Outcome = { status: number; out: string; err: string };

/** Options of a run. By default, there are no use cases, no settings and no terminal. */
export type RunOptions = {
	broker?: Partial<CommandBroker>;
	subscriptions?: Subscriptions;
	composition?: Partial<Composition>;
	environment?: Record<string, string>;
	stdin?: string;
	isTTY?: boolean;
	columns?: number;
};

/** Opens a runner of command lines that share one new store of accounts. */
export async function openCommandLine() {
	const opened = await openTestAccounts();
	const cost = { memoryKibibytes: 8, passes: 1, parallelism: 1 };
	const accounts: Accounts = createAccounts(opened.store, () => noon, { passwordCost: cost });
	const settingsSeen: Settings[] = [];
	let open = 0;
	const run = async (line: string | readonly string[], options: RunOptions = {}): Promise<Outcome> => {
		const written = { out: '', err: '' };
		const { isTTY = false, columns = 100, stdin = '', environment = {} } = options;
		const terminal = openTerminal({
			stdin: Object.assign(new PassThrough().end(stdin), { isTTY }),
			stdout: { isTTY, columns, write: (text) => (written.out += text) },
			stderr: { isTTY, columns, write: (text) => (written.err += text) },
			environment,
			now: () => noon,
			interrupt: () => undefined,
		});
		const composition: Composition = {
			async open(settings) {
				settingsSeen.push(settings);
				open++;
				const close = async (): Promise<void> => void open--;
				const broker = brokerOf<CommandBroker>({ ...nothingWaits, citationRule, ...options.broker });
				const { subscriptions = brokerOf<Subscriptions & CommandBroker>({}) } = options;
				return { accounts, broker, subscriptions, close };
			},
			serve: unexpected,
			work: unexpected,
			assist: unexpected,
			migrate: unexpected,
			backUp: unexpected,
			dump: unexpected,
			restore: unexpected,
			installService: unexpected,
			lowerPriority: () => undefined,
			...options.composition,
		};
		const words = typeof line === 'string' ? line.split(' ') : line;
		const status = await runCli(words, { environment, terminal, composition, by, now: () => noon });
		return { status, ...written };
	};
	return { run, accounts, audit: opened.audit, settingsSeen, stillOpen: () => open, close: opened.close };
}

const citationRule: CommandBroker['citationRule'] = (asked, only) => readCitationRule(builtInDefinitions, asked, only);

const nothingWaits: Partial<CommandBroker> = {
	countUnreadableSecrets: async () => 0,
	backlog: async () => ({
		events: { New: 0, Processing: 0, Error: 0 },
		oldestEventAt: null,
		entries: 0,
		oldestEntryAt: null,
		oldestMessageAt: null,
	}),
};

function unexpected(): never {
	throw new Error('this command must not do that');
}
