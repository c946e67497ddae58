// The command for the audit: who did what, when and from where.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AuditEntry, type AuditQuery, auditActions, auditDocument, readTime } from '../../broker/audit.ts';
import { type AnswerOptions, answering, answersJson, type CommandContext } from '../context.ts';

const maxListed = 1_000;

type Options = AnswerOptions & AuditQuery;

/** Adds `audit`. */
export function addAuditCommand(program: Command, context: CommandContext): void {
	const audit = program
		.command('audit')
		.summary('tell who did what, when and from where')
		.description(
			'Lists who submitted, withdrew, restored or ran again events, changed users, roles and tokens, signed in or ' +
				'failed to, imported, and rebuilt, newest first. Nothing changes or removes an entry.',
		)
		.addOption(new Option('--action <action>', 'only what was done so').choices(auditActions))
		.option('--who <email>', 'only what this user did; "command line" for whoever used it')
		.option('--subject <name>', 'only what was done to this event, user or role')
		.option('--since <date>', 'only since this date or date-time', readDate(readTime.since))
		.option('--until <date>', 'only until this date or date-time, included', readDate(readTime.until))
		.addOption(new Option('--limit <number>', `how many, at most ${maxListed}`).default(20).argParser(readLimit))
		.option('--before <number>', 'go on with entries older than this one', readNumber)
		.action(
			answering(context, async ({ broker }, { json: _, ...query }: Options) => {
				const entries = await broker.auditEntries(query);
				return { document: { entries: entries.map(auditDocument) }, text: auditTable(context, entries) };
			}),
		);
	answersJson(
		audit,
		'link-broker audit --since 2026-01-01 --action token.created',
		'link-broker audit --subject ada@example.org --limit 100',
		'link-broker audit --who "command line" --json',
	);
}

function readDate(read: (text: string) => number | undefined): (text: string) => number {
	return (text) => {
		const moment = read(text);
		if (moment !== undefined) return moment;
		throw new InvalidArgumentError(
			'It must be a date such as 2026-01-31, or a date and time such as 2026-01-31T12:00:00Z.',
		);
	};
}

function readLimit(text: string): number {
	const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= maxListed) return limit;
	throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxListed}.`);
}

function readNumber(text: string): number {
	if (/^\d{1,15}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be the number of an entry.');
}

function auditTable({ terminal }: CommandContext, entries: readonly AuditEntry[]): string {
	if (entries.length === 0) return 'There are no such entries.';
	return terminal.table(
		[
			{ title: 'NUMBER', align: 'right', whole: true, of: (entry) => String(entry.number) },
			{ title: 'TIME', whole: true, of: ({ at }) => new Date(at).toISOString().slice(0, 19).replace('T', ' ') },
			{ title: 'WHO', of: ({ who }) => who },
			{ title: 'ACTION', whole: true, of: ({ action }) => action },
			{ title: 'SUBJECT', whole: true, of: ({ subject }) => subject ?? '' },
			{ title: 'DETAIL', leads: true, of: ({ detail }) => detailText(detail) },
			{ title: 'FROM', leaves: true, of: ({ address }) => address ?? '' },
		],
		entries,
	);
}

/** Writes a detail for people: `links 3, noindex`. */
function detailText(detail: AuditEntry['detail']): string {
	const parts = Object.entries(detail).flatMap(([name, value]) => {
		if (value === null || value === false) return [];
		if (value === true) return [name];
		return [`${name} ${Array.isArray(value) ? value.join(' ') : value}`];
	});
	return parts.join(', ').replaceAll('_', ' ');
}
