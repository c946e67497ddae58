// Builds a generation of the index: objects and links in files of their own, so that two threads can fill them at a time; knows no table.
import type { IndexBuilder, ObjectBuilder } from '../../../ports/search/search-index.ts';
import { type LinkFilling, openLinkFilling } from './fill-links.ts';
import { type ObjectFilling, openObjectFilling } from './fill-objects.ts';
import { finishFilling } from './finish-filling.ts';
import { createGenerationFile, removeGeneration } from './generation-files.ts';

/** Begins a generation; its number must not answer already. */
export function buildGeneration(path: string, generation: number): IndexBuilder {
	const links = begin(path, generation);
	// Opened with the first ones: it may be another handle that fills them in.
	let objects: ObjectFilling | undefined;
	const steps = createSteps(path, generation);
	return {
		addObjects: (added) =>
			steps.take(() => {
				objects ??= openObjectFilling(path, generation);
				objects.add(added);
			}),
		addLinks: (added) => steps.take(() => links.add(added)),
		finish: () =>
			steps.takeLast(async () => {
				objects?.arrange();
				objects?.close();
				links.close();
				await finishFilling(path, generation);
			}),
		async abandon() {
			steps.end();
			for (const close of [() => objects?.close(), links.close]) inspite(close);
			removeGeneration(path, generation);
		},
	};
}

function begin(path: string, generation: number): LinkFilling {
	removeGeneration(path, generation);
	try {
		createGenerationFile(path, generation).close();
		return openLinkFilling(path, generation);
	} catch (error) {
		removeGeneration(path, generation);
		throw error;
	}
}

/** Fills in the objects of a generation that another handle has begun; see SearchIndex.buildObjects. */
export function buildObjects(path: string, generation: number): ObjectBuilder {
	const objects = openObjectFilling(path, generation);
	const steps = createSteps(path, generation);
	return {
		addObjects: (added) => steps.take(() => objects.add(added)),
		finish: () =>
			steps.takeLast(() => {
				objects.arrange();
				objects.close();
			}),
		async abandon() {
			steps.end();
			inspite(objects.close);
		},
	};
}

/** Takes one step after the other, and none after one that has failed: a file would be finished without what could not be written. */
function createSteps(path: string, generation: number) {
	let over: { reason: unknown } | undefined;
	const end = (reason: unknown = new Error(`generation ${generation} of ${path} is no longer being built`)) => {
		over = { reason };
	};
	const take = async (step: () => void | Promise<void>): Promise<void> => {
		if (over) throw over.reason;
		try {
			await step();
		} catch (error) {
			end(error);
			throw error;
		}
	};
	return {
		take,
		async takeLast(step: () => void | Promise<void>): Promise<void> {
			await take(step);
			end();
		},
		end: () => end(),
	};
}

/** Closes what may be closed already, or may have failed. */
function inspite(close: () => void): void {
	try {
		close();
	} catch {
		// What it holds is thrown away.
	}
}
