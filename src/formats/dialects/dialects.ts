// The table of dialects, and the recognition of a document's dialect.

import { BrokerError } from '../../errors.ts';
import { bibtex } from './bibliographies/bibtex.ts';
import { cslJson, cslOfCrossref } from './bibliographies/csl-json.ts';
import { endnote } from './bibliographies/endnote.ts';
import { pubmedText } from './bibliographies/pubmed-text.ts';
import { pubmedXml } from './bibliographies/pubmed-xml.ts';
import { ris } from './bibliographies/ris.ts';
import { webOfScienceText } from './bibliographies/web-of-science.ts';
import { webOfScienceTable } from './bibliographies/web-of-science-table.ts';
import type { Dialect, DocumentOf, Syntax } from './dialect.ts';
import { eventData } from './events/event-data.ts';
import { lagottoXml } from './events/lagotto-xml.ts';
import { jats } from './full-texts/jats.ts';
import { tei } from './full-texts/tei.ts';
import { ads } from './indexes/ads.ts';
import { asclepias } from './indexes/asclepias.ts';
import { europepmc } from './indexes/europepmc.ts';
import { europepmcDatalinks } from './indexes/europepmc-datalinks.ts';
import { inspire } from './indexes/inspire.ts';
import { lensApi } from './indexes/lens.ts';
import { openalex } from './indexes/openalex.ts';
import { semanticScholar } from './indexes/semantic-scholar.ts';
import { codemeta } from './linked-data/codemeta.ts';
import { roCrate } from './linked-data/ro-crate.ts';
import { schemaOrg } from './linked-data/schema-org.ts';
import { skgIf } from './linked-data/skg-if.ts';
import { coarNotify } from './notify/coar-notify.ts';
import { scholexplorer } from './openaire/scholexplorer.ts';
import { scholexplorerDump } from './openaire/scholexplorer-dump.ts';
import { scholixV1 } from './openaire/scholix-v1.ts';
import { scholixXml } from './openaire/scholix-xml.ts';
import { crossrefRest } from './registries/crossref-rest.ts';
import { crossrefXml } from './registries/crossref-xml.ts';
import { dataciteRest } from './registries/datacite-rest.ts';
import { dataciteXml } from './registries/datacite-xml.ts';
import { dataverse } from './repositories/dataverse.ts';
import { figshare } from './repositories/figshare.ts';
import { inveniordm } from './repositories/inveniordm.ts';
import { zenodo } from './repositories/zenodo.ts';
import { citationCff } from './software/citation-cff.ts';
import { softwareHeritage } from './software/software-heritage.ts';
import { dataCitationCorpusJson, dataCitationCorpusTable } from './tables/data-citation-corpus.ts';
import {
	dimensions,
	lens,
	openalexTable,
	openapc,
	publishOrPerish,
	pubmedTable,
	scopus,
} from './tables/database-exports.ts';
import { iciteApi, iciteTable, nihOcc } from './tables/icite.ts';
import { opencitationsApi, opencitationsTable } from './tables/opencitations-index.ts';
import { opencitationsMetaApi, opencitationsMetaTable } from './tables/opencitations-meta.ts';
import { pmcIds } from './tables/pmc-ids.ts';
import { relationships } from './tables/relationships.ts';
import { retractionWatch } from './tables/retraction-watch.ts';
import { spreadsheet } from './tables/spreadsheet.ts';
import { wikidata } from './tables/wikidata.ts';

/** Forms that documents of other dialects may fit too; the narrower come first. */
export const generalForms: readonly Dialect[] = [schemaOrg, cslOfCrossref, cslJson, spreadsheet];

/**
 * Lists every dialect but the broker's own (Scholix). A document fits at most one that is not a
 * general form, so the order of those decides nothing.
 */
export const dialects: readonly Dialect[] = [
	asclepias,
	scholexplorer,
	scholexplorerDump,
	scholixV1,
	scholixXml,
	zenodo,
	inveniordm,
	figshare,
	dataverse,
	dataciteRest,
	dataciteXml,
	crossrefRest,
	crossrefXml,
	ads,
	europepmc,
	europepmcDatalinks,
	eventData,
	lagottoXml,
	coarNotify,
	lensApi,
	inspire,
	semanticScholar,
	openalex,
	wikidata,
	citationCff,
	softwareHeritage,
	roCrate,
	skgIf,
	codemeta,
	bibtex,
	ris,
	pubmedText,
	pubmedXml,
	webOfScienceText,
	webOfScienceTable,
	endnote,
	jats,
	tei,
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
	scopus,
	lens,
	pubmedTable,
	openalexTable,
	dimensions,
	openapc,
	publishOrPerish,
	retractionWatch,
	relationships,
	...generalForms,
];

/** Finds a dialect by its name; of one that comes in several syntaxes, that of this one. */
export function dialectNamed(name: string, syntax: Syntax): Dialect | undefined {
	const found = dialects.filter((dialect) => dialect.name === name.trim().toLowerCase());
	return found.find((dialect) => dialect.syntax === syntax) ?? found[0];
}

/** Says that there is no dialect of a name, and where they are listed. */
export function unknownDialect(name: string): BrokerError {
	const advice = '`link-broker dialects` lists them';
	return new BrokerError('bad-query', `There is no dialect ${JSON.stringify(name)}; ${advice}.`);
}

/** Finds the dialect of a document; undefined where it is of none. */
export function dialectOf<F extends Syntax>(syntax: F, document: DocumentOf[F]): Dialect<F> | undefined {
	const found = dialects.find((dialect) => dialect.syntax === syntax && dialect.fits(document as never));
	return found as Dialect<F> | undefined;
}
