// The command that searches relationships.
import type { Command } from 'commander';
import { readRelationshipQuery, relationshipQuerySchema } from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { BrokerError } from '../../errors.ts';
import type { ExportFormat } from '../../formats/export-formats.ts';
import type { DescribedObject } from '../../formats/scholix/described-object.ts';
import {
	type AnswerOptions,
	answersJson,
	type CommandContext,
	noteBehind,
	printAnswer,
	withApplication,
} from '../context.ts';
import { addQuestion, type RawParameters } from '../question-options.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number } from '../wording.ts';

type SearchOptions = AnswerOptions & { format?: ExportFormat };

/** What of the answer in application/x-scholix-v3+json is shown to people. */
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
	/** By version: which version of the asked work, Source, is linked to which of the other. */
	Via?: { Source: Pick<DescribedObject, 'Identifiers'> }[];
};

/** Adds `relationships`. */
export function addRelationshipCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('relationships')
		.summary('search the relationships of an object')
		.description(
			'Searches the relationships of an object, as `GET /relationships` does: same options, same checks. ' +
				'--json answers the Scholix document, with a member `query` that says how the identifier was ' +
				'understood. The exit status is 3 where nothing is known of it.',
		);
	const asking = {
		args: ['id'],
		without: ['prettyprint'],
		words: {
			page: 'which page, from 1',
			cursor: 'go on from where an earlier answer ended',
			format: 'print the whole result: a table, Scholix links, references, or related identifiers',
		},
	};
	addQuestion(command, relationshipQuerySchema, asking, (asked, options: SearchOptions) =>
		(options.format === undefined ? search : printAll)(context, asked, options),
	);
	answersJson(
		command,
		'link-broker relationships 10.5281/zenodo.53195 --relation isCitedBy --group-by version',
		'link-broker relationships arXiv:1207.4464 --type literature --publication-year 2015-- --json',
		'link-broker relationships 10.21105/joss.00024 --relation isCitedBy --format bibtex > citing.bib',
	);
}

async function search(context: CommandContext, asked: RawParameters, options: SearchOptions): Promise<void> {
	// Loaded here: no other command is to wait for it.
	const writing = await import('../../formats/scholix/writing/write-answers.ts');
	const { describeQuery, describeUnknownObject, writeScholixAnswer } = writing;
	const query = readRelationshipQuery(asked);
	await withApplication(context, async ({ broker }) => {
		const found = await broker.searchRelationships(query, { facets: false });
		const source = found.source ?? describeUnknownObject(found.asked.value, found.asked.scheme);
		const { groupBy, items, relation } = found;
		const scholix: ScholixAnswer = JSON.parse(
			writeScholixAnswer({ source, groupBy, items, ...(relation && { relation }) }),
		);
		const document = { ...scholix, query: describeQuery(found) };
		const text = found.source ? relationshipText(context, found, scholix) : '';
		printAnswer(context, options, { document, text });
		tellUnknown(context, found);
		if (found.cursor !== undefined) {
			const shown = `${number(found.items.length)} of ${count(found.total, 'relationship')}`;
			context.terminal.note(`${shown}; more with --cursor ${found.cursor}`);
		}
		await noteBehind(context, broker);
	});
}

/** Prints the whole result in a form, as `format=` of `GET /relationships` does. */
async function printAll(context: CommandContext, asked: RawParameters, options: SearchOptions): Promise<void> {
	const { refusePages, takeAway } = await import('../../broker/searching/take-away.ts');
	if (options.json) throw new BrokerError('bad-usage', '--json and --format cannot be given together; leave one out.');
	const query = readRelationshipQuery(asked);
	refusePages(asked);
	await withApplication(context, async ({ broker }) => {
		const { first, pieces } = await takeAway(broker.searchRelationships, query, options.format as ExportFormat);
		for await (const piece of pieces) await context.terminal.writeWaiting(piece);
		tellUnknown(context, first);
		await noteBehind(context, broker);
	});
}

/** Says that nothing is known of what was asked for, and what may be meant instead. */
function tellUnknown(
	{ terminal, markUnknown }: CommandContext,
	{ asked, source, suggestions }: RelationshipAnswer,
): void {
	if (source) return;
	markUnknown();
	terminal.note(printable(`Nothing is known of ${asked.scheme}:${asked.value}.`));
	if (suggestions.length === 0) return;
	const names = suggestions.map(({ identifier }) => `${identifier.scheme}:${identifier.value}`);
	terminal.note(printable(`Did you mean ${names.join(', or ')}?`));
}

function relationshipText(
	{ terminal }: CommandContext,
	{ total }: RelationshipAnswer,
	{ Source, Relation, GroupBy, Relationships }: ScholixAnswer,
): string {
	const relation = Relation ? ` ${Relation.Name}` : '';
	const heading = `${objectTitle(Source)}\n${count(total, 'relationship')}${relation} (by ${GroupBy})`;
	if (Relationships.length === 0) return heading;
	const relationColumn = { title: 'RELATION', whole: true, of: (item: FoundRelationship) => item.Relation?.Name ?? '' };
	const table = terminal.table(
		[
			...(Relation ? [] : [relationColumn]),
			{ title: 'IDENTIFIER', whole: true, of: ({ Target }) => firstIdentifier(Target) },
			{ title: 'TITLE', leads: true, of: ({ Target }) => Target.Title ?? '' },
			{ title: 'TYPE', whole: true, of: ({ Target }) => Target.Type.Name },
			{ title: 'PUBLISHED', whole: true, of: ({ Target }) => Target.PublicationDate ?? '' },
			{ title: 'LINKED', whole: true, of: ({ LinkHistory: [last] }) => last?.LinkPublicationDate ?? '' },
			...(GroupBy === 'version' ? [{ title: 'VERSION', leaves: true, of: linkedVersions }] : []),
			{ title: 'PROVIDER', leaves: true, of: providersOf },
		],
		Relationships,
	);
	return `${heading}\n\n${table}`;
}

function providersOf({ LinkHistory }: FoundRelationship): string {
	return [...new Set(LinkHistory.map(({ LinkProvider }) => LinkProvider.Name))].join(', ');
}

/** Names the versions of the asked work that a relationship is with. */
function linkedVersions({ Via = [] }: FoundRelationship): string {
	return [...new Set(Via.map(({ Source }) => firstIdentifier(Source)))].join(', ');
}

function objectTitle(object: DescribedObject): string {
	return printable([object.Title, firstIdentifier(object)].filter((part) => part).join(' — '));
}

function firstIdentifier({ Identifiers }: Pick<DescribedObject, 'Identifiers'>): string {
	const [first] = Identifiers;
	return first ? `${first.IDScheme}:${first.ID}` : '';
}
