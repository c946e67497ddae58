// Lists the dialects that are kept as tables, with the forms that their interfaces answer; has no
// rule of any.
import type { Dialect } from '../dialect.ts';
import { dataCitationCorpusJson, dataCitationCorpusTable } from './data-citation-corpus.ts';
import { iciteApi, iciteTable, nihOcc } from './icite.ts';
import { opencitationsApi, opencitationsTable } from './opencitations-index.ts';
import { opencitationsMetaApi, opencitationsMetaTable } from './opencitations-meta.ts';
import { pmcIds } from './pmc-ids.ts';
import { spreadsheet } from './spreadsheet.ts';

/** Lists them, the most telling first. */
export const tableDialects: readonly Dialect[] = [
	nihOcc,
	iciteTable,
	iciteApi,
	opencitationsTable,
	opencitationsApi,
	opencitationsMetaTable,
	opencitationsMetaApi,
	dataCitationCorpusTable,
	dataCitationCorpusJson,
	pmcIds,
	// Any table with identifiers fits, so this comes last.
	spreadsheet,
];
