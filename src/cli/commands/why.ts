// The command that asks why two identifiers belong together; knows nothing of how that is found
// out.
import type { Command } from 'commander';
import type { Kinship, Why, WhyStep } from '../../broker/why/explain-why.ts';
import { type AnswerOptions, answering, answersJson, type CommandContext } from '../context.ts';
import { inOptionNames } from '../option-names.ts';
import { printable } from '../terminal/text-width.ts';
import { number } from '../wording.ts';

type WhyOptions = AnswerOptions & { scheme?: string; otherScheme?: string };

const sentences: Readonly<Record<Kinship, string>> = {
	same: 'are one work',
	versions: 'are versions of one work',
	linked: 'are linked',
	none: 'have nothing to do with each other',
};

/** Adds `why`. */
export function addWhyCommand(program: Command, context: CommandContext): void {
	const explain = answering<[string, string], WhyOptions>(context, async ({ broker }, options, id, other) => {
		// Loaded here: no other command is to wait for it.
		const { readWhyQuestion } = await import('../../broker/why/why-question.ts');
		const { whyDocument } = await import('../../broker/why/why-document.ts');
		const { scheme, otherScheme } = options;
		const question = readWhyQuestion({
			...{ id, other },
			...(scheme !== undefined && { scheme }),
			...(otherScheme !== undefined && { other_scheme: otherScheme }),
		});
		const why = await broker.explainWhy(question, { userId: null, seesAllEvents: true });
		return { document: whyDocument(why), text: explanation(context, why) };
	});
	const command = program
		.command('why')
		.summary('ask why two identifiers belong together')
		.description(
			'Tells whether two identifiers are of one work, of versions of one, or of linked works, and the shortest chain of ' +
				'assertions and rules that makes it so: who said each first, when, and in which event.',
		)
		.argument('<id>', 'an identifier, or a text that holds one')
		.argument('<other>', 'another one')
		.option('--scheme <scheme>', 'the scheme of <id>; detected if left out')
		.option('--other-scheme <scheme>', 'the scheme of <other>; detected if left out')
		.action((...given: unknown[]) => explain(...given).catch(inOptionNames('id', 'other')));
	answersJson(
		command,
		'link-broker why 10.5281/zenodo.53155 10.5281/zenodo.11020',
		'link-broker why arXiv:1207.4464 10.21105/joss.00024 --json',
	);
}

function explanation(context: CommandContext, { one, other, relation, steps }: Why): string {
	const heading = printable(`${nameOf(one)} and ${nameOf(other)} ${sentences[relation]}.`);
	if (steps.length === 0) return heading;
	const rules = steps.flatMap((step) => ('rule' in step ? [printable(step.rule)] : []));
	return [heading, '', stepsTable(context, steps), ...(rules.length > 0 ? ['', ...rules] : [])].join('\n');
}

function stepsTable({ terminal }: CommandContext, steps: readonly WhyStep[]): string {
	const columns = [
		{ title: 'SOURCE', whole: true },
		{ title: 'RELATION', whole: true },
		{ title: 'TARGET', whole: true },
		{ title: 'SAID BY', leads: true },
		{ title: 'DATE', whole: true },
		{ title: 'ALSO', whole: true },
		{ title: 'EVENT', whole: true },
	];
	const rows = steps.map((step) => {
		const said = [nameOf(step.source), step.relation, nameOf(step.target)];
		if ('rule' in step) return [...said, 'a rule'];
		const { provider, date } = step.provenance;
		const others = step.others === 0 ? '' : `${number(step.others)} more`;
		return [...said, provider, date, others, step.eventId ?? ''];
	});
	return terminal.table(columns, rows);
}

function nameOf({ scheme, value }: { scheme: string; value: string }): string {
	return `${scheme}:${value}`;
}
