// Holds the documentation to the code: every setting, command, error, route and file that one
// names, the other has.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { helpOnly, references } from '../scripts/reference.ts';
import { auditActions } from '../src/broker/audit.ts';
import { relationshipQuerySchema } from '../src/broker/searching/relationship-query.ts';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import { errorCatalogue } from '../src/errors.ts';
import { listMetrics } from '../src/http/operations/metrics.ts';
import { openTestApp } from '../src/http/server/app.fixture.ts';
import { batchLimits, linkLimits, readingLimits, shownLimits } from '../src/links/limits.ts';
import { settingDefinitions } from '../src/settings.ts';

const project = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const pages = [
	...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
	...['clients/typescript/README.md', 'clients/python/README.md'],
	...readdirSync(new URL('../docs', import.meta.url), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

describe('the README', () => {
	it('has 700 to 800 words', () => {
		const words = read('README.md').trim().split(/\s+/).length;
		assert.ok(words >= 700 && words <= 800, `${words} words`);
	});

	it('shows the first line that the program prints', () => {
		assert.match(read('README.md'), /\$ npm ci && npm start\nLink Broker is serving on http:\/\/127\.0\.0\.1:5000\n/);
	});
});

describe('the generated reference', () => {
	for (const [file, render] of Object.entries(references)) {
		it(`${file} is what scripts/write-reference.ts writes`, () => {
			assert.equal(read(`docs/reference/${file}`), render());
		});
	}
});

describe('the page of the HTTP interface', () => {
	it('has every limit of texts', () => {
		const [, behind = ''] = read('docs/reference/http-api.md').split('### Texts');
		const [section = ''] = behind.split('\n## ');
		for (const [name, limit] of Object.entries({ ...linkLimits, ...batchLimits, ...readingLimits, ...shownLimits })) {
			if (name === 'repeatedCharacters') continue;
			assert.ok(new RegExp(`\\b${limit.toLocaleString('en')}\\b`).test(section), `${name}: ${limit}`);
		}
	});

	it('names no operation and no parameter that does not exist', async () => {
		const page = read('docs/reference/http-api.md');
		const operations = await describedOperations();
		for (const [, name = ''] of page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?\s]*)[^`]*`/g)) {
			assert.ok(operations.has(name), name);
		}
		const known = new Set(
			[...operations.values()].flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
		);
		for (const [, name = ''] of page.matchAll(/`(\w+)=(?!")[^`]*`/g)) assert.ok(known.has(name), name);
	});
});

describe('the description of the interface', () => {
	it('explains every parameter of every operation', async () => {
		for (const [operation, { parameters = [] }] of await describedOperations()) {
			for (const { name, in: place, schema } of parameters) {
				if (place === 'query') assert.ok(schema.description, `${operation}: ${name}`);
			}
		}
	});

	it('has every parameter of a search, and every action of the audit', async () => {
		const operations = await describedOperations();
		const names = operations.get('GET /relationships')?.parameters?.map(({ name }) => name);
		assert.deepEqual(names, Object.keys(relationshipQuerySchema.shape));
		const action = operations.get('GET /audit')?.parameters?.find(({ name }) => name === 'action');
		assert.deepEqual(action?.schema.enum, [...auditActions]);
	});
});

type Described = { parameters?: { name: string; in: string; schema: { description?: string; enum?: string[] } }[] };

/** Reads the operations that OpenAPI describes, by method and path. */
async function describedOperations(): Promise<Map<string, Described>> {
	const { app, close } = await openTestApp();
	const { paths } = (await (await app.request('/api/openapi.json')).json()) as {
		paths: Record<string, Record<string, Described>>;
	};
	await close();
	return new Map(
		Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
		),
	);
}

describe('the documentation', () => {
	for (const page of pages) {
		it(`${page} links to files that are there`, () => {
			for (const [, target] of read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
				const path = new URL(target as string, new URL(`../${page}`, import.meta.url));
				assert.ok(existsSync(path), `${page} links to ${target}`);
			}
		});
	}

	it('leads to nothing that is not packed, from all that the package holds', () => {
		const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
		const [pack] = JSON.parse(execFileSync('npm', words, { cwd: project, encoding: 'utf8', stdio: 'pipe' }));
		const packed: string[] = pack.files.map(({ path }: { path: string }) => path);
		const packedPages = packed.filter((path) => path.endsWith('.md'));
		assert.ok(packedPages.includes('README.md') && packedPages.includes('docs/operating/install.md'));
		for (const page of packedPages) {
			const links = read(page).matchAll(/(?:\]\(|(?:src|srcset|href)=")(?![a-z]+:|#)([^)#"\s]+)/g);
			for (const [, target = ''] of links) {
				const path = relative(project, fileURLToPath(new URL(target, new URL(`../${page}`, import.meta.url))));
				const isThere = packed.some((one) => one === path || one.startsWith(`${path}/`));
				assert.ok(isThere, `${page} leads to ${path}`);
			}
		}
	});

	it('names files of the source that are there', () => {
		for (const page of pages) {
			for (const [, path] of read(page).matchAll(/`((?:src|test|bench|docs|examples|bin)\/[\w./-]+\.\w+)`/g)) {
				assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), `${page} names ${path}`);
			}
		}
	});
});

describe('what the documents name', () => {
	// The changelog has former names too.
	const current = pages.filter((page) => page !== 'CHANGELOG.md');
	const eachName = (pattern: RegExp, check: (name: string, page: string) => void) => {
		for (const page of current) for (const [, name = ''] of read(page).matchAll(pattern)) check(name, page);
	};

	it('has every setting', () => {
		const known = new Set(settingDefinitions.map(({ variable }) => variable));
		const prefixes = /^(?:OTEL|TEST|REQUIRE|NODE|POSTGRES|UPDATE|LINK_BROKER|ZENODO_RECORDS|OPENAIRE)_/;
		const others = /^(?:EVENT|LOAD)_ID$|^[A-Z]+_V\d$/;
		eachName(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g, (name, page) => {
			assert.ok(known.has(name) || prefixes.test(name) || others.test(name), `${page} names the setting ${name}`);
		});
	});

	it('has every metric', () => {
		const known = new Set(listMetrics().map(({ name }) => name));
		eachName(/\b(link_broker_\w+)/g, (name, page) => {
			assert.ok(known.has(name.replace(/_(?:bucket|sum|count)$/, '')), `${page} names the metric ${name}`);
		});
	});

	it('has every error code', () => {
		eachName(/\b[45]\d\d \(?`([a-z-]+)`|\bproblems\/([a-z-]+)/g, (code, page) => {
			if (code !== '') assert.ok(Object.hasOwn(errorCatalogue, code), `${page} names the error ${code}`);
		});
	});

	it('has every command, with its options', () => {
		const commands = new Map(listCommands(buildProgram(helpOnly)).map(({ name, command }) => [name, command]));
		eachName(/(?:\$ (?:npx )?|`)link-broker ((?:[^`\n|&;)]|\\\n)+)/g, (text, page) => {
			const words = text.trim().split(/[\s\\]+/);
			let name = 'link-broker';
			while (words[0] !== undefined && commands.has(`${name} ${words[0]}`)) name = `${name} ${words.shift()}`;
			const command = commands.get(name);
			const isMissing = name === 'link-broker' && words[0] !== '…' && !words[0]?.startsWith('-');
			assert.ok(command && !isMissing, `${page} names the command link-broker ${text}`);
			for (const word of words.filter((one) => /^--?[a-z]/.test(one))) {
				const flag = word.replace(/=.*/, '');
				const isKnown = command.options.some(({ long, short }) => long === flag || short === flag);
				assert.ok(isKnown || flag === '--help' || flag === '--version', `${page}: ${name} has no option ${flag}`);
			}
		});
	});
});
