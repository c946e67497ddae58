// The fields of a generation's documents as OpenSearch indexes them.

import type { IndexFormats } from '../../../ports/search/index-format.ts';
import { flagRulesVersion } from '../../../search/flags/flags.ts';

/**
 * The format of a generation, stored with it once it is complete. A change of the fields, of the
 * content of documents or of the analysis of text takes the next number. Every request has to work
 * on the oldest format as well, until it is no longer listed here.
 */
export const indexFormats: IndexFormats = { written: 17, oldest: 14, flagRules: flagRulesVersion };

/**
 * Fields that the documents of the oldest format lack; they follow from the other fields of their
 * documents.
 */
export const laterFields: readonly string[] = ['journalName', 'linkYear', 'by', 'isMined', 'isOfOne', 'isOwn'];

// Prefixes of up to five letters are indexed beside the words (index_prefixes), since very many
// words may begin with them. OpenSearch expands longer ones when it searches.
const words = {
	type: 'text',
	analyzer: 'tokens',
	norms: false,
	index_prefixes: { min_chars: 1, max_chars: 5 },
} as const;

const textsOfObjects = {
	...{ title: words, creator: words, journal: words },
	...{ publisher: words, keyword: words, identifier: words },
} as const;

/**
 * Maps the fields of all kinds of documents: ObjectSource, LinkSource and DirectoryEntry. Only
 * objects have `group`. Fields that are not listed are stored and returned, but not indexed.
 */
export const mappings = {
	dynamic: false,
	properties: {
		// Of both.
		level: { type: 'keyword', doc_values: false },
		// Of objects.
		group: { type: 'long' },
		version: { type: 'long' },
		keys: { type: 'keyword', doc_values: false },
		published: { type: 'double' },
		publishers: { type: 'keyword', index: false },
		journalName: { type: 'keyword', index: false },
		copy: {
			properties: {
				sort: { type: 'keyword', index: false },
				type: { type: 'keyword' },
				year: { type: 'short' },
				traits: { type: 'keyword', index: false, doc_values: false },
				...textsOfObjects,
				// Searched in `titles`.
				title: { type: 'text', index: false, copy_to: 'titles' },
			},
		},
		versionTitles: { type: 'text', index: false, copy_to: 'titles' },
		titles: words,
		titleKeys: { type: 'keyword', doc_values: false },
		rank: {
			properties: {
				levels: { type: 'keyword', doc_values: false },
				cited: {
					properties: { identity: { type: 'integer' }, version: { type: 'integer' } },
				},
			},
		},
		// Of the directory.
		key: { type: 'keyword', doc_values: false },
		// Of links.
		at: { type: 'keyword', doc_values: false },
		// The same as a number, by which groups are counted: terms of text would have to be numbered
		// first.
		party: { type: 'long', index: false },
		to: { type: 'keyword', doc_values: false },
		relation: { type: 'keyword', doc_values: false },
		relationNumber: { type: 'byte', index: false },
		earliest: { type: 'double', index: false },
		latest: { type: 'double', index: false },
		// The year of `latest`.
		linkYear: { type: 'short' },
		asserted: { type: 'double_range' },
		provider: words,
		subTypes: { type: 'keyword' },
		members: { type: 'keyword' },
		shows: { type: 'keyword', doc_values: false },
		// What flags need of the history.
		by: { type: 'keyword', doc_values: false },
		isMined: { type: 'boolean', doc_values: false },
		isOfOne: { type: 'boolean', doc_values: false },
		// A provider publishes the other work.
		isOwn: { type: 'boolean', doc_values: false },
		// Of links, copied from the object at the other end.
		traits: { type: 'keyword', doc_values: false },
		sort: { type: 'keyword', index: false },
		type: { type: 'keyword' },
		year: { type: 'short' },
		...textsOfObjects,
	},
} as const;

/**
 * Splits text at spaces: words arrive analysed (src/search/analysis.ts), at most 256 UTF-16 units
 * long.
 */
export const analysis = {
	analyzer: { tokens: { type: 'custom', tokenizer: 'spaces' } },
	tokenizer: { spaces: { type: 'whitespace', max_token_length: 1024 } },
} as const;
