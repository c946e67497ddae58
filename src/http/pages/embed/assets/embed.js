// Inserts the box of a work's citations at its script element, on any page:
// <script src="…/embed.js" data-id="10.5281/zenodo.11020" data-scheme="doi" async></script>
// The box is an iframe that reports its height and has no access to the page around it.
(() => {
	const script =
		document.currentScript ?? document.querySelector('script[data-id][src*="embed.js"]:not([data-placed])');
	if (!script?.dataset.id)
		return console.warn('embed.js: the script element needs data-id with the identifier of a work.');
	const { id, scheme = 'doi', relation, groupBy, theme } = script.dataset;
	script.dataset.placed = '';

	const encoded = encodeURIComponent(id);
	// Browsers and proxies fold empty and dotted segments of a path.
	const folds = /(?:^|\/)\.{0,2}(?:\/|$)/.test(id);
	const path = `embed/${encodeURIComponent(scheme)}/${folds ? encoded : encoded.replaceAll('%2F', '/')}`;
	const address = new URL(path, script.src);
	for (const [name, value] of Object.entries({ relation, group_by: groupBy, theme })) {
		if (value) address.searchParams.set(name, value);
	}

	const frame = document.createElement('iframe');
	frame.src = address.href;
	frame.title = `Citations of ${id}`;
	frame.loading = 'lazy';
	frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
	Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '24rem' });
	addEventListener('message', ({ source, data }) => {
		const height = data?.linkBrokerBox;
		if (source === frame.contentWindow && Number.isFinite(height)) frame.style.height = `${Math.min(height, 2000)}px`;
	});
	script.after(frame);
})();
