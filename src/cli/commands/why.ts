// The command that explains why two identifiers belong together.
import type { Command } from 'commander';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import { holdsText, reasonTexts } from '../../broker/why/evidence.ts';
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
				'assertions and rules that proves it, each with its first provider, date and event. With --flag, also why ' +
				'the link between them has a flag.',
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
		'link-broker why 2018MNRAS.473..210S 10.21105/joss.00024 --flag unregistered',
	);
}

function explanation(context: CommandContext, why: Why): string {
	const { one, other, relation, steps, isTooLong } = why;
	const heading = printable(`${nameOf(one)} and ${nameOf(other)} ${sentences[relation]}.`);
	if (isTooLong) return [heading, chainNotShown, ...flagLines(why)].join('\n');
	if (steps.length === 0) return heading;
	const rules = steps.flatMap((step) => ('rule' in step ? [printable(step.rule)] : []));
	const table = ['', stepsTable(context, steps), ...(rules.length > 0 ? ['', ...rules] : [])];
	return [heading, ...table, ...flagLines(why)].join('\n');
}

/** Lists the flags of the link, and why it has the one that was asked for. */
function flagLines({ link, flag }: Why): string[] {
	const listed = link && link.flags.length > 0 ? ['', `Flags of the link: ${link.flags.join(', ')}`] : [];
	if (flag === undefined) return listed;
	const reasons = reasonTexts(flag).map((reason) => `  ${printable(reason)}`);
	return [...listed, '', `${flag.name}: ${holdsText(flag)}`, ...reasons];
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
