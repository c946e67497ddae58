// Writes the paths that name a work by scheme and identifier; knows no route.

/**
 * Writes the end of a path that names a work: `doi/10.5281/zenodo.11020`. It stays readable; slashes
 * next to an empty or dotted segment are encoded, because browsers and proxies fold those.
 */
export function workPath({ ID, IDScheme }: { ID: string; IDScheme: string }): string {
	const segments = ID.toWellFormed().split('/');
	const folds = (at: number) => ['', '.', '..'].includes(segments[at] ?? '');
	return segments.reduce((path, segment, at) => {
		const encoded = encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%40', '@');
		return path + (at > 0 && (folds(at) || folds(at - 1)) ? '%2F' : '/') + encoded;
	}, encodeURIComponent(IDScheme.toWellFormed()));
}
