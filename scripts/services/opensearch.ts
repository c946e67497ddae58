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
import { findFreePort } from './free-port.ts';
import { findPrograms, runGuarded, startGuarded, waitForAnswer } from './guarded-process.ts';
import { type Service, startService } from './service.ts';

const SOURCES = fileURLToPath(new URL('opensearch/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/link-broker/opensearch/', import.meta.url));
const [POM, MAIN] = [join(SOURCES, 'pom.xml'), join(SOURCES, 'OpenSearchNode.java')];
const INSTALL = 'Debian, Ubuntu: apt-get install openjdk-17-jdk-headless maven. macOS: brew install openjdk@17 maven.';
const START_TIMEOUT_SECONDS = 180;
// Small and soon ready: what the second compiler and a parallel collector give, a short life does
// not pay back.
const SOON_READY = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const MEMORY_ALONE = ['-Xmx768m', '-XX:MaxDirectMemorySize=256m'];
const MEMORY_FOR_MEASURES = ['-Xms2g', '-Xmx2g'];
// With half of it, nodes that also copy each other's shards refuse requests for minutes.
const MEMORY_AMONG_OTHERS = ['-Xmx512m', '-XX:MaxDirectMemorySize=128m'];

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
 * Starts a cluster of `nodes` nodes, each in a JVM of its own, without accounts, on free ports of
 * 127.0.0.1. Their data live in temporary folders until they stop. `forMeasures`: with both
 * compilers and much memory. `onBuild` is called before jars are fetched (50 MB).
 */
export async function startOpenSearch(
	{ java, nodes, forMeasures }: { java: string; nodes: number; forMeasures: boolean },
	onBuild: () => void,
): Promise<Service[]> {
	const built = await buildOnce(java, onBuild);
	const ports: { http: number; transport: number }[] = [];
	for (let node = 0; node < nodes; node++) ports.push({ http: await findFreePort(), transport: await findFreePort() });
	const startNode = async (number: number): Promise<Service> => {
		const folder = await mkdtemp(join(tmpdir(), 'link-broker-opensearch-'));
		const url = `http://127.0.0.1:${ports[number]?.http}`;
		const command = [
			...jvmOptions(nodes, forMeasures),
			'-cp',
			`${join(built, 'classes')}:${join(built, 'lib', '*')}`,
			'OpenSearchNode',
			folder,
			String(number + 1),
			...ports.map(({ http, transport }) => `${http}:${transport}`),
		];
		return startService({
			name: nodes === 1 ? 'OpenSearch' : `OpenSearch node ${number + 1}`,
			url,
			folder,
			run: () => startGuarded({ command: [join(java, 'java'), ...command] }),
			answers: (running) => waitForAnswer('OpenSearch', running, START_TIMEOUT_SECONDS, () => askHealth(url, nodes)),
		});
	};
	const started = await Promise.allSettled(ports.map((_, number) => startNode(number)));
	const services = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
	const failed = started.find((outcome) => outcome.status === 'rejected');
	if (!failed) return services;
	await Promise.all(services.map((service) => service.stop()));
	throw failed.reason;
}

function jvmOptions(nodes: number, forMeasures: boolean): string[] {
	const quiet = '-Dlog4j2.level=ERROR';
	if (forMeasures) return [quiet, ...MEMORY_FOR_MEASURES];
	return [quiet, ...SOON_READY, ...(nodes === 1 ? MEMORY_ALONE : MEMORY_AMONG_OTHERS)];
}

async function askHealth(url: string, nodes: number): Promise<string | undefined> {
	// Of a cluster that lost a node, the others go on without it.
	const enough = Math.floor(nodes / 2) + 1;
	const asked = `wait_for_status=yellow&wait_for_nodes=ge(${enough})&timeout=5s`;
	const health = await fetch(`${url}/_cluster/health?${asked}`);
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
