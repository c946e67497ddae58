// The names of the forms in which a whole result is exported, apart from their writers: every command
// line asks for them.

/**
 * Lists the formats: a table, links one a line, links in an array, references for LaTeX and for
 * reference managers, related identifiers of a record.
 */
export const exportFormats = ['csv', 'jsonl', 'scholix', 'bibtex', 'ris', 'inveniordm'] as const;
export type ExportFormat = (typeof exportFormats)[number];
