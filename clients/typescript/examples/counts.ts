// Reads one identifier from each line and prints its number of citations: node counts.ts < identifiers.txt
import { createInterface } from 'node:readline';
import { LinkBroker } from 'link-broker-client';

const broker = new LinkBroker(process.env.LINK_BROKER_URL ?? 'http://127.0.0.1:5000');

for await (const { input, problem, counts } of broker.lookUp(createInterface({ input: process.stdin }))) {
	console.log(`${input}\t${problem ?? counts?.version.isCitedBy ?? 'not known'}`);
}
