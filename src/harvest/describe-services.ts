// Describes the services that can be harvested, as documents for forms and programs.
import type { HarvestServiceDocument } from '../broker/harvests.ts';
import { filterNames, type HarvestService, type ServiceSecret } from './service.ts';
import { harvestServices, settingsOf } from './services.ts';

/** What the settings say to the services: the contact address, and secrets, by variable. */
export type ServiceSettings = {
	contact: string | null;
	secretOf(variable: ServiceSecret['variable']): string | null;
};

/** Describes all services, in the order of the table. */
export function describeServices(settings: ServiceSettings): HarvestServiceDocument[] {
	return harvestServices.map((service) => describeService(service, settings));
}

function describeService(service: HarvestService, settings: ServiceSettings): HarvestServiceDocument {
	const { name, title, address, changes, pauseMilliseconds, needsOneOf, isWholeSince = false, example } = service;
	return {
		...{ name, title, address, changes, pause_seconds: pauseMilliseconds / 1_000 },
		filters: filterNames.flatMap((filter) => {
			const meaning = service.filters[filter];
			return meaning === undefined ? [] : [{ name: filter, ...meaning }];
		}),
		...{ needs_one_of: [...needsOneOf], whole_since: isWholeSince },
		settings: settingsOf(service, credentialsOf(service, settings)).map(({ variable, isNeeded, isSet, words }) => {
			return { name: variable, needed: isNeeded, set: isSet, words };
		}),
		command: `link-broker harvest ${name} ${example}`,
	};
}

/** Returns what the settings say to one service. */
export function credentialsOf(
	{ secret }: Pick<HarvestService, 'secret'>,
	{ contact, secretOf }: ServiceSettings,
): { contact: string | null; secret: string | null } {
	return { contact, secret: secret === null ? null : secretOf(secret.variable) };
}
