// The command that finds works by words; knows nothing of how they are found.
import { type Command, Option } from 'commander';
import type { WorksAnswer } from '../../broker/objects/find-objects.ts';
import type { WorksQuery } from '../../broker/objects/works-query.ts';
import type { describeWorks } from '../../formats/scholix/writing/describe-work.ts';
import { objectTypeNames } from '../../links/description.ts';
import { type AnswerOptions, answersJson, type CommandContext, printAnswer, withApplication } from '../context.ts';
import { inOptionNames } from '../option-names.ts';
import { tellBehind } from '../tell-behind.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number } from '../wording.ts';

/** Maps the command's options to the parameters of `GET /objects`. */
const parameters = {
	type: 'type',
	publicationYear: 'publication_year',
	groupBy: 'group_by',
	sort: 'sort',
	size: 'size',
	cursor: 'cursor',
} as const;

/** What of a work that was found is shown to people. */
type FoundHit = ReturnType<typeof describeWorks>['hits'][number];

type FindOptions = AnswerOptions & { [K in keyof typeof parameters]?: string };

/** Adds `objects find`. */
export function addFindCommand(objects: Command, context: CommandContext): void {
	const find = objects
		.command('find')
		.summary('find works by words')
		.description(
			'Finds works by what is known of them, as `GET /objects?q=` does: same options, same checks. Of more than ' +
				'10,000 works with the words those that are cited most are looked at. The exit status is 3 where none is found.',
		)
		.argument('<q...>', 'words, "phrases", AND OR NOT, prefix*, title: creator: journal: …')
		.addOption(new Option('--type <type>', 'only works of this type').choices(objectTypeNames))
		.option('--publication-year <range>', 'only works published then: 2015--<2018, >2005--, 2005--2005')
		.addOption(
			new Option('--group-by <level>', 'each work by itself, or all its versions once').choices([
				'identity',
				'version',
			]),
		)
		.addOption(
			new Option('--sort <order>', 'relevance if left out').choices(
				['relevance', 'mostcited', 'mostrecent'].flatMap((order) => [order, `-${order}`]),
			),
		)
		.option('--size <number>', 'how many to answer, 20 if left out, at most 1000')
		.option('--cursor <cursor>', 'go on from where an answer ended')
		.action((words: string[], options: FindOptions) =>
			findWorks(context, words.join(' '), options).catch(inOptionNames('q')),
		);
	answersJson(
		find,
		'link-broker objects find corner plots',
		'link-broker objects find \'"dark matter" creator:rubin\' --type literature --sort mostcited',
	);
}

async function findWorks(context: CommandContext, q: string, options: FindOptions): Promise<void> {
	// Loaded here: no other command is to wait for it.
	const { readWorksQuery } = await import('../../broker/objects/works-query.ts');
	const { describeWorks } = await import('../../formats/scholix/writing/describe-work.ts');
	const asked = Object.entries(parameters).flatMap(([option, parameter]) => {
		const value = options[option as keyof typeof parameters];
		return value === undefined ? [] : [[parameter, value]];
	});
	const query = readWorksQuery({ ...Object.fromEntries(asked), q });
	await withApplication(context, async ({ broker }) => {
		const found = await broker.findObjects(query);
		const { cursor } = found;
		const document = { ...describeWorks(found), ...(cursor !== undefined && { cursor }) };
		printAnswer(context, options, { document, text: tableOf(context, document.hits) });
		tellMore(context, found, query.group_by);
		await tellBehind(context, broker);
	});
}

function tableOf({ terminal }: CommandContext, hits: readonly FoundHit[]): string {
	if (hits.length === 0) return '';
	const columns = [
		{ title: 'IDENTIFIER', whole: true },
		{ title: 'TITLE', leads: true },
		{ title: 'TYPE', whole: true },
		{ title: 'PUBLISHED', whole: true },
		{ title: 'CITED BY', align: 'right' as const, whole: true },
	];
	const rows = hits.map(({ Identifiers: [first], Title = '', Type, PublicationDate = '', counts }) => [
		...[first ? `${first.IDScheme}:${first.ID}` : '', Title, Type.Name, PublicationDate, number(counts.isCitedBy)],
	]);
	return terminal.table(columns, rows);
}

/** Says on standard error how many there are, what may be meant instead, and how to go on. */
function tellMore({ terminal, markUnknown }: CommandContext, found: WorksAnswer, level: WorksQuery['group_by']): void {
	const { total, isWhole, works, cursor, suggestions = [] } = found;
	const all = `${isWhole ? '' : 'at least '}${count(total, 'work')}`;
	if (total === 0) {
		markUnknown();
		terminal.note('No work has these words.');
		if (suggestions.length > 0) terminal.note(printable(`Did you mean: ${suggestions.join(', or: ')}?`));
		else if (level === 'version') terminal.note('With --group-by identity each version is looked at by itself.');
		return;
	}
	terminal.note(cursor === undefined ? all : `${number(works.length)} of ${all}; more with --cursor ${cursor}`);
}
