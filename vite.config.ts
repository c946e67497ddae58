// How the program is bundled: a file for each way in and few more, so that a start need not find and link 350 modules; knows nothing of the explorer.
import { defineConfig } from 'vite';

/**
 * Escapes what is not Latin-1 in texts, patterns, names and comments: for one such character V8 keeps the whole source in two bytes each, in every thread
 * (4 MB of a server).
 */
const inOneByteEach = {
	name: 'in-one-byte-each',
	renderChunk(code: string) {
		if (/\\[^\0-\xff]|String\.raw`[^`]*[^\0-\xff]/.test(code)) throw new Error('An escape would change what it says.');
		const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
		return { code: code.replace(/[^\0-\xff]/g, escaped), map: null };
	},
};

export default defineConfig({
	plugins: [inOneByteEach],
	publicDir: false,
	ssr: { target: 'node', noExternal: true, external: ['pg-native'] },
	build: {
		ssr: true,
		outDir: 'dist',
		emptyOutDir: true,
		target: 'node24',
		// What runs stays readable: in stack traces, in profiles.
		minify: false,
		rolldownOptions: {
			input: {
				main: 'src/cli/main.ts',
				'native-memory': 'src/native-memory.ts',
				background: 'src/background.ts',
				'write-thread': 'src/search/sqlite/write-thread.ts',
			},
			// All in one folder: src/project-folder.ts counts on it.
			output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
		},
	},
});
