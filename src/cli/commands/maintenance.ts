// The commands that check the stored data, and rebuild groups and search index.
import { type Command, InvalidArgumentError } from 'commander';
import type { Diagnosis } from '../../broker/doctor/doctor.ts';
import { type Fault, faultTitles } from '../../broker/doctor/findings.ts';
import type { Place } from '../../broker/id-ranges.ts';
import { durationText } from '../../links/words.ts';
import {
	type AnswerOptions,
	answers,
	type CommandContext,
	countingUp,
	interruptible,
	withExamples,
	withProgress,
} from '../context.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number, unreadableSecrets } from '../wording.ts';

/** Adds `doctor`. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('doctor')
		.summary('check the stored data for faults')
		.description(
			'Checks whether the stored data is consistent: assertions, groups, descriptions, events, the change log ' +
				'and the search index, and whether the secrets of subscriptions can be read. Lists each kind of fault with ' +
				'examples. The exit status is 1 if there are faults. ' +
				'Servers and workers may keep running. An interrupted check shows the command that continues it.',
		)
		.option('--repair', 'repair derived data and rebuild the index, including unindexed links')
		.option('--from <place>', 'continue an interrupted check, such as identifiers:120000', readPlace)
		.hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		command,
		context,
		['link-broker doctor', 'link-broker doctor --repair', 'link-broker doctor --from identifiers:120000'],
		async ({ broker }, { repair = false, from }: AnswerOptions & { repair?: boolean; from?: Place }) => {
			const diagnosis = await interruptible(context, (signal) =>
				withProgress(context, 'Examining', (show) =>
					broker.doctor(context.by, { repair, from, signal, onProgress: countingUp(show) }),
				),
			);
			if (diagnosis.interruptedAt !== null) context.markInterrupted();
			const isDamaged = diagnosis.faults.some(({ kind }) => kind === 'file-damaged');
			const unreadable = isDamaged ? 0 : await broker.countUnreadableSecrets();
			if (diagnosis.interruptedAt === null && diagnosis.faults.length + unreadable > 0) context.markFailed();
			const document = documentOf(diagnosis);
			const text = textOf(diagnosis, repair);
			return {
				document: { ...document, sound: document.sound && unreadable === 0, unreadable_secrets: unreadable },
				text: unreadable === 0 ? text : `${text}\n\n${unreadableSecrets(unreadable)}`,
			};
		},
	);
}

function readPlace(text: string): Place {
	const [, of, id] = /^(identifiers|events):(\d{1,15})$/.exec(text) ?? [];
	if (of === undefined) throw new InvalidArgumentError('Write identifiers: or events:, and a number.');
	return { of: of as Place['of'], id: Number(id) };
}

const placeText = ({ of, id }: Place) => `${of}:${id}`;

/** Returns the command that continues an interrupted check. */
function goOnCommand({ interruptedAt, faults }: Diagnosis, repair: boolean): string {
	const { of, id } = interruptedAt as Place;
	// A repair begins with all faults.
	const isFromStart = (of === 'identifiers' && id === 0) || (repair && faults.length > 0);
	return `link-broker doctor${repair ? ' --repair' : ''}${isFromStart ? '' : ` --from ${placeText({ of, id })}`}`;
}

type Timed = Diagnosis & { seconds: number };

function documentOf({ identifiers, identityGroups, versionGroups, events, faults, mended, ...rest }: Timed) {
	const described = ({ kind, ...fault }: Fault) => ({ kind, title: faultTitles[kind], ...fault });
	return {
		sound: faults.length === 0 && rest.interruptedAt === null,
		identifiers,
		identity_groups: identityGroups,
		version_groups: versionGroups,
		events,
		faults: faults.map(described),
		mended: mended?.map(described) ?? null,
		index_left_out: rest.indexLeftOut,
		links_left_out: rest.linksLeftOut,
		interrupted_at: rest.interruptedAt && placeText(rest.interruptedAt),
		seconds: rest.seconds,
	};
}

function textOf(diagnosis: Timed, repair: boolean): string {
	const { identifiers, identityGroups, versionGroups, events, faults, mended, indexLeftOut, seconds } = diagnosis;
	const looked =
		`${count(events, 'event')}, ${count(identifiers, 'identifier')} in ${count(identityGroups, 'identity group')} ` +
		`and ${count(versionGroups, 'version group')}; ${durationText(seconds)}`;
	const verdict =
		faults.length === 0
			? mended === null
				? 'No faults.'
				: 'Repaired; no faults remain.'
			: mended === null
				? 'Faults:'
				: 'Repaired, but these faults remain:';
	const goOn =
		diagnosis.interruptedAt === null
			? []
			: ['', 'Interrupted. To continue, run:', `  ${goOnCommand(diagnosis, repair)}`];
	const advice =
		faults.length > 0 && !repair && !faults.some(({ kind }) => kind === 'file-damaged')
			? ['', '`link-broker doctor --repair` repairs data that is derived from the links.']
			: [];
	return [
		looked,
		...(indexLeftOut === null ? [] : [`The search index was not checked: ${indexLeftOut}`]),
		...(diagnosis.linksLeftOut ? ['Links that only the search index has were not counted.'] : []),
		...(mended === null ? [] : ['', 'Repaired faults:', ...mended.flatMap(linesOf)]),
		'',
		verdict,
		...faults.flatMap(linesOf),
		...(goOn.length === 0 ? advice : goOn),
	].join('\n');
}

function linesOf({ kind, count: found, examples }: Fault): string[] {
	const more = found > examples.length ? [`    and ${number(found - examples.length)} more`] : [];
	return [`  ${faultTitles[kind]}: ${number(found)}`, ...examples.map((words) => `    ${printable(words)}`), ...more];
}

/** Adds `search reindex` and `graph rebuild`. */
export function addRebuildCommands(program: Command, context: CommandContext): void {
	addReindex(program, context);
	addRebuild(program, context);
}

function addReindex(program: Command, context: CommandContext): void {
	const search = program.command('search').summary('manage the search index').description('Manages the search index.');
	withExamples(search, 'link-broker search reindex');
	const reindex = search
		.command('reindex')
		.summary('rebuild the search index')
		.description(
			'Rebuilds the search index from the database, including unindexed links. The old index answers until the new ' +
				'one is complete.',
		)
		.option('--destroy', 'clear the index first; searches find nothing until the rebuild ends')
		.hook('preAction', () => context.composition.lowerPriority('index'));
	answers(
		reindex,
		context,
		['link-broker search reindex'],
		async ({ broker }, options: AnswerOptions & { destroy?: true }) => {
			const { objects, links, seconds } = await withProgress(context, 'Reindexing', (show) =>
				broker.reindex(context.by, { destroy: options.destroy ?? false, onProgress: countingUp(show) }),
			);
			const text = `Indexed ${count(objects, 'work')} and ${count(links, 'relationship')}, ${durationText(seconds)}`;
			return { document: { objects, links, seconds }, text };
		},
	);
}

function addRebuild(program: Command, context: CommandContext): void {
	const graph = program
		.command('graph')
		.summary('manage the groups of identifiers')
		.description('Manages the groups of identifiers.');
	withExamples(graph, 'link-broker graph rebuild');
	const rebuild = graph
		.command('rebuild')
		.summary('rebuild all groups from the stored links')
		.description(
			'Rebuilds the groups of all identifiers and their descriptions from the stored links, and updates the ' +
				'search index if anything changed. Consistent data does not change. An interrupted rebuild shows the command ' +
				'that continues it.',
		)
		.option('--from <number>', 'continue an interrupted rebuild at this number', readNumber)
		.hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		rebuild,
		context,
		['link-broker graph rebuild'],
		async ({ broker }, { from }: AnswerOptions & { from?: number }) => {
			const summary = await interruptible(context, (signal) =>
				withProgress(context, 'Rebuilding', (show) =>
					broker.rebuildGraph(context.by, { from, signal, onProgress: countingUp(show) }),
				),
			);
			const { identifiers, identityGroups, versionGroups, changed, seconds, interruptedAt } = summary;
			if (interruptedAt !== null) context.markInterrupted();
			const groups = { identity_groups: identityGroups, version_groups: versionGroups };
			const text =
				`${count(identifiers, 'identifier')} in ${count(identityGroups, 'identity group')} and ` +
				`${count(versionGroups, 'version group')}; ${number(changed)} changed, ${durationText(seconds)}`;
			const goOn =
				interruptedAt === null
					? ''
					: `\n\nInterrupted. To continue, run:\n  link-broker graph rebuild --from ${interruptedAt}`;
			const document = { identifiers, ...groups, changed, interrupted_at: interruptedAt, seconds };
			return { document, text: text + goOn };
		},
	);
}

function readNumber(text: string): number {
	if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
	return Number(text);
}
