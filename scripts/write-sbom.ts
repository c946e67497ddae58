// Writes which packages the program runs with, at which versions, as a CycloneDX document
// (sbom.cdx.json): npm makes it from the lock file; without what only development needs.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = new URL('../', import.meta.url);

/** Makes the document. Fails where npm does. */
export function makeSbom(): string {
	const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev'];
	const { status, stdout, stderr } = spawnSync('npm', words, {
		cwd: fileURLToPath(project),
		encoding: 'utf8',
		maxBuffer: 64 * 2 ** 20,
	});
	if (status !== 0) throw new Error(`npm sbom has failed: ${stderr}`);
	const document = JSON.parse(stdout) as { metadata: { component: { name: string } } };
	// npm names the document after the folder.
	document.metadata.component.name = 'link-broker';
	return `${JSON.stringify(document, null, '\t')}\n`;
}

if (import.meta.main) {
	writeFileSync(new URL('sbom.cdx.json', project), makeSbom());
	process.stdout.write('The packages that the program runs with are listed in sbom.cdx.json.\n');
}
