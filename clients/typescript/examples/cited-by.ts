// Prints the works that cite any version of a work: node cited-by.ts <identifier>
import { LinkBroker } from 'link-broker-client';

const [id = '10.21105/joss.00024'] = process.argv.slice(2);
const broker = new LinkBroker(process.env.LINK_BROKER_URL ?? 'http://127.0.0.1:5000');

for await (const { Target, LinkHistory } of broker.relationships({ id, relation: 'isCitedBy', groupBy: 'version' })) {
	const [identifier] = Target.Identifiers;
	const [latest] = LinkHistory;
	console.log([identifier?.ID, Target.PublicationDate, Target.Title, latest?.LinkProvider.Name].join('\t'));
}
