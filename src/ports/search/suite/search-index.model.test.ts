// Tests the oracle itself by the contract.
import { describeFormats } from './index-formats.contract.ts';
import { describeSearchIndex } from './search-index.contract.ts';
import { countKept, createModelStore, openModelIndex } from './search-index.model.ts';

describeSearchIndex('the model of a search index', async () => {
	const store = createModelStore();
	return {
		index: openModelIndex(store),
		reopen: async () => openModelIndex(store),
		countKept: async () => countKept(store),
		close: async () => {},
	};
});

describeFormats('the model of a search index', async () => {
	const store = createModelStore();
	return {
		open: async (formats) => openModelIndex(store, undefined, formats),
		removeFlags: async () => {
			for (const state of store.generations.values()) Object.assign(state, { format: 0, flagRules: 0 });
		},
		close: async () => {},
	};
});
