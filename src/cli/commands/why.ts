// The command that explains why two identifiers belong together.
import type { Command } from 'commander';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import type { Kinship, Why, WhyStep } from '../../broker/why/explain-why.ts';
import { whyQuestionSchema } from '../../broker/why/why-question.ts';
import { chainNotShown } from '../../links/words.ts';
import { answer, answersJson, type CommandContext } from '../context.ts';
import { addQuestion } from '../question-options.ts';
import { printable } from '../terminal/text-width.ts';
import { number } from '../wording.ts';

const sentences: Readonly<Record<Kinship, string>> = {
	same: 'are one work',
	versions: 'are versions of one work',
	linked: 'are linked',
	none: 'are not related',
};

/** Adds `why`. */
export function addWhyCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('why')
		.summary('explain why two identifiers belong together')
		.description(
			'Shows whether two identifiers name one work, versions of one work, or linked works, and the shortest chain of ' +
				'assertions and rules that proves it, each with its first provider, date and event.',
		);
	const asking = {
		args: ['id', 'other'],
		words: { other_scheme: 'the scheme of <other> (default: detected)' },
	};
	addQuestion(command, whyQuestionSchema, asking, (asked, options) => {
		const question = readParametersBy(whyQuestionSchema, asked);
		return answer(context, options, async ({ broker }) => {
			// Imported late: other commands start faster without it.
			const { whyDocument } = await import('../../broker/why/why-document.ts');
			const why = await broker.explainWhy(question, { userId: null, seesAllEvents: true });
			return { document: whyDocument(why), text: explanation(context, why) };
		});
	});
	answersJson(
		command,
		'link-broker why 10.5281/zenodo.53155 10.5281/zenodo.11020',
		'link-broker why arXiv:1207.4464 10.21105/joss.00024 --json',
	);
}

function explanation(context: CommandContext, { one, other, relation, steps, isTooLong }: Why): string {
	const heading = printable(`${nameOf(one)} and ${nameOf(other)} ${sentences[relation]}.`);
	if (isTooLong) return `${heading}\n${chainNotShown}`;
	if (steps.length === 0) return heading;
	const rules = steps.flatMap((step) => ('rule' in step ? [printable(step.rule)] : []));
	return [heading, '', stepsTable(context, steps), ...(rules.length > 0 ? ['', ...rules] : [])].join('\n');
}

function stepsTable({ terminal }: CommandContext, steps: readonly WhyStep[]): string {
	const ofAssertion = (show: (step: Exclude<WhyStep, { rule: string }>) => string) => (step: WhyStep) =>
		'rule' in step ? '' : show(step);
	return terminal.table(
		[
			{ title: 'SOURCE', whole: true, of: ({ source }) => nameOf(source) },
			{ title: 'RELATION', whole: true, of: ({ relation }) => relation },
			{ title: 'TARGET', whole: true, of: ({ target }) => nameOf(target) },
			{ title: 'ASSERTED BY', main: true, of: (step) => ('rule' in step ? 'a rule' : step.provenance.provider) },
			{ title: 'DATE', whole: true, of: ofAssertion(({ provenance }) => provenance.date) },
			{ title: 'OTHERS', whole: true, of: ofAssertion(({ others }) => (others === 0 ? '' : number(others))) },
			{ title: 'EVENT', whole: true, of: ofAssertion(({ eventId }) => eventId ?? '') },
		],
		steps,
	);
}

function nameOf({ scheme, value }: { scheme: string; value: string }): string {
	return `${scheme}:${value}`;
}
