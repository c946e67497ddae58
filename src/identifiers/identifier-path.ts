// Identifiers in the paths of addresses.

/**
 * Writes an identifier as the end of a path: `doi/10.5281/zenodo.11020`. It stays readable; slashes
 * next to an empty or dotted segment are encoded, because browsers and proxies fold those.
 */
export function identifierPath(scheme: string, id: string): string {
	const segments = id.toWellFormed().split('/');
	const folds = (at: number) => ['', '.', '..'].includes(segments[at] ?? '');
	return segments.reduce((path, segment, at) => {
		const encoded = encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%40', '@');
		return path + (at > 0 && (folds(at) || folds(at - 1)) ? '%2F' : '/') + encoded;
	}, encodeURIComponent(scheme.toWellFormed()));
}
