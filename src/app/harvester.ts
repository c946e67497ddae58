// Puts harvests together with the settings, and brings the index up after one of the command line.
import type { HarvestServiceDocument } from '../broker/harvests.ts';
import { selectWorks } from '../broker/objects/select-works.ts';
import type { BodyReading } from '../broker/read-bodies.ts';
import { systemClock } from '../clock.ts';
import { describeServices, type ServiceSettings } from '../harvest/describe-services.ts';
import { createDescriber, type Describer, type DescriberNeeds } from '../harvest/describing/describe-works.ts';
import { createHarvester, type Harvester, type HarvesterNeeds } from '../harvest/harvester.ts';
import type { ServiceSecret } from '../harvest/service.ts';
import { createLog, type Log } from '../log.ts';
import { createGuardedFetch } from '../network/guarded-connections.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import type { Records } from '../store/records.ts';
import { bringIndexUp, linksAreStored } from './bring-index-up.ts';
import { version } from './program.ts';
import { eventOptions } from './workers/event-worker.ts';
import { createApplyChunk, linksPerEvent } from './workers/load-chunk.ts';

const secrets: Readonly<
	Record<ServiceSecret['variable'], 'adsToken' | 'openalexKey' | 'opencitationsToken' | 'zenodoToken'>
> = {
	ADS_TOKEN: 'adsToken',
	OPENALEX_KEY: 'openalexKey',
	OPENCITATIONS_TOKEN: 'opencitationsToken',
	ZENODO_TOKEN: 'zenodoToken',
};

type Reading = { log: Log; bodies: BodyReading };

/** Creates a harvester on records; `bodies` reads the pages of services. */
export function openHarvester(settings: Settings, records: Records, reading: Reading): Harvester {
	return createHarvester({
		...needsOf(settings, records, reading),
		async knownDois(prefix, cursor) {
			const { inputs, cursor: next } = await selectWorks(records, { prefix }, { size: 1, cursor });
			return { dois: inputs.map((one) => (typeof one === 'string' ? one : one.ID)), cursor: next };
		},
	});
}

/** Creates what asks registries for descriptions; `index` finds the works. */
export function openDescriber(
	settings: Settings,
	{ records, index }: { records: Records; index: DescriberNeeds['index'] },
	reading: Reading,
): Describer {
	return createDescriber({ ...needsOf(settings, records, reading), index });
}

function needsOf(
	settings: Settings,
	records: Records,
	{ log, bodies }: Reading,
): Omit<HarvesterNeeds & DescriberNeeds, 'knownDois' | 'index'> {
	const options = eventOptions(settings, 'harvest', log);
	return {
		...{ records, worker: options.name, leaseMilliseconds: options.leaseMilliseconds, clock: systemClock },
		limits: { maxLinks: linksPerEvent(settings, records), maxBytes: settings.maxBodyBytes },
		agent: userAgent(settings),
		fetch: createGuardedFetch(settings.harvestPrivateHosts ?? [], 'HARVEST_PRIVATE_HOSTS'),
		contact: settings.contactEmail,
		secretOf: secretIn(settings),
		translate: bodies.page,
		previewPage: bodies.previewPage,
		steps: (by, load) => ({ read: bodies.chunk, apply: createApplyChunk(records, by, options, load) }),
	};
}

function secretIn(settings: Settings): ServiceSettings['secretOf'] {
	return (variable) => settings[secrets[variable]];
}

/** Describes the services that can be harvested, and which of their settings are set. */
export function listServices(settings: Settings): HarvestServiceDocument[] {
	return describeServices({ contact: settings.contactEmail, secretOf: secretIn(settings) });
}

/** Names the program and whoever runs it, as services ask of those who use them much. */
function userAgent({ contactEmail, publicUrl }: Settings): string {
	const who = [publicUrl, contactEmail && `mailto:${contactEmail}`].filter((one) => one);
	return `link-broker/${version}${who.length > 0 ? ` (${who.join('; ')})` : ''}`;
}

/**
 * Creates what the command line does with harvests and descriptions: it finds the links of a run at
 * its end.
 */
export function createHarvestCommands(
	settings: Settings,
	records: Records,
	index: SearchIndex,
	bodies: BodyReading,
): Harvester & Describer {
	const log = createLog(settings.logLevel, 'harvest');
	const harvester = openHarvester(settings, records, { log, bodies });
	const describer = openDescriber(settings, { records, index }, { log, bodies });
	const bringUp = async (doing: Parameters<typeof linksAreStored>[0], signal: AbortSignal) => {
		if (!signal.aborted) await bringIndexUp(settings, { records, index, log }, linksAreStored(doing), signal);
	};
	return {
		...harvester,
		...describer,
		async harvest(by, task, options) {
			const ended = await harvester.harvest(by, task, options);
			await bringUp('Harvesting', options.signal);
			return ended;
		},
		async describeWorks(by, order, listener) {
			const summary = await describer.describeWorks(by, order, listener);
			await bringUp('Asking for', listener.signal);
			return summary;
		},
	};
}
