// The command that lists the audit.
import type { Command } from 'commander';
import { type AuditEntry, auditDocument } from '../../broker/audit.ts';
import { auditListSchema, limitParameter } from '../../broker/list-questions.ts';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import { answer, answersJson, type CommandContext, listed, type RowKind } from '../context.ts';
import { addQuestion } from '../question-options.ts';

/** The parameters of the list, with a limit that fits a screen. */
const schema = auditListSchema.extend({ limit: limitParameter(20) });

/** Adds `audit`. */
export function addAuditCommand(program: Command, context: CommandContext): void {
	const audit = program
		.command('audit')
		.summary('list who did what, when and from where')
		.description(
			'Lists the audit, newest first: submissions, withdrawals, changes of accounts, sign-ins, imports, rebuilds and ' +
				'other actions. No command changes or removes an entry.',
		);
	const words = { before: '<number> continue with entries older than this one' };
	addQuestion(audit, schema, { words }, (asked, options) => {
		const query = readParametersBy(schema, asked);
		return answer(context, options, async ({ broker }) => {
			return listed(context, auditRows, await broker.auditEntries(query));
		});
	});
	answersJson(
		audit,
		'link-broker audit --since 2026-01-01 --action token.created',
		'link-broker audit --subject ada@example.org --limit 100',
		'link-broker audit --who "command line" --json',
	);
}

const auditRows: RowKind<AuditEntry> = {
	plural: 'entries',
	none: 'No entries found.',
	document: auditDocument,
	columns: [
		{ title: 'NUMBER', align: 'right', whole: true, of: (entry) => String(entry.number) },
		{ title: 'TIME', whole: true, of: ({ at }) => new Date(at).toISOString().slice(0, 19).replace('T', ' ') },
		{ title: 'WHO', of: ({ who }) => who },
		{ title: 'ACTION', whole: true, of: ({ action }) => action },
		{ title: 'SUBJECT', whole: true, of: ({ subject }) => subject ?? '' },
		{ title: 'DETAIL', main: true, of: ({ detail }) => detailText(detail) },
		{ title: 'FROM', optional: true, of: ({ address }) => address ?? '' },
	],
};

/** Writes a detail for people: `links 3, noindex`. */
function detailText(detail: AuditEntry['detail']): string {
	const parts = Object.entries(detail).flatMap(([name, value]) => {
		if (value === null || value === false) return [];
		if (value === true) return [name];
		return [`${name} ${Array.isArray(value) ? value.join(' ') : value}`];
	});
	return parts.join(', ').replaceAll('_', ' ');
}
