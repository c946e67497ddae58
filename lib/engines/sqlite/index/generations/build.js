// Builds a generation of the index in its own file, beside the one that answers; knows no table.
                                                                                  
                                                   
import {               openFilling } from './fill.js';
import {
	completeGenerationFile,
	createGenerationFile,
	removeFile,
	removeGeneration,
	unsortedPath,
} from './generation-files.js';

/**
 * Begins a generation; its number must not answer already. After a failure all further steps fail
 * with it.
 */
export function buildGeneration(path        , generation        )               {
	const { connection, filling } = begin(path, generation);
	let over                                 ;
	const end = (reason          = new Error(`generation ${generation} of ${path} is no longer being built`)) => {
		over = { reason };
	};
	const step = async (work                            )                => {
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

function begin(path        , generation        )                                               {
	removeGeneration(path, generation);
	let connection                        ;
	try {
		connection = createGenerationFile(path, generation);
		return { connection, filling: openFilling(connection, unsortedPath(path, generation)) };
	} catch (error) {
		connection?.close();
		removeGeneration(path, generation);
		throw error;
	}
}
