// The commands that examine what is stored, and rebuild what follows from the stored links.
import type { Command } from 'commander';
import type { Diagnosis } from '../../broker/doctor/doctor.ts';
import { type Fault, faultTitles } from '../../broker/doctor/findings.ts';
import { durationText } from '../../links/words.ts';
import {
	type AnswerOptions,
	answers,
	type CommandContext,
	countingUp,
	withExamples,
	withProgress,
} from '../context.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number } from '../wording.ts';

/** Adds `doctor`. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('doctor')
		.summary('examine whether all that is stored agrees with itself')
		.description(
			'Examines whether all that is stored agrees with itself: what counts, groups and descriptions, events, the log ' +
				'of changes, and the search index. Tells each kind of fault with the first few examples. The exit status is 1 ' +
				'where there are any. Servers and workers may go on meanwhile.',
		)
		.option(
			'--repair',
			'mend what follows from the links received, and rebuild the index; what came with noindex is found then',
		)
		.hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		command,
		context,
		['link-broker doctor', 'link-broker doctor --repair'],
		async ({ broker }, options: AnswerOptions & { repair?: true }) => {
			const diagnosis = await withProgress(context, 'Examining', (show) =>
				broker.doctor(context.by, { repair: options.repair ?? false, onProgress: countingUp(show) }),
			);
			if (diagnosis.faults.length > 0) context.markFailed();
			return { document: documentOf(diagnosis), text: textOf(diagnosis, options.repair ?? false) };
		},
	);
}

type Timed = Diagnosis & { seconds: number };

function documentOf({ identifiers, identityGroups, versionGroups, events, faults, mended, ...rest }: Timed) {
	const described = ({ kind, ...fault }: Fault) => ({ kind, title: faultTitles[kind], ...fault });
	return {
		sound: faults.length === 0,
		identifiers,
		identity_groups: identityGroups,
		version_groups: versionGroups,
		events,
		faults: faults.map(described),
		mended: mended?.map(described) ?? null,
		index_left_out: rest.indexLeftOut,
		seconds: rest.seconds,
	};
}

function textOf(diagnosis: Timed, repair: boolean): string {
	const { identifiers, identityGroups, versionGroups, events, faults, mended, indexLeftOut, seconds } = diagnosis;
	const looked =
		`${count(events, 'event')}, ${count(identifiers, 'identifier')} in ${count(identityGroups, 'identity group')} and ` +
		`${count(versionGroups, 'version group')}; ${durationText(seconds)}`;
	const verdict =
		faults.length === 0
			? mended === null
				? 'Nothing is wrong.'
				: 'Mended; nothing is wrong any more.'
			: mended === null
				? 'Some of it is wrong:'
				: 'Mended, but some of it is still wrong:';
	const advice =
		faults.length > 0 && !repair ? ['', 'link-broker doctor --repair mends what follows from the links.'] : [];
	return [
		looked,
		...(indexLeftOut === null ? [] : [`The search index was left out: ${indexLeftOut}`]),
		...(mended === null ? [] : ['', 'It was wrong before:', ...mended.flatMap(linesOf)]),
		'',
		verdict,
		...faults.flatMap(linesOf),
		...advice,
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
	const search = program
		.command('search')
		.summary('look after the search index')
		.description('Looks after the search index.');
	withExamples(search, 'link-broker search reindex');
	const reindex = search
		.command('reindex')
		.summary('rebuild the search index')
		.description(
			'Rebuilds the search index from the database. The old index answers until the new one is complete. Links that ' +
				'came with noindex are found afterwards.',
		)
		.option('--destroy', 'clear the index first: until the rebuild ends, searches find nothing')
		.hook('preAction', () => context.composition.lowerPriority('index'));
	answers(
		reindex,
		context,
		['link-broker search reindex', 'link-broker search reindex --destroy'],
		async ({ broker }, options: AnswerOptions & { destroy?: true }) => {
			const { objects, links, seconds } = await withProgress(context, 'Reindexing', (show) =>
				broker.reindex(context.by, { destroy: options.destroy ?? false, onProgress: countingUp(show) }),
			);
			const text = `Indexed ${count(objects, 'object')} and ${count(links, 'link')}, ${durationText(seconds)}`;
			return { document: { objects, links, seconds }, text };
		},
	);
}

function addRebuild(program: Command, context: CommandContext): void {
	const graph = program
		.command('graph')
		.summary('look after the groups of identifiers')
		.description('Looks after the groups of identifiers.');
	withExamples(graph, 'link-broker graph rebuild');
	const rebuild = graph
		.command('rebuild')
		.summary('rebuild all groups from the stored links')
		.description(
			'Rebuilds the groups of all identifiers and their metadata from the stored links, and the search index where ' +
				'that changed something. On sound data nothing changes.',
		)
		.hook('preAction', () => context.composition.lowerPriority('records'));
	answers(rebuild, context, ['link-broker graph rebuild'], async ({ broker }) => {
		const summary = await withProgress(context, 'Rebuilding', (show) =>
			broker.rebuildGraph(context.by, { onProgress: countingUp(show) }),
		);
		const { identifiers, identityGroups, versionGroups, changed, seconds } = summary;
		const groups = { identity_groups: identityGroups, version_groups: versionGroups };
		const text =
			`${count(identifiers, 'identifier')} in ${count(identityGroups, 'identity group')} and ` +
			`${count(versionGroups, 'version group')}; ${number(changed)} changed, ${durationText(seconds)}`;
		return { document: { identifiers, ...groups, changed, seconds }, text };
	});
}
