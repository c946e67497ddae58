// The commands that check the stored data, and rebuild groups and search index.
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
		.summary('check the stored data for faults')
		.description(
			'Checks whether the stored data is consistent: assertions, groups, descriptions, events, the change log ' +
				'and the search index. Lists each kind of fault with examples. The exit status is 1 if there are faults. ' +
				'Servers and workers may keep running.',
		)
		.option('--repair', 'repair derived data and rebuild the index, including unindexed links')
		.hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		command,
		context,
		['link-broker doctor --repair'],
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
				? 'No faults.'
				: 'Repaired; no faults remain.'
			: mended === null
				? 'Faults:'
				: 'Repaired, but these faults remain:';
	const advice =
		faults.length > 0 && !repair && !faults.some(({ kind }) => kind === 'file-damaged')
			? ['', '`link-broker doctor --repair` repairs data that is derived from the links.']
			: [];
	return [
		looked,
		...(indexLeftOut === null ? [] : [`The search index was not checked: ${indexLeftOut}`]),
		...(mended === null ? [] : ['', 'Repaired faults:', ...mended.flatMap(linesOf)]),
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
			const text = `Indexed ${count(objects, 'object')} and ${count(links, 'link')}, ${durationText(seconds)}`;
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
				'search index if anything changed. Consistent data does not change.',
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
