// How the explorer is built: hashed files under assets/, nothing inline, nothing from elsewhere;
// knows no page of it.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
	root: fileURLToPath(new URL('.', import.meta.url)),
	base: '/',
	publicDir: false,
	oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
	build: {
		outDir: 'dist',
		emptyOutDir: true,
		target: 'es2024',
		// A strict content security policy allows neither inlined files nor inline scripts.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
	},
	server: {
		// For work on the explorer: `npx vite web` beside a broker on its usual port.
		proxy: { '/api': 'http://127.0.0.1:5000', '/badges': 'http://127.0.0.1:5000', '/embed': 'http://127.0.0.1:5000' },
	},
});
