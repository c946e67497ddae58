// Which Sources each of several events replaces that are parts of one whole. It knows no file.
import { type Identifier, identifierText } from '../identifiers/index.ts';
import type { LinkBatch } from '../links/link.ts';
import { providerKey } from '../links/provider.ts';
import type { ReplacedSource } from '../ports/records/events.ts';

/**
 * Starts a whole of which no part is known. For each part in turn it answers what that one replaces
 * of what its links name; null: all of it. A provider's records with one Source may be torn apart
 * over several parts, and each part is accepted later than those before it: if it replaced that
 * Source once more, it would take back what they have just said. So a Source is replaced by the
 * first part that names it.
 */
export function createReplacedOnce(): (batch: LinkBatch) => readonly ReplacedSource[] | null {
	const known = new Set<string>();
	return ({ identifiers, providers, replaced }) => {
		const named = replaced.map(
			([source, provider]): ReplacedSource => ({
				source: identifiers[source] as Identifier,
				provider: providers[provider] as string,
			}),
		);
		const first = named.filter((one) => {
			const text = textOf(one);
			if (known.has(text)) return false;
			known.add(text);
			return true;
		});
		return first.length === named.length ? null : first;
	};
}

function textOf({ source, provider }: ReplacedSource): string {
	return `${providerKey(provider)}\n${identifierText(source)}`;
}
