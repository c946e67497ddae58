// Prints who cites a work, over all its versions: node cited-by.ts <identifier>
import { LinkBroker } from 'link-broker-client';

const [id = '10.21105/joss.00024'] = process.argv.slice(2);
const broker = new LinkBroker(process.env.LINK_BROKER_URL ?? 'http://127.0.0.1:5000');

for await (const { Target, LinkHistory } of broker.relationships({ id, relation: 'isCitedBy', groupBy: 'version' })) {
	const [identifier] = Target.Identifiers;
	const [said] = LinkHistory;
	console.log([identifier?.ID, Target.PublicationDate, Target.Title, said?.LinkProvider.Name].join('\t'));
}
