// Writes what a replace event replaces that says so itself, and reads it. It knows no event.
                                                                    

/** Writes `[[scheme, key, value, provider], …]`; null where it is nothing. */
export function writeReplaced(replaced                                  )                {
	if (replaced === null) return null;
	return JSON.stringify(replaced.map(({ source: { scheme, key, value }, provider }) => [scheme, key, value, provider]));
}

/** Reads what writeReplaced wrote. */
export function readReplaced(text               )                                   {
	if (text === null) return null;
	const rows = JSON.parse(text)                                                                    ;
	return rows.map(([scheme, key, value, provider]) => ({ source: { scheme, key, value }, provider }));
}
