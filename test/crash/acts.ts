// What clients and operators do with a broker until it is killed: submit, withdraw, load, rebuild,
// copy. Everything is noted in the ledger. It does not know when the broker is killed.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { faultsOfSqliteFile } from '../../src/engines/sqlite/records/copy-file.ts';
import type { Random } from '../random.ts';
import type { Answer, Ledger } from './ledger.ts';
import { chooseAction, makeLinks } from './links.ts';
import type { Ended } from './processes.ts';

/** A broker that is being disturbed. */
export type Disturbed = { folder: string; token: string; ledger: Ledger; isEmbedded: boolean };

/** Asks, and returns how that was answered: `unknown` where no answer came. */
async function ask(url: string, init: RequestInit): Promise<{ answer: Answer; body: Record<string, unknown> }> {
	try {
		const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
		const text = await response.text();
		const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
		// A failure of the program itself is one also where nothing is lost by it.
		assert.notEqual(response.status, 500, text);
		// What failed on the way may have arrived.
		if (response.status === 503) return { answer: 'unknown', body };
		return { answer: response.ok ? 'accepted' : 'refused', body };
	} catch (error) {
		if (error instanceof assert.AssertionError) throw error;
		return { answer: 'unknown', body: {} };
	}
}

/** Submits body after body until the broker is down; some cannot be accepted. */
export async function submitUntilDown(
	{ token, ledger }: Disturbed,
	{
		url,
		name,
		random,
		pauseMilliseconds = 0,
	}: { url: string; name: string; random: Random; pauseMilliseconds?: number },
): Promise<void> {
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
	for (let number = 0; ; number++) {
		const links = makeLinks(random, `${name}.${number}`, random.between(1, 150));
		const isWrong = random.happens(0.1);
		const body = JSON.stringify(isWrong ? [...links, { Source: 'nothing' }] : links);
		const action = chooseAction(random);
		const { answer, body: accepted } = await ask(`${url}/events?action=${action}`, { method: 'POST', headers, body });
		if (isWrong) assert.notEqual(answer, 'accepted');
		ledger.submitted(body, isWrong ? 'refused' : answer, accepted.event_id as string | undefined);
		if (answer === 'unknown') return;
		if (pauseMilliseconds > 0) await pause(pauseMilliseconds);
	}
}

/** Withdraws events and restores some, until the broker is down. */
export async function withdrawUntilDown({ token, ledger }: Disturbed, url: string, random: Random): Promise<void> {
	const headers = { Authorization: `Bearer ${token}` };
	for (;;) {
		const events = ledger.accepted();
		const eventId = events.length > 0 ? random.pick(events) : 'none';
		const withdrawn = await ask(`${url}/events/${eventId}`, { method: 'DELETE', headers });
		ledger.changed(eventId, 'Withdrawn', withdrawn.answer);
		if (withdrawn.answer === 'unknown') return;
		if (random.happens(0.6)) {
			const restored = await ask(`${url}/events/${eventId}/restore`, { method: 'POST', headers });
			ledger.changed(eventId, 'Done', restored.answer);
			if (restored.answer === 'unknown') return;
		}
		await new Promise((resolve) => setTimeout(resolve, random.between(5, 60)));
	}
}

/** A command beside the broker, and what must hold of what it leaves behind, however it ends. */
export type Command = { words: string[]; check(ended: Ended): Promise<void> };

export type CommandKind = 'load' | 'reindex' | 'destroy' | 'rebuild' | 'export' | 'backup';

/** Prepares a command. */
export async function prepareCommand(
	{ folder, ledger, isEmbedded }: Disturbed,
	{ kind, name, random }: { kind: CommandKind; name: string; random: Random },
): Promise<Command> {
	switch (kind) {
		case 'load': {
			const file = join(folder, `${name}.json`);
			await writeFile(file, JSON.stringify(makeLinks(random, name, random.between(200, 3_000))));
			// An operator withdraws what anybody asserted, and one event stays one.
			const words = ['events', 'load', file, '--json', `--action=${random.happens(0.85) ? 'assert' : 'withdraw'}`];
			return {
				words,
				async check({ status, output }) {
					const events = status === 0 ? (JSON.parse(output) as { events: { event_id: string }[] }).events : [];
					ledger.loaded(
						`${name}.json`,
						events.map(({ event_id }) => event_id),
					);
				},
			};
		}
		case 'reindex':
			return { words: ['search', 'reindex'], check: async () => undefined };
		case 'destroy':
			return { words: ['search', 'reindex', '--destroy'], check: async () => undefined };
		case 'rebuild':
			return { words: ['graph', 'rebuild'], check: async () => undefined };
		case 'export':
			return prepareExport(join(folder, `${name}.jsonl`));
		case 'backup':
			// PostgreSQL has a program of its own for that.
			return isEmbedded ? prepareBackup(join(folder, `${name}.backup`)) : prepareExport(join(folder, `${name}.jsonl`));
	}
}

function prepareExport(file: string): Command {
	return {
		words: ['export', file, '--with-accounts'],
		async check({ status }) {
			// It has its name before the command has reported it.
			if (status === 0) assert.ok(existsSync(file));
			if (!existsSync(file)) return;
			const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
			assert.ok('end' in JSON.parse(lines.at(-1) as string), 'an export is there once it is whole');
			await rm(file);
		},
	};
}

function prepareBackup(file: string): Command {
	return {
		words: ['backup', file],
		async check({ status }) {
			if (status === 0) assert.ok(existsSync(file));
			if (!existsSync(file)) return;
			assert.deepEqual(faultsOfSqliteFile(file), [], 'a backup is there once it is whole');
			await rm(file);
		},
	};
}
