// Which Sources each of several events replaces that are parts of one whole. It knows no file.
import { type Identifier, identifierText, sameByRule } from '../identifiers/index.ts';
import type { LinkBatch } from '../links/link.ts';
import { providerKey } from '../links/provider.ts';
import type { ReplacedSource } from '../store/events.ts';

/** A part in which each record states all that its provider says of its Source. */
export type PartOfStates = {
	/** The record that goes on from the part before. */
	continues: ReplacedSource | undefined;
};

/**
 * Starts a whole of which no part is known. For each part in turn it answers what that one replaces
 * of what its links name; null: all of it. A provider's records with one Source may be torn apart
 * over several parts, and each part is accepted later than those before it: if it replaced that
 * Source once more, it would take back what they have just said. So a Source is replaced by the
 * first part that names it.
 *
 * In a part of states only the record that goes on from the part before is not replaced: any other
 * that came before is an earlier state, in whose place this one comes.
 */
export function createReplacedOnce(): (
	batch: LinkBatch,
	states?: PartOfStates | undefined,
) => readonly ReplacedSource[] | null {
	const known = new Set<string>();
	return ({ identifiers, providers, replaced }, states) => {
		const continued = states?.continues && textOf(states.continues);
		const named = replaced.map(
			([source, provider]): ReplacedSource => ({
				source: identifiers[source] as Identifier,
				provider: providers[provider] as string,
			}),
		);
		const first = named.filter((one) => {
			const text = textOf(one);
			const isNew = states === undefined ? !known.has(text) : text !== continued;
			known.add(text);
			return isNew;
		});
		return first.length === named.length ? null : first;
	};
}

function textOf({ source, provider }: ReplacedSource): string {
	return `${providerKey(provider)}\n${identifierText(sameByRule(source) ?? source)}`;
}
