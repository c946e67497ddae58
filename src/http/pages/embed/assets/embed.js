// Inserts the box of a work's citations at its script element, on any page:
// <script src="…/embed.js" data-id="10.5281/zenodo.11020" data-scheme="doi" async></script>
// Without data-id, the work is the one whose DOI the page states about itself.
// The box is an iframe that reports its height and has no access to the page around it.
(() => {
	const addressOf = ({ src = '' }) => src.split(/[?#]/, 1)[0];
	const running = addressOf(document.currentScript ?? {});
	// Pages that replace parts of themselves run a copy of the element, in the head and without its
	// attributes: each element in the body counts that has no box yet.
	const elements = [...document.querySelectorAll('body script[src*="embed.js"]:not([data-placed])')];
	for (const script of elements) {
		if (running ? addressOf(script) === running : script.dataset.id) place(script);
	}

	function place(script) {
		script.dataset.placed = '';
		const { relation, groupBy, definition, theme } = script.dataset;
		const id = script.dataset.id || doiOfPage();
		if (!id) return console.info('embed.js: no data-id, and the page states no DOI of its own; no box is shown.');
		const scheme = (script.dataset.id && script.dataset.scheme) || 'doi';

		const encoded = encodeURIComponent(id);
		// Browsers and proxies fold empty and dotted segments of a path.
		const folds = /(?:^|\/)\.{0,2}(?:\/|$)/.test(id);
		const path = `embed/${encodeURIComponent(scheme)}/${folds ? encoded : encoded.replaceAll('%2F', '/')}`;
		const address = new URL(path, script.src);
		for (const [name, value] of Object.entries({ relation, group_by: groupBy, definition, theme })) {
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
	}

	/** Returns the DOI that the page states about itself, the most reliable statement first. */
	function doiOfPage() {
		const names = ['citation_doi', 'bepress_citation_doi', 'prism.doi', 'dc.identifier.doi'];
		const metas = [...names, 'dc.identifier', 'dcterms.identifier'].flatMap(contentsOf);
		const links = [...document.querySelectorAll('link[rel~="cite-as" i]')].map(({ href }) => href);
		return [...metas, ...links].map(readDoi).find(Boolean) ?? doiInJsonLd();
	}

	function contentsOf(name) {
		return [...document.querySelectorAll(`meta[name="${name}" i]`)].map(({ content }) => content);
	}

	/** Returns the DOI that JSON-LD gives to the page, unless it describes works with several. */
	function doiInJsonLd() {
		const found = new Map();
		for (const { text } of document.querySelectorAll('script[type="application/ld+json" i]')) {
			for (const node of nodesOf(text)) {
				const names = [node?.['@id'], node?.identifier].flat().map((name) => name?.value ?? name?.['@id'] ?? name);
				const doi = names.map(readDoi).find(Boolean);
				if (doi) found.set(doi.toLowerCase(), doi);
			}
		}
		return found.size === 1 ? [...found.values()][0] : undefined;
	}

	function nodesOf(json) {
		try {
			return [JSON.parse(json)].flat().flatMap((node) => node?.['@graph'] ?? node);
		} catch {
			return [];
		}
	}

	function readDoi(text) {
		const form =
			/^\s*(https?:\/\/)?(?:(?:dx\.|www\.)?doi\.org\/|(?:info:)?doi[:/]\s*)?(10\.[\d.]{4,}(?:\/|%2F)\S+)\s*$/i;
		const [, address, doi] = (typeof text === 'string' && form.exec(text)) || [];
		try {
			return address ? decodeURIComponent(doi) : doi;
		} catch {
			return doi;
		}
	}
})();
