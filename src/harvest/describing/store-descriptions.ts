// Stores what a registry answered about works as an event: their descriptions, which fill in what no
// link states, and notices that they were retracted.
import { type LoadSteps, loadSources } from '../../broker/load-files.ts';
import type { BodyReading } from '../../broker/read-bodies.ts';
import { type ChunkLimits, createChunk } from '../../formats/json/chunk-builder.ts';
import { type Identifier, identifierText, readIdentifier } from '../../identifiers/index.ts';
import type { LookUpService, NamedRecord } from './look-up-service.ts';

type StoreNeeds = { limits: ChunkLimits; translate: BodyReading['page']; steps: LoadSteps };

/** An identifier that was asked for, and the record that describes it. */
export type Answered<Asked extends Identifier> = { asked: Asked; record: NamedRecord };

type WrittenObject = {
	Identifier: readonly { ID: string; IDScheme: string }[];
	Type: unknown;
	Title?: string;
	Notice?: unknown;
};
type WrittenLink = {
	Source: WrittenObject;
	Target: WrittenObject;
	RelationshipType: { Name: string; SubType?: string };
};

/** Finds the records that are of identifiers, by all names that an answer gives each. */
export function matchRecords<Asked extends Identifier>(
	{ scheme }: Pick<LookUpService, 'scheme'>,
	asked: readonly Asked[],
	records: readonly NamedRecord[],
): Answered<Asked>[] {
	const named = new Map<string, NamedRecord>();
	// The first name of a record is its own: it goes before what others are called besides.
	for (const at of ['own', 'others'] as const) {
		for (const record of records) {
			const names = at === 'own' ? record.names.slice(0, 1) : record.names.slice(1);
			for (const name of names) named.getOrInsert(identifierText(readIdentifier(name, scheme)), record);
		}
	}
	return asked.flatMap((one) => {
		const record = named.get(identifierText(one));
		return record === undefined ? [] : [{ asked: one, record }];
	});
}

/** Stores them; returns how many events that took, and which identifiers are described now. */
export async function storeDescriptions<Asked extends Identifier>(
	service: LookUpService,
	answered: readonly Answered<Asked>[],
	{ file, day }: { file: string; day: string },
	{ limits, translate, steps }: StoreNeeds,
): Promise<{ events: number; described: Set<Asked> }> {
	const described = new Set<Asked>();
	if (answered.length === 0) return { events: 0, described };
	const records = [...new Set(answered.map(({ record }) => record))];
	const document = service.document(
		records.map(({ record }) => record),
		day,
	);
	const bytes = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
	// A thread may translate: these options can be cloned.
	const reading = {
		...{ from: service.dialect, supplied: {}, date: day, skipInvalid: true, isStream: true },
		withdrawn: 'left out',
	} as const;
	const loading = {
		...reading,
		action: 'assert',
		replace: 'none',
		noindex: false,
		onProgress: () => undefined,
	} as const;
	const byName = namesOf(service, answered);
	const chunks = async function* () {
		for (const { chunk, dialect } of (await translate(file, bytes, reading, limits)).chunks) {
			const links = (JSON.parse(Buffer.from(chunk.payload).toString()) as WrittenLink[]).flatMap((link) =>
				keptOf(link, byName, described),
			);
			const kept = links.map((link, at) => ({ bytes: Buffer.from(JSON.stringify(link)), line: 1, number: at + 1 }));
			if (kept.length > 0) yield { chunk: createChunk(file, kept), dialect, replacement: undefined };
		}
	};
	const loaded = await loadSources([{ isNamed: true, chunks }], loading, steps);
	return { events: loaded.events.length, described };
}

/** Maps all names of the records to the identifiers that they are the answer for. */
function namesOf<Asked extends Identifier>(
	{ scheme }: LookUpService,
	answered: readonly Answered<Asked>[],
): ReadonlyMap<string, Set<Asked>> {
	const byName = new Map<string, Set<Asked>>();
	for (const { asked, record } of answered) {
		const [own = asked.value] = record.names;
		byName.getOrInsertComputed(identifierText(readIdentifier(own, scheme)), () => new Set()).add(asked);
	}
	return byName;
}

/**
 * Returns what is stored of a link of a record: its description of a work, as one of the identifier
 * that was asked for alone, and a notice. References and other identifiers are left out: links state
 * these.
 */
function keptOf<Asked extends Identifier>(
	link: WrittenLink,
	byName: ReadonlyMap<string, ReadonlySet<Asked>>,
	described: Set<Asked>,
): WrittenLink[] {
	const { Source, Target, RelationshipType } = link;
	const kept: WrittenLink[] = [];
	for (const asked of askedOf(Source, byName)) {
		const Identifier = [{ ID: asked.value, IDScheme: asked.scheme }];
		const bare = { Identifier, Type: Source.Type, Filled: true };
		if (Source.Title !== undefined) {
			described.add(asked);
			const own = { ...Source, Identifier, Filled: true };
			kept.push({ ...link, Source: own, Target: bare, RelationshipType: { Name: 'IsRelatedTo' } });
		}
		const isNotice = RelationshipType.Name === 'IsRelatedTo' && notice.test(RelationshipType.SubType ?? '');
		// Which end the notice is about stands in its object, not in the word.
		const noticed = Source.Notice === undefined ? bare : { ...bare, Notice: Source.Notice };
		if (isNotice) kept.push({ ...link, Source: noticed, Target: mentioned(Target) });
	}
	return kept;
}

/** A notice is named by one identifier: that its others are of the same work, nobody was asked. */
function mentioned(target: WrittenObject): WrittenObject {
	return { ...target, Identifier: target.Identifier.slice(0, 1), Filled: true } as WrittenObject;
}

const notice = /retract|withdraw|removal|concern/i;

function askedOf<Asked extends Identifier>(
	{ Identifier }: WrittenObject,
	byName: ReadonlyMap<string, ReadonlySet<Asked>>,
): ReadonlySet<Asked> {
	for (const { ID, IDScheme } of Identifier) {
		const asked = byName.get(identifierText(readIdentifier(ID, IDScheme)));
		if (asked !== undefined) return asked;
	}
	return new Set();
}
