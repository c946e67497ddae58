// Searches as the record pages of InvenioRDM do, with react-searchkit, and prints what it read of each
// search as JSON. A process of its own, since the package wants the names of a browser.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const [folder = '', url = ''] = process.argv.slice(2);
const searches: unknown[] = JSON.parse(await text(process.stdin));

Object.assign(globalThis, { window: globalThis, Element: class {}, HTMLElement: class {} });
const { InvenioSearchApi } = createRequire(join(folder, 'package.json'))('react-searchkit');
const client = new InvenioSearchApi({ axios: { url } });
const read: unknown[] = [];
for (const search of searches) read.push(await client.search(search));
// React waits for messages, so that the process would never end by itself.
process.stdout.write(JSON.stringify(read), () => process.exit());
