// The limit for loads: reads lines, parses them and inserts them into three tables, without groups
// or an index.
// Run as: node bench/bare-loader.ts <database> <file…>
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createGunzip } from 'node:zlib';

type End = { Identifier: { ID: string; IDScheme: string } };
type WrittenLink = {
	LinkPublicationDate: string;
	LinkProvider: { Name: string }[];
	RelationshipType: { Name: string; SubType?: string };
	Source: End;
	Target: End;
};

const linksPerCommit = 10_000;
// The same as for the broker's records.
const pragmas = `
	PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;
	PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;
`;
const tables = `
	CREATE TABLE identifier (id INTEGER PRIMARY KEY, value TEXT NOT NULL, scheme TEXT NOT NULL, UNIQUE (value, scheme));
	CREATE TABLE link (id INTEGER PRIMARY KEY, source INTEGER NOT NULL, relation TEXT NOT NULL, target INTEGER NOT NULL,
		UNIQUE (source, relation, target));
	CREATE TABLE assertion (link INTEGER, provider TEXT, date TEXT, PRIMARY KEY (link, provider, date)) WITHOUT ROWID;
`;

const [path, ...files] = process.argv.slice(2) as [string, ...string[]];
const database = new DatabaseSync(path);
database.exec(`${pragmas} ${tables}`);
const findIdentifier = database.prepare('SELECT id FROM identifier WHERE value = ? AND scheme = ?');
const addIdentifier = database.prepare('INSERT INTO identifier (value, scheme) VALUES (?, ?)');
const findLink = database.prepare('SELECT id FROM link WHERE source = ? AND relation = ? AND target = ?');
const addLink = database.prepare('INSERT INTO link (source, relation, target) VALUES (?, ?, ?)');
const addAssertion = database.prepare('INSERT INTO assertion VALUES (?, ?, ?) ON CONFLICT DO NOTHING');

let links = 0;
database.exec('BEGIN');
for (const file of files) {
	const bytes = createReadStream(file, { highWaterMark: 1 << 20 });
	for await (const line of createInterface({ input: file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes })) {
		add(JSON.parse(line) as WrittenLink);
		if (++links % linksPerCommit === 0) database.exec('COMMIT; BEGIN');
	}
}
database.exec('COMMIT');
database.close();
process.stdout.write(`${JSON.stringify({ links })}\n`);

function add({ Source, Target, RelationshipType, LinkProvider, LinkPublicationDate }: WrittenLink): void {
	const source = idOf(findIdentifier, addIdentifier, Source.Identifier.ID, Source.Identifier.IDScheme);
	const target = idOf(findIdentifier, addIdentifier, Target.Identifier.ID, Target.Identifier.IDScheme);
	const relation = RelationshipType.SubType ?? RelationshipType.Name;
	const link = idOf(findLink, addLink, source, relation, target);
	for (const { Name } of LinkProvider) addAssertion.run(link, Name, LinkPublicationDate);
}

function idOf(find: StatementSync, add: StatementSync, ...values: (string | number)[]): number {
	return (find.get(...values)?.id as number | undefined) ?? Number(add.run(...values).lastInsertRowid);
}
