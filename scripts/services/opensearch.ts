/**
 * Starts OpenSearch in a JVM of its own, from jars that Maven fetches once; it does not know what
 * is indexed in it.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPrograms, runGuarded, startGuarded, waitForAnswer } from './guarded-process.ts';
import type { Service } from './service.ts';

const SOURCES = fileURLToPath(new URL('opensearch/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/link-broker/opensearch/', import.meta.url));
const [POM, MAIN] = [join(SOURCES, 'pom.xml'), join(SOURCES, 'OpenSearchNode.java')];
const INSTALL = 'Debian, Ubuntu: apt-get install openjdk-17-jdk-headless maven. macOS: brew install openjdk@17 maven.';
const START_TIMEOUT_SECONDS = 180;
const LISTENING = /^http (127\.0\.0\.1:\d+)$/;

// Small and soon ready: what the second compiler and a parallel collector give, a short life does
// not pay back.
const JVM_OPTIONS = [
	'-Xmx768m',
	'-XX:MaxDirectMemorySize=256m',
	'-XX:+UseSerialGC',
	'-XX:TieredStopAtLevel=1',
	'-Dlog4j2.level=ERROR',
];

/**
 * Finds the folder of Java's programs, by JAVA_HOME or else on PATH; throws saying what to install.
 */
export function findJava(): string {
	const home = process.env.JAVA_HOME;
	const java = findPrograms(['java'], home === undefined ? [] : [join(home, 'bin')]);
	if (java === undefined)
		throw new Error(`OpenSearch needs Java: there is no java in $JAVA_HOME/bin or on PATH. ${INSTALL}`);
	return java;
}

/**
 * Starts a cluster of `nodes` nodes in one JVM, without accounts, on free ports of 127.0.0.1; the
 * address is that of the first node. Its data live in a temporary folder until it stops. `onBuild`
 * is called before jars are fetched (50 MB).
 */
export async function startOpenSearch(java: string, nodes: number, onBuild: () => void): Promise<Service> {
	const built = await buildOnce(java, onBuild);
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-opensearch-'));
	const addresses: string[] = [];
	const server = startGuarded({
		command: [
			join(java, 'java'),
			...JVM_OPTIONS,
			'-cp',
			`${join(built, 'classes')}:${join(built, 'lib', '*')}`,
			'OpenSearchNode',
			folder,
			'--nodes',
			String(nodes),
		],
		folder,
		onLine: (line) => {
			const address = LISTENING.exec(line)?.[1];
			if (address !== undefined) addresses.push(address);
		},
	});
	const url = await waitForAnswer('OpenSearch', server, START_TIMEOUT_SECONDS, () => askHealth(addresses[0], nodes));
	return { name: 'OpenSearch', url, ...server };
}

async function askHealth(address: string | undefined, nodes: number): Promise<string | undefined> {
	if (address === undefined) return undefined;
	const url = `http://${address}`;
	const health = await fetch(`${url}/_cluster/health?wait_for_status=green&wait_for_nodes=${nodes}&timeout=5s`);
	await health.body?.cancel();
	return health.ok ? url : undefined;
}

// The folder is named by what it is built from, and appears under that name only when complete: of
// two who build it at the same time, one wins.
async function buildOnce(java: string, onBuild: () => void): Promise<string> {
	const hash = createHash('sha256');
	for (const source of [POM, MAIN]) hash.update(await readFile(source));
	const built = join(CACHE, hash.digest('hex').slice(0, 16));
	if (existsSync(built)) return built;

	const { maven, compiler } = requireBuildTools(java);
	onBuild();
	await mkdir(CACHE, { recursive: true });
	const folder = await mkdtemp(join(CACHE, 'building-'));
	const [lib, classes] = [join(folder, 'lib'), join(folder, 'classes')];
	const fetchJars = [
		'-q',
		'-B',
		'-f',
		POM,
		'dependency:copy-dependencies',
		'-DincludeScope=runtime',
		`-DoutputDirectory=${lib}`,
	];
	await runGuarded({ command: [maven, ...fetchJars], folder, keepFolder: true });
	await runGuarded({ command: [compiler, '-cp', join(lib, '*'), '-d', classes, MAIN], folder, keepFolder: true });
	try {
		await rename(folder, built);
	} catch (failure) {
		await rm(folder, { recursive: true });
		if (!existsSync(built)) throw failure;
	}
	return built;
}

function requireBuildTools(java: string): { maven: string; compiler: string } {
	const [maven, compiler] = [findPrograms(['mvn']), findPrograms(['javac'], [java])];
	const missing = [...(maven === undefined ? ['mvn'] : []), ...(compiler === undefined ? ['javac'] : [])];
	if (maven === undefined || compiler === undefined) {
		throw new Error(`OpenSearch has to be built once, and there is no ${missing.join(' and no ')} on PATH. ${INSTALL}`);
	}
	return { maven: join(maven, 'mvn'), compiler: join(compiler, 'javac') };
}
