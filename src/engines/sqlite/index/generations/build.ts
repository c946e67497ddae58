// Builds generations of the index in files of their own, beside the one that answers; each in the
// handle that began it, phase by phase (see src/ports/search/index-generations.ts).
import assert from 'node:assert/strict';
import type { IndexBuilder, IndexGenerations } from '../../../../ports/search/index-generations.ts';
import { type RebuildPhase, rebuildPhases } from '../../../../store/rebuild-parts.ts';
import type { Connection } from '../connection.ts';
import { openFilling } from './fill.ts';
import {
	completeGenerationFile,
	createGenerationFile,
	removeFile,
	removeGeneration,
	unsortedPath,
} from './generation-files.ts';

type Build = { generation: number; enter(phase: RebuildPhase): IndexBuilder; abandon(): void };

/** Starts with nothing that is being built; what is begun takes the place of what was. */
export function createBuilds(path: string): Pick<IndexGenerations, 'begin' | 'open' | 'remove'> {
	let build: Build | undefined;
	const remove = (generation: number): void => {
		if (build?.generation === generation) build.abandon();
		removeGeneration(path, generation);
	};
	return {
		async begin(generation) {
			build?.abandon();
			remove(generation);
			build = beginBuild(path, generation);
		},
		async open(generation, phase) {
			assert.equal(build?.generation, generation, `generation ${generation} of ${path} is not being built here`);
			return (build as Build).enter(phase);
		},
		remove: async (generation) => remove(generation),
	};
}

/** Begins a generation. After a failure all further steps fail with it. */
function beginBuild(path: string, generation: number): Build {
	const { connection, filling } = createFilling(path, generation);
	let phase: RebuildPhase = 'objects';
	let documents = 0;
	let over: { reason: unknown } | undefined;
	const end = (reason: unknown = new Error(`generation ${generation} of ${path} is no longer being built`)) => {
		over = { reason };
	};
	const step = async (of: RebuildPhase, work: () => void): Promise<void> => {
		if (over) throw over.reason;
		assert.equal(phase, of, 'what belongs to a phase is written in it');
		try {
			work();
		} catch (error) {
			// The file must not be finished without what could not be written.
			end(error);
			throw error;
		}
	};
	const add = (of: RebuildPhase, added: readonly unknown[], work: () => void) => {
		documents += added.length;
		return step(of, work);
	};
	const builder: IndexBuilder = {
		addObjects: (objects) => add('objects', objects, () => filling.addObjects(objects)),
		addLinks: (links) => add('links', links, () => filling.addLinks(links)),
		async *addStandings() {
			for (const statements of filling.arrangement()) {
				await step('standings', () => connection.execute(statements));
				yield;
			}
		},
		flush: async () => documents,
		async finish(mark) {
			await step('changes', () => completeGenerationFile(connection, path, generation, mark));
			removeFile(unsortedPath(path, generation));
			end();
		},
	};
	return {
		generation,
		enter(next) {
			assert.ok(rebuildPhases.indexOf(phase) <= rebuildPhases.indexOf(next), `the phase ${next} is over`);
			[phase, documents] = [next, 0];
			return builder;
		},
		abandon() {
			end();
			connection.close();
		},
	};
}

function createFilling(path: string, generation: number) {
	let connection: Connection | undefined;
	try {
		connection = createGenerationFile(path, generation);
		return { connection, filling: openFilling(connection, unsortedPath(path, generation)) };
	} catch (error) {
		connection?.close();
		removeGeneration(path, generation);
		throw error;
	}
}
