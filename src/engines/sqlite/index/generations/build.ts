// Builds a generation of the index in its own file, beside the one that answers; knows no table.
import type { IndexBuilder } from '../../../../ports/search/index-generations.ts';
import type { Connection } from '../connection.ts';
import { type Filling, openFilling } from './fill.ts';
import {
	completeGenerationFile,
	createGenerationFile,
	removeFile,
	removeGeneration,
	unsortedPath,
} from './generation-files.ts';

/**
 * Begins a generation; its number must not answer already. After a failure all further steps fail
 * with it.
 */
export function buildGeneration(path: string, generation: number): IndexBuilder {
	const { connection, filling } = begin(path, generation);
	let over: { reason: unknown } | undefined;
	const end = (reason: unknown = new Error(`generation ${generation} of ${path} is no longer being built`)) => {
		over = { reason };
	};
	const step = async (work: () => void | Promise<void>): Promise<void> => {
		if (over) throw over.reason;
		try {
			await work();
		} catch (error) {
			// The file must not be finished without what could not be written.
			end(error);
			throw error;
		}
	};
	return {
		addObjects: (objects) => step(() => filling.addObjects(objects)),
		addLinks: (links) => step(() => filling.addLinks(links)),
		async finish(mark) {
			await step(async () => {
				await filling.arrange();
				completeGenerationFile(connection, path, generation, mark);
				removeFile(unsortedPath(path, generation));
			});
			end();
		},
		async abandon() {
			end();
			connection.close();
			removeGeneration(path, generation);
		},
	};
}

function begin(path: string, generation: number): { connection: Connection; filling: Filling } {
	removeGeneration(path, generation);
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
