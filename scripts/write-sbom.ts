// Writes which packages the program runs with, at which versions, as a CycloneDX document
// (sbom.cdx.json): npm makes it from the lock file; without what only development needs.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

const project = new URL('../', import.meta.url);

type Component = { 'bom-ref': string; name: string; properties?: { name: string; value: string }[] };
type Sbom = {
	metadata: { component: { name: string } };
	components: Component[];
	dependencies: { ref: string; dependsOn: string[] }[];
};

/**
 * Makes the document. Fails where npm does. With --omit=dev npm leaves out what a package of
 * development may use as well (yaml), so that is left out here. A package of development that
 * another one may use if it is there (preact) is not of the program.
 */
export function makeSbom(): string {
	const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
	const { status, stdout, stderr } = spawnSync('npm', words, {
		cwd: fileURLToPath(project),
		encoding: 'utf8',
		maxBuffer: 64 * 2 ** 20,
	});
	if (status !== 0) throw new Error(`npm sbom has failed: ${stderr}`);
	const document = JSON.parse(stdout) as Sbom;
	const ofDevelopment = new Set(document.components.filter(isOfDevelopment).map((component) => component['bom-ref']));
	const isRun = (ref: string) => !ofDevelopment.has(ref);
	document.components = document.components.filter((component) => isRun(component['bom-ref']));
	document.dependencies = document.dependencies
		.filter(({ ref }) => isRun(ref))
		.map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isRun) }));
	// npm names the document after the folder.
	document.metadata.component.name = 'link-broker';
	return `${JSON.stringify(document, null, '\t')}\n`;
}

function isOfDevelopment({ name, properties = [] }: Component): boolean {
	if (name in manifest.devDependencies) return true;
	return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
}

if (import.meta.main) {
	writeFileSync(new URL('sbom.cdx.json', project), makeSbom());
	process.stdout.write('The packages that the program runs with are listed in sbom.cdx.json.\n');
}
