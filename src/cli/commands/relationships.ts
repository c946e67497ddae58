// The command that searches relationships.
import { type Command, Option } from 'commander';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { BrokerError } from '../../errors.ts';
import { type ExportFormat, exportFormats } from '../../formats/export-formats.ts';
import { objectTypeNames } from '../../links/description.ts';
import { searchRelations } from '../../links/relation.ts';
import {
	type AnswerOptions,
	answersJson,
	type CommandContext,
	noteBehind,
	printAnswer,
	withApplication,
} from '../context.ts';
import { inOptionNames } from '../option-names.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number } from '../wording.ts';

/** Maps the command's options to the parameters of `GET /relationships`. */
const parameters = {
	scheme: 'scheme',
	relation: 'relation',
	type: 'type',
	publicationYear: 'publication_year',
	from: 'from',
	to: 'to',
	groupBy: 'group_by',
	via: 'via',
	subtype: 'subtype',
	q: 'q',
	sort: 'sort',
	size: 'size',
	page: 'page',
	cursor: 'cursor',
	format: 'format',
} as const;

type SearchOptions = AnswerOptions & { [K in keyof typeof parameters]?: string };

/** What of the answer in application/x-scholix-v3+json is shown to people. */
type ScholixAnswer = {
	Source: ScholixObject;
	Relation?: { Name: string };
	GroupBy: string;
	Relationships: FoundRelationship[];
};

type ScholixObject = {
	Title?: string;
	Type: { Name: string };
	PublicationDate?: string;
	Identifiers: { ID: string; IDScheme: string }[];
};

type FoundRelationship = {
	Target: ScholixObject;
	Relation?: { Name: string };
	LinkHistory: { LinkPublicationDate: string; LinkProvider: { Name: string } }[];
	/** By version: which version of the asked work, Source, is linked to which of the other. */
	Via?: { Source: Pick<ScholixObject, 'Identifiers'> }[];
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
		)
		.argument('<id>', 'an identifier of the object, or a text that holds one')
		.option('--scheme <scheme>', 'the scheme of the identifier, such as doi, arxiv, url; detected if left out')
		.addOption(new Option('--relation <relation>', 'only this relation').choices(searchRelations))
		.addOption(new Option('--type <type>', 'only targets of this type').choices(objectTypeNames))
		.option('--publication-year <range>', 'only targets published then: 2015--<2018, >2005--, 2005--2005')
		.option('--from <date>', 'only links published or discovered at this date or later')
		.option('--to <date>', 'only links published or discovered at this date or earlier')
		.addOption(
			new Option('--group-by <level>', 'of this object alone, or of all its versions').choices(['identity', 'version']),
		)
		.option('--via <identifier>', 'with --group-by version: only what this version is linked to')
		.option('--subtype <name>', 'only what a provider worded so, such as IsReviewedBy')
		.option(
			'--q <query>',
			'only targets that match: words, "phrases", AND OR NOT, prefix*, title: journal: provider: …',
		)
		.addOption(new Option('--sort <order>', 'newest first, or oldest first').choices(['mostrecent', '-mostrecent']))
		.option('--size <number>', 'how many to answer, at most 1000')
		.option('--page <number>', 'which page, from 1')
		.option('--cursor <cursor>', 'go on from where an answer ended')
		.addOption(
			new Option(
				'--format <format>',
				'print the whole result: a table, Scholix links, references, or related identifiers',
			).choices(exportFormats),
		)
		.action((id: string, options: SearchOptions) =>
			(options.format === undefined ? search : printAll)(context, id, options).catch(inOptionNames('id')),
		);
	answersJson(
		command,
		'link-broker relationships 10.5281/zenodo.53195 --relation isCitedBy --group-by version',
		'link-broker relationships arXiv:1207.4464 --type literature --publication-year 2015-- --json',
		'link-broker relationships 10.21105/joss.00024 --relation isCitedBy --format bibtex > citing.bib',
	);
}

async function search(context: CommandContext, id: string, options: SearchOptions): Promise<void> {
	// Loaded here: it brings the whole search with it, and no other command is to wait for that.
	const { readRelationshipQuery } = await import('../../broker/searching/relationship-query.ts');
	const { describeQuery } = await import('../../formats/scholix/writing/write-answers.ts');
	const { describeUnknownObject, writeScholixAnswer } = await import('../../formats/scholix/writing/write-answers.ts');
	const query = readRelationshipQuery(parametersOf(id, options));
	await withApplication(context, async ({ broker }) => {
		const found = await broker.searchRelationships(query, { facets: false });
		const source = found.source ?? describeUnknownObject(found.asked.value, found.asked.scheme);
		const { groupBy, items, relation } = found;
		const scholix: ScholixAnswer = JSON.parse(
			writeScholixAnswer({ source, groupBy, items, ...(relation && { relation }) }).toString(),
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
async function printAll(context: CommandContext, id: string, options: SearchOptions): Promise<void> {
	const { readRelationshipQuery } = await import('../../broker/searching/relationship-query.ts');
	const { refusePages, takeAway } = await import('../../broker/searching/take-away.ts');
	if (options.json) throw new BrokerError('bad-usage', '--json and --format cannot be given together; leave one out.');
	const asked = parametersOf(id, options);
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

function parametersOf(id: string, options: SearchOptions): Record<string, string> {
	const asked: Record<string, string> = { id };
	for (const [option, parameter] of Object.entries(parameters)) {
		const value = options[option as keyof typeof parameters];
		if (value !== undefined) asked[parameter] = value;
	}
	return asked;
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

function objectTitle(object: ScholixObject): string {
	return printable([object.Title, firstIdentifier(object)].filter((part) => part).join(' — '));
}

function firstIdentifier({ Identifiers }: Pick<ScholixObject, 'Identifiers'>): string {
	const [first] = Identifiers;
	return first ? `${first.IDScheme}:${first.ID}` : '';
}
