// An identifier as answers show it; knows no scheme.

/** An identifier as answers show it. */
                                                               

/** Shows the canonical form of an identifier. */
export function shownIdentifier({ scheme, value }                                   )                  {
	return { ID: value, IDScheme: scheme };
}
