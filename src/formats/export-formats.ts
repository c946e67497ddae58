// The names of the forms in which a whole result is exported, apart from their writers: every command
// line asks for them.

/**
 * Lists the formats: a table, links one a line, links in an array, references for LaTeX, for reference
 * managers, for citation processors and for readers, related identifiers of a record.
 */
export const exportFormats = ['csv', 'jsonl', 'scholix', 'bibtex', 'ris', 'csl', 'reference', 'inveniordm'] as const;
export type ExportFormat = (typeof exportFormats)[number];
