// Learns from answers which prefixes of DOIs are of the second registry that is asked for them, so that
// the first one is asked no more.
import type { Identifier } from '../../identifiers/index.ts';
import type { LookUpService } from './look-up-service.ts';
import { lookUpServices } from './look-up-services.ts';

export type Prefixes = ReturnType<typeof createPrefixes>;

/** Creates it, with nothing learned yet. */
export function createPrefixes() {
	const found = new Map<string, Set<string>>();
	const prefixOf = ({ scheme, key }: Identifier) => (scheme === 'doi' ? key.split('/')[0] : undefined);
	return {
		/** Notes what a registry has described. */
		note({ name }: Pick<LookUpService, 'name'>, described: Iterable<Identifier>): void {
			for (const identifier of described) {
				const prefix = prefixOf(identifier);
				if (prefix !== undefined) found.getOrInsertComputed(prefix, () => new Set()).add(name);
			}
		},
		/** Whether only registries after this one have described identifiers of the same prefix. */
		isOfOthers({ name }: Pick<LookUpService, 'name'>, identifier: Identifier): boolean {
			const by = found.get(prefixOf(identifier) ?? '');
			if (by === undefined || by.has(name)) return false;
			const behind = lookUpServices.slice(lookUpServices.findIndex((one) => one.name === name) + 1);
			return behind.some((one) => by.has(one.name));
		},
	};
}
