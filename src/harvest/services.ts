// The table of services that can be harvested. The rules of each are in its own file.
import { hash } from 'node:crypto';
import { BrokerError } from '../errors.ts';
import { shellWord } from '../formats/shell-word.ts';
import { linkLimits } from '../links/limits.ts';
import { wrongProvider } from '../links/names.ts';
import type { HarvestTask } from '../store/harvests.ts';
import { filterNames, type HarvestService } from './service.ts';
import { ads } from './services/ads.ts';
import { asclepias } from './services/asclepias.ts';
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
	asclepias,
];

/** Finds a service; fails as taskFault makes it where there is none of this name. */
export function serviceNamed(name: string, writtenAs: Spelling = 'options'): HarvestService {
	const found = harvestServices.find((service) => service.name === name);
	if (found !== undefined) return found;
	const names = harvestServices.map((service) => service.name).join(', ');
	const message = `Unknown service: ${JSON.stringify(name)}. The services are ${names}.`;
	throw taskFault(writtenAs, { field: 'service', message });
}

/**
 * Writes what is asked as the words of its command, which distinguish it from others:
 * `datacite --prefix 10.5281`. Long lists are shortened: the name is a key of the records.
 */
export function harvestName({ service, filters, address, provider }: HarvestTask): string {
	const options = [
		...filterNames.map((name) => [name, filters[name]] as const),
		['address', address] as const,
		['provider', provider] as const,
	];
	const words = options.flatMap(([name, value]) => (value ? [`--${name}`, shellWord(shortened(value))] : []));
	return [service, ...words].join(' ');
}

const longestWord = 300;

function shortened(value: string): string {
	if (value.length <= longestWord) return value;
	const digest = hash('sha256', value).slice(0, 12);
	return `${value.slice(0, longestWord / 3).toWellFormed()}… (${value.length} characters, ${digest})`;
}

/** What a task is checked against. */
type Known = {
	contact: string | null;
	secret: string | null;
	/** It is known already, or asks for what changed since a day, so it need not be narrowed. */
	isBegun: boolean;
	/** Who reads what is wrong: options of a command, or fields of a body. */
	writtenAs?: Spelling;
};

/** How a task was written: as options of a command, or as fields of a body. */
export type Spelling = 'options' | 'fields';

/**
 * Checks what is asked of a service, and fails with what to write instead: as `options` with
 * `bad-usage`, or with `bad-setting` where the operator has to set something first; as `fields`
 * always with `invalid-body`.
 */
export function checkTask(
	service: HarvestService,
	{ filters, address, provider }: HarvestTask,
	{ contact, secret, isBegun, writtenAs = 'options' }: Known,
): void {
	const named = (name: string) => (writtenAs === 'options' ? `--${name}` : name);
	const fail = (field: string, message: string, code: 'bad-usage' | 'bad-setting' = 'bad-usage'): never => {
		throw taskFault(writtenAs, { field, message, code });
	};
	const unknown = Object.keys(filters).find((name) => !Object.hasOwn(service.filters, name));
	if (unknown !== undefined) fail('filters', `${service.name} has no filter ${named(unknown)}.`);
	if (address === null && service.address === null) {
		const [, example] = /--address (\S+)/.exec(service.example) ?? [];
		fail('address', `Give the web address of the service with ${named('address')}, such as ${example}.`);
	}
	const wrong = provider === null ? undefined : wrongName(provider);
	if (wrong !== undefined) fail('provider', `The provider ${wrong}.`);
	const { secret: own } = service;
	// An administrator of the broker need not know the secrets of its environment.
	if (writtenAs === 'fields' && own !== null && address !== null && address !== service.address) {
		const elsewhere = 'Omit address, or create this harvest on the command line';
		fail('address', `${own.variable} is sent to the default address of ${service.name} only. ${elsewhere}.`);
	}
	const needed = service.needsOneOf;
	const isFree = needed.length === 0 || (isBegun && service.isWholeSince);
	if (!isFree && !needed.some((name) => filters[name] !== undefined)) {
		const options = [...needed, ...(service.isWholeSince ? ['from'] : [])].map(named).join(' or ');
		fail('filters', `${service.name} is too large to harvest as a whole: narrow it with ${options}.`);
	}
	const missing = settingsOf(service, { contact, secret }).find(({ isNeeded, isSet }) => isNeeded && !isSet);
	if (missing !== undefined) fail('service', `${service.name} needs ${missing.words}.`, 'bad-setting');
}

/** Says why links are refused that have a provider of this name; undefined if they are not. */
function wrongName(provider: string): string | undefined {
	const { nameLength } = linkLimits;
	return provider.length > nameLength ? `has more than ${nameLength} characters` : wrongProvider(provider);
}

/** Makes the failure of a task from what is wrong with one of its fields. */
export function taskFault(
	writtenAs: Spelling,
	{ field, message, code = 'bad-usage' }: { field: string; message: string; code?: 'bad-usage' | 'bad-setting' },
): BrokerError {
	if (writtenAs === 'options') return new BrokerError(code, message);
	return new BrokerError('invalid-body', message, { problems: [{ pointer: `/${field}`, message }] });
}

/** A setting that a service needs, or takes. `words` complete "the service needs …". */
type ServiceSetting = { variable: string; isNeeded: boolean; isSet: boolean; words: string };

/** Lists the settings of a service. */
export function settingsOf(
	{ needsContact, secret: own }: HarvestService,
	{ contact, secret }: Pick<Known, 'contact' | 'secret'>,
): ServiceSetting[] {
	const address = 'a contact address: set CONTACT_EMAIL to your email address';
	return [
		...(needsContact ? [{ variable: 'CONTACT_EMAIL', isNeeded: true, isSet: contact !== null, words: address }] : []),
		...(own === null
			? []
			: [
					{
						...{ variable: own.variable, isNeeded: own.isNeeded, isSet: secret !== null },
						words: `${own.variable} to be set: ${own.from}`,
					},
				]),
	];
}

/** Reads the address of a service; fails as taskFault makes it. */
export function readAddress(text: string, writtenAs: Spelling = 'options'): string {
	const fail = (message: string) => taskFault(writtenAs, { field: 'address', message });
	const address = URL.parse(text);
	if (!address || !/^https?:$/.test(address.protocol) || address.search !== '' || address.hash !== '')
		throw fail('It must be a web address without a query: https://api.example.org/v2.');
	if (address.username !== '' || address.password !== '') throw fail('It must have no user name or password.');
	return address.href.replace(/\/$/, '');
}
