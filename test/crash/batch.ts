// One batch of moments: a broker on fresh data is started, put to work and killed at a chosen
// moment, again and again; then it must be as one that nobody disturbed.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, openProgram, type Program } from '../end-to-end/program.ts';
import { createRandom, type Random } from '../random.ts';
import {
	type Command,
	type CommandKind,
	type Disturbed,
	prepareCommand,
	submitUntilDown,
	withdrawUntilDown,
} from './acts.ts';
import { checkEverything } from './final-checks.ts';
import { openLedger } from './ledger.ts';
import { type Ended, killAll, type Started, startProcess } from './processes.ts';
import { type Engine, openFreshStores } from './stores.ts';

/** What happens in one moment; all of it is chosen before it begins. */
type Moment = {
	/** The command that runs beside the server, if any. */
	command: CommandKind | undefined;
	hasWorker: boolean;
	withdraws: boolean;
	clients: number;
	/** Whether the server is killed while it starts. */
	duringStart: boolean;
	afterMilliseconds: number;
	signal: 'SIGKILL' | 'SIGTERM';
	/** Whether the command is killed with the server, or may come to its end. */
	killsCommand: boolean;
};

const commands: readonly CommandKind[] = ['load', 'load', 'reindex', 'destroy', 'rebuild', 'export', 'backup'];

function chooseMoment(random: Random): Moment {
	const duringStart = random.happens(0.15);
	return {
		command: random.happens(0.7) ? random.pick(commands) : undefined,
		hasWorker: random.happens(0.25),
		withdraws: random.happens(0.5),
		clients: random.between(1, 3),
		duringStart,
		afterMilliseconds: random.between(0, duringStart ? 1_200 : 2_500),
		signal: random.happens(0.7) ? 'SIGKILL' : 'SIGTERM',
		killsCommand: random.happens(0.75),
	};
}

/** What was done and found; `events` were there in the end. */
export type BatchResult = { moments: number; events: number };

/**
 * Runs a batch, which its seed chooses; fails where something is lost, kept though refused, or not
 * as it would be without disturbance, and then leaves the data where `log` says.
 */
export async function runBatch(
	{ engine, seed, moments }: { engine: Engine; seed: number; moments: number },
	log: (words: string) => void,
): Promise<BatchResult> {
	const stores = await openFreshStores(engine);
	const program = await openProgram({
		...stores.settings,
		LEASE_SECONDS: '1',
		POLL_SECONDS: '0.1',
		RETRY_SECONDS: '0.1',
		// An event that was under way each time its process was killed is not at fault here.
		MAX_ATTEMPTS: '100',
		MAX_LINKS_PER_EVENT: '500',
		RATE_LIMIT: 'off',
	});
	const random = createRandom(seed);
	try {
		await killFirstStarts(program, random);
		const token = await adminToken(program);
		const disturbed: Disturbed = {
			folder: program.folder,
			token,
			ledger: openLedger(),
			isEmbedded: engine === 'sqlite',
		};
		for (let number = 0; number < moments; number++) {
			const moment = chooseMoment(random);
			log(`seed ${seed}, moment ${number}: ${JSON.stringify(moment)}`);
			await runMoment(program, disturbed, { moment, random, name: `m${number}` });
		}
		const events = await checkEverything(program, disturbed.ledger);
		await program.remove();
		await stores.remove();
		return { moments, events };
	} catch (error) {
		await killAll();
		log(`The data of seed ${seed} are in ${program.folder}`);
		throw error;
	}
}

/** Kills the program while it makes its data; the token that follows needs them whole. */
async function killFirstStarts(program: Program, random: Random): Promise<void> {
	for (let time = 0; time < 2; time++) {
		const server = startProcess(program.environment, 'serve');
		await pause(random.between(100, 1_000));
		await server.end('SIGKILL');
	}
}

/** A token that also sees and withdraws what the command line loaded. */
export async function adminToken(program: Program): Promise<string> {
	const email = 'curator@example.org';
	const token = await program.token(email);
	await program.output('roles', 'create', 'admin');
	await program.output('roles', 'add', email, 'admin');
	return token;
}

type Chosen = { moment: Moment; random: Random; name: string };

async function runMoment(program: Program, disturbed: Disturbed, { moment, random, name }: Chosen): Promise<void> {
	const { environment } = program;
	const server = startProcess(environment, 'serve');
	const others = moment.hasWorker ? [startProcess(environment, 'worker')] : [];
	// Chosen before anything depends on how fast this machine is.
	const clients = Array.from({ length: moment.clients }, () => createRandom(random.between(0, 2 ** 31)));
	const taker = createRandom(random.between(0, 2 ** 31));
	const command = moment.command && (await prepareCommand(disturbed, { kind: moment.command, name, random }));
	const failures: unknown[] = [];
	const acts: Promise<unknown>[] = [];
	const begin = (act: Promise<unknown>) => acts.push(act.catch((error) => failures.push(error)));
	if (!moment.duringStart) {
		const before = disturbed.ledger.accepted().length;
		const url = await server.address;
		if (url === undefined) return assert.fail(`it does not start: ${(await server.ended).errors}`);
		await checkThere(disturbed, url);
		for (const [at, each] of clients.entries())
			begin(submitUntilDown(disturbed, { url, name: `${name}.${at}`, random: each }));
		if (moment.withdraws) begin(withdrawUntilDown(disturbed, url, taker));
		// However slow this machine is, there is something to lose.
		const isAtWork = () => disturbed.ledger.accepted().length > before || failures.length > 0;
		await eventually(
			async () => isAtWork(),
			(isSo) => isSo,
			{ timeoutSeconds: 30 },
		);
	}
	const beside = command === undefined ? undefined : startProcess(environment, ...command.words);
	await pause(moment.afterMilliseconds);
	if (beside !== undefined && command !== undefined) begin(endCommand(beside, command, moment));
	const ended = await Promise.all([server, ...others].map((each) => each.end(moment.signal)));
	await Promise.all(acts);
	if (failures.length > 0) throw failures[0];
	// One that is asked to stop while it starts may not have learned to listen yet.
	if (moment.signal === 'SIGTERM' && !moment.duringStart) {
		assert.deepEqual([ended[0]?.status, ended[0]?.signal], [0, null], ended[0]?.errors ?? '');
	}
}

async function endCommand(started: Started, command: Command, { killsCommand, signal }: Moment): Promise<void> {
	const wasRunning = started.isRunning();
	const ended = killsCommand ? await started.end(signal) : await started.ended;
	const mayHaveBeenKilled = killsCommand && wasRunning;
	if (!mayHaveBeenKilled) refuseFailure(started.words, ended);
	await command.check(ended);
}

/** A command that nobody killed does what it is asked, but where another does the same. */
function refuseFailure(words: readonly string[], { status, errors }: Ended): void {
	if (status === 0 || /Another reindex/.test(errors)) return;
	assert.fail(`${words.join(' ')} ended with ${status}: ${errors}`);
}

/** What was accepted before is there as soon as the broker answers again. */
async function checkThere({ token, ledger }: Disturbed, url: string): Promise<void> {
	const there = new Set<string>();
	const headers = { Authorization: `Bearer ${token}` };
	for (const eventId of ledger.accepted().slice(-200)) {
		const response = await fetch(`${url}/events/${eventId}`, { headers });
		if (response.status !== 404) there.add(eventId);
	}
	assert.deepEqual(
		ledger
			.accepted()
			.slice(-200)
			.filter((id) => !there.has(id)),
		[],
		'accepted events are lost',
	);
}
