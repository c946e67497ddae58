// The commands that rebuild the search index and the groups from the stored links.
import type { Command } from 'commander';
import {
	type AnswerOptions,
	answeringInBackground,
	answersJson,
	type CommandContext,
	withExamples,
} from '../context.ts';
import { withProgress } from '../with-progress.ts';
import { count, duration, number } from '../wording.ts';

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
				'came with ' +
				'noindex are found afterwards.',
		)
		.option('--destroy', 'clear the index first: until the rebuild ends, searches find nothing')
		.action(
			answeringInBackground(context, 'index', async ({ broker }, options: AnswerOptions & { destroy?: true }) => {
				const { objects, links, seconds } = await withProgress(context, 'Reindexing', (onProgress) =>
					broker.reindex(context.by, { destroy: options.destroy ?? false, onProgress }),
				);
				const text = `Indexed ${count(objects, 'object')} and ${count(links, 'link')}, ${duration(seconds)}`;
				return { document: { objects, links, seconds }, text };
			}),
		);
	answersJson(reindex, 'link-broker search reindex', 'link-broker search reindex --destroy');
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
				'that changed ' +
				'something. On sound data nothing changes.',
		)
		.action(
			answeringInBackground(context, 'records', async ({ broker }) => {
				const summary = await withProgress(context, 'Rebuilding', (onProgress) =>
					broker.rebuildGraph(context.by, { onProgress }),
				);
				const { identifiers, identityGroups, versionGroups, changed, seconds } = summary;
				const groups = { identity_groups: identityGroups, version_groups: versionGroups };
				const text =
					`${count(identifiers, 'identifier')} in ${count(identityGroups, 'identity group')} and ` +
					`${count(versionGroups, 'version group')}; ${number(changed)} changed, ${duration(seconds)}`;
				return { document: { identifiers, ...groups, changed, seconds }, text };
			}),
		);
	answersJson(rebuild, 'link-broker graph rebuild');
}
