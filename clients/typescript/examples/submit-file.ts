// Submits a JSON array of Scholix links and waits until they are searchable: node submit-file.ts <file>
import { readFile } from 'node:fs/promises';
import { LinkBroker, LinkBrokerError, type ScholixLink } from 'link-broker-client';

const [file = 'links.json'] = process.argv.slice(2);
const broker = new LinkBroker(process.env.LINK_BROKER_URL ?? 'http://127.0.0.1:5000', {
	token: process.env.LINK_BROKER_TOKEN,
});

try {
	const links = JSON.parse(await readFile(file, 'utf8')) as ScholixLink[];
	for (const { eventId, event } of await broker.submit(links, { wait: true })) {
		console.log(`${eventId}: ${event?.counts.new_relationships} new relationships`);
	}
} catch (error) {
	if (!(error instanceof LinkBrokerError)) throw error;
	console.error(`${error.code}: ${error.message}`);
	for (const { pointer, message } of error.errors) console.error(`${file}#${pointer}: ${message}`);
	process.exitCode = 1;
}
