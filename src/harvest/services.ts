// The table of services that can be harvested. The rules of each are in its own file.
import { BrokerError } from '../errors.ts';
import { shellWord } from '../formats/shell-word.ts';
import type { HarvestTask } from '../store/harvests.ts';
import { filterNames, type HarvestService } from './service.ts';
import { ads } from './services/ads.ts';
import { crossref } from './services/crossref.ts';
import { datacite } from './services/datacite.ts';
import { europepmc } from './services/europepmc.ts';
import { invenio, zenodo } from './services/invenio.ts';
import { openalex } from './services/openalex.ts';
import { opencitations } from './services/opencitations.ts';
import { scholexplorer } from './services/scholexplorer.ts';

/** Lists them, those of most links first. */
export const harvestServices: readonly HarvestService[] = [
	datacite,
	crossref,
	openalex,
	europepmc,
	opencitations,
	zenodo,
	invenio,
	scholexplorer,
	ads,
];

/** Finds a service; fails with `bad-usage` where there is none of this name. */
export function serviceNamed(name: string): HarvestService {
	const found = harvestServices.find((service) => service.name === name);
	if (found !== undefined) return found;
	const names = harvestServices.map((service) => service.name).join(', ');
	throw new BrokerError('bad-usage', `Unknown service: ${JSON.stringify(name)}. The services are ${names}.`);
}

/**
 * Writes what is asked as the words of its command, which distinguish it from others:
 * `datacite --prefix 10.5281`.
 */
export function harvestName({ service, filters, address, provider }: HarvestTask): string {
	const options = [
		...filterNames.map((name) => [name, filters[name]] as const),
		['address', address] as const,
		['provider', provider] as const,
	];
	const words = options.flatMap(([name, value]) => (value ? [`--${name}`, shellWord(value)] : []));
	return [service, ...words].join(' ');
}

/**
 * Checks what is asked of a service, and fails with `bad-usage` and what to write instead; with
 * `bad-setting` where the operator has to say something first. `isBegun`: it is known already, or
 * what changed since a day is asked for, so that it need not be narrowed.
 */
export function checkTask(
	service: HarvestService,
	{ filters, address }: HarvestTask,
	{ contact, secret, isBegun }: { contact: string | null; secret: string | null; isBegun: boolean },
): void {
	const fail = (message: string): never => {
		throw new BrokerError('bad-usage', message);
	};
	const unknown = Object.keys(filters).find((name) => !Object.hasOwn(service.filters, name));
	if (unknown !== undefined) fail(`${service.name} has no filter --${unknown}.`);
	if (address === null && service.address === null) {
		fail(`Give the web address of the repository with --address, such as https://repository.example.org.`);
	}
	const needed = service.needsOneOf;
	const isFree = needed.length === 0 || (isBegun && service.isWholeSince);
	if (!isFree && !needed.some((name) => filters[name] !== undefined)) {
		const options = [...needed, ...(service.isWholeSince ? ['from'] : [])].map((name) => `--${name}`).join(' or ');
		fail(`${service.name} is too large to harvest as a whole: narrow it with ${options}.`);
	}
	if (service.needsContact && contact === null) {
		throw new BrokerError(
			'bad-setting',
			`${service.name} needs a contact address: set CONTACT_EMAIL to your email address.`,
		);
	}
	if (service.secret?.isNeeded && secret === null) {
		const { variable, from } = service.secret;
		throw new BrokerError('bad-setting', `${service.name} needs ${variable} to be set: ${from}.`);
	}
}
