// Tells which names of providers name the same one; knows no link.

/**
 * Folds what makes no difference in a provider's name: letter case, by Unicode, the blanks around
 * and between its words, and how accents are composed. `Crossref` and ` CROSSREF` are one provider.
 */
export function providerKey(name: string): string {
	// Upper and then lower case also folds what has several lower forms: ß and ss, σ and ς.
	return name.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase();
}

/** Spells providers as they were spelled first. */
export type ProviderSpellings = {
	/** Answers the first spelling of the provider with this name. */
	spell(name: string): string;
	/** Answers the place of the provider with this name in what `all` lists. */
	positionOf(name: string): number;
	/** Lists the first spellings, each provider once. */
	all(): string[];
};

/** Starts with no provider. */
export function createProviderSpellings(): ProviderSpellings {
	type Provider = { spelling: string; position: number };
	const byKey = new Map<string, Provider>();
	// Feeds repeat a few names in many links.
	const byName = new Map<string, Provider>();
	const find = (name: string) =>
		byName.getOrInsertComputed(name, () =>
			byKey.getOrInsertComputed(providerKey(name), () => ({ spelling: name, position: byKey.size })),
		);
	return {
		spell: (name) => find(name).spelling,
		positionOf: (name) => find(name).position,
		all: () => Array.from(byKey.values(), ({ spelling }) => spelling),
	};
}
