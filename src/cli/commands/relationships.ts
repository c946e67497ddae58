// The command that searches relationships.
import type { Command } from 'commander';
import type { Counted } from '../../broker/counting/counting.ts';
import { readRelationshipQuery, relationshipQuerySchema } from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { BrokerError } from '../../errors.ts';
import type { ExportFormat } from '../../formats/export-formats.ts';
import type { DescribedObject } from '../../formats/scholix/described-object.ts';
import {
	type AnswerOptions,
	answersJson,
	bomOption,
	type CommandContext,
	noteBehind,
	printAnswer,
	withApplication,
} from '../context.ts';
import { addQuestion, type RawParameters } from '../question-options.ts';
import { printable } from '../terminal/text-width.ts';
import { count, leftOut, number } from '../wording.ts';

type SearchOptions = AnswerOptions & { format?: ExportFormat; bom?: true; flags?: true };

/** The parts of an answer in application/x-scholix-v3+json that the table shows. */
type ScholixAnswer = {
	Source: DescribedObject;
	Relation?: { Name: string };
	GroupBy: string;
	Relationships: FoundRelationship[];
};

type FoundRelationship = {
	Target: DescribedObject;
	Relation?: { Name: string };
	LinkHistory: { LinkPublicationDate: string; LinkProvider: { Name: string } }[];
	Flags?: readonly string[];
	/** Grouped by version: the linked versions; Source is one of the work searched for. */
	Via?: { Source: Pick<DescribedObject, 'Identifiers'> & { VersionName?: string } }[];
};

/** Adds `relationships`. */
export function addRelationshipCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('relationships')
		.summary('search the relationships of a work')
		.description(
			'Searches the relationships of a work, like `GET /relationships`. --json prints the Scholix document, with a ' +
				'member `query` that shows how the identifier was understood, and with --definition or --exclude the members ' +
				'`total`, `excluded` and `unknown`. The exit status is 3 if the identifier is unknown.',
		);
	const asking = {
		args: ['id'],
		without: ['prettyprint', 'bom', 'flags'],
		words: {
			page: 'the number of the page, from 1',
			cursor: 'continue where an earlier answer ended',
			format: 'print the complete result in this format',
			only: 'with --format: only these related works, one identifier per line',
		},
	};
	addQuestion(command, relationshipQuerySchema, asking, (asked, options: SearchOptions) =>
		(options.format === undefined ? search : printAll)(context, asked, options),
	);
	command.option('--flags', 'show the flags of each relationship');
	command.option(...bomOption);
	answersJson(
		command,
		'link-broker relationships 10.5281/zenodo.53195 --relation isCitedBy --group-by version',
		'link-broker relationships arXiv:1207.4464 --type literature --publication-year 2015-- --json',
		'link-broker relationships 10.21105/joss.00024 --relation isCitedBy --format bibtex > citing.bib',
	);
}

async function search(context: CommandContext, asked: RawParameters, options: SearchOptions): Promise<void> {
	// Imported late: other commands start faster without it.
	const { shownCounted } = await import('../../broker/counting/counting.ts');
	const writing = await import('../../formats/scholix/writing/write-answers.ts');
	const { describeQuery, describeUnknownObject, writeScholixAnswer } = writing;
	const query = readRelationshipQuery(asked);
	await withApplication(context, async ({ broker }) => {
		const found = await broker.searchRelationships(query, { facets: false, named: true });
		const source = found.source ?? describeUnknownObject(found.asked.value, found.asked.scheme);
		const { groupBy, items, relation, names } = found;
		const scholix: ScholixAnswer = JSON.parse(
			writeScholixAnswer(
				{ source, groupBy, items, names, ...(relation && { relation }) },
				{ flags: options.flags === true },
			),
		);
		const counted = shownCounted(found);
		const document = {
			...scholix,
			...(counted.excluded && { ...counted, total: found.total }),
			query: describeQuery(found),
		};
		const text = found.source ? relationshipText(context, found, scholix) : '';
		printAnswer(context, options, { document, text });
		noteUnknown(context, found);
		if (found.cursor !== undefined) {
			const shown = `${number(found.items.length)} of ${count(found.total, 'relationship')}`;
			context.terminal.note(`${shown}; more with --cursor ${found.cursor}`);
		}
		await noteBehind(context, broker);
	});
}

/** Prints the complete result in a format, like `format=` of `GET /relationships`. */
async function printAll(context: CommandContext, asked: RawParameters, options: SearchOptions): Promise<void> {
	const { refusePages, exportResult } = await import('../../broker/searching/export-result.ts');
	const { byteOrderMark } = await import('../../formats/csv/csv.ts');
	if (options.json) throw new BrokerError('bad-usage', '--json and --format cannot be combined.');
	const query = readRelationshipQuery({ ...asked, ...(options.flags && { flags: '1' }) });
	refusePages(asked);
	await withApplication(context, async ({ broker }) => {
		const mark = options.bom ? byteOrderMark : '';
		const format = options.format as ExportFormat;
		const { first, pieces } = await exportResult(broker.searchRelationships, query, format, mark);
		for await (const piece of pieces) await context.terminal.writeWaiting(piece);
		const counted = countedText(first);
		if (first.source && counted) context.terminal.note(counted);
		noteUnknown(context, first);
		await noteBehind(context, broker);
	});
}

/** Notes that an identifier is unknown, and suggests others. */
export function noteUnknown(
	{ terminal, markUnknown }: CommandContext,
	{ asked, source, suggestions }: Pick<RelationshipAnswer, 'asked' | 'source' | 'suggestions'>,
): void {
	if (source) return;
	markUnknown();
	terminal.note(printable(`Unknown identifier: ${asked.scheme}:${asked.value}`));
	if (suggestions.length === 0) return;
	const names = suggestions.map(({ identifier }) => `${identifier.scheme}:${identifier.value}`);
	terminal.note(printable(`Did you mean ${names.join(', or ')}?`));
}

function relationshipText(
	{ terminal }: CommandContext,
	found: RelationshipAnswer,
	{ Source, Relation, GroupBy, Relationships }: ScholixAnswer,
): string {
	const relation = Relation ? ` ${Relation.Name}` : '';
	const counted = countedText(found);
	const total = `${count(found.total, 'relationship')}${relation} (by ${GroupBy})`;
	const heading = `${objectTitle(Source)}\n${total}${counted && `; ${counted}`}`;
	if (Relationships.length === 0) return heading;
	const relationColumn = { title: 'RELATION', whole: true, of: (item: FoundRelationship) => item.Relation?.Name ?? '' };
	const table = terminal.table(
		[
			...(Relation ? [] : [relationColumn]),
			{ title: 'IDENTIFIER', whole: true, of: ({ Target }) => firstIdentifier(Target) },
			{ title: 'TITLE', main: true, of: ({ Target }) => Target.Title ?? '' },
			{ title: 'TYPE', whole: true, of: ({ Target }) => Target.Type.Name },
			{ title: 'PUBLISHED', whole: true, of: ({ Target }) => Target.PublicationDate ?? '' },
			{ title: 'LINKED', whole: true, of: ({ LinkHistory: [last] }) => last?.LinkPublicationDate ?? '' },
			...(GroupBy === 'version' ? [{ title: 'VERSION', cut: 'inside' as const, of: linkedVersions }] : []),
			...(Relationships.some(({ Flags }) => Flags) ? [{ title: 'FLAGS', of: flagsOf }] : []),
			{ title: 'PROVIDER', optional: true, of: providersOf },
		],
		Relationships,
	);
	return `${heading}\n\n${table}`;
}

/** Words how a total was counted: `definition strict, version 1; left out: author-self 2, machine 0`. */
function countedText({ definition, ...numbers }: Counted): string {
	const by = definition ? [`definition ${definition.name}, version ${definition.version}`] : [];
	return [...by, ...leftOut(numbers)].join('; ');
}

function flagsOf({ Flags = [] }: FoundRelationship): string {
	return Flags.join(', ');
}

function providersOf({ LinkHistory }: FoundRelationship): string {
	return [...new Set(LinkHistory.map(({ LinkProvider }) => LinkProvider.Name))].join(', ');
}

/** Names the linked versions of the work searched for. */
function linkedVersions({ Via = [] }: FoundRelationship): string {
	return [...new Set(Via.map(({ Source }) => Source.VersionName ?? firstIdentifier(Source)))].join(', ');
}

function objectTitle(object: DescribedObject): string {
	return printable([object.Title, firstIdentifier(object)].filter((part) => part).join(' — '));
}

function firstIdentifier({ Identifiers }: Pick<DescribedObject, 'Identifiers'>): string {
	const [first] = Identifiers;
	return first ? `${first.IDScheme}:${first.ID}` : '';
}
