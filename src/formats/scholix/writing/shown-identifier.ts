// An identifier as answers show it; knows no scheme.

/** An identifier as answers show it. */
export type ShownIdentifier = { ID: string; IDScheme: string };

/** Shows the canonical form of an identifier. */
export function shownIdentifier({ scheme, value }: { scheme: string; value: string }): ShownIdentifier {
	return { ID: value, IDScheme: scheme };
}
