// Builds the pages: for the browser as hashed files under assets/, without inline or external files;
// for the server as modules that draw the same pages.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
	root: fileURLToPath(new URL('.', import.meta.url)),
	base: './',
	publicDir: false,
	oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
	builder: {},
	environments: {
		client: {
			build: {
				outDir: 'dist',
				// A strict content security policy allows neither inlined files nor inline scripts.
				assetsInlineLimit: 0,
				modulePreload: { polyfill: false },
				rolldownOptions: {
					output: {
						// Few files, since each is a request.
						codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
					},
				},
			},
		},
		ssr: {
			build: { ssr: 'src/server.tsx', outDir: 'dist/server', minify: false },
			resolve: { noExternal: true },
		},
	},
	build: { emptyOutDir: true, target: 'es2024', reportCompressedSize: false },
});
