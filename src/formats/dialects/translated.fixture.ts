// Translates a text of a dialect for tests, and lists in short lines what comes out.
import type { Supplied } from './dialect.ts';
import { type Translation, translateFile } from './translate.ts';
import type { WrittenObject } from './write-object.ts';
import type { WrittenLink } from './write-record.ts';

/** What a text came to. */
export type Translated = {
	dialect: string;
	/**
	 * A link each, as `doi:10.1234/a Cites doi:10.1234/b, 2024-05, Crossref`; an object with several
	 * identifiers as `doi:10.1234/a = pmid:12`. Without the descriptions of objects.
	 */
	links: string[];
	/** Withdrawn links, likewise. */
	withdrawn: string[];
	/** What is no link, and why. */
	leftOut: string[];
	/** The description of the object with this identifier: `doi:10.1234/a`; the first that has a field. */
	object(name: string, having?: keyof WrittenObject): Omit<WrittenObject, 'Identifier'> | undefined;
	translation: Translation;
};

/** The date of links that have none of their own. */
export const noDate = '0001';

/** Translates a text, with the options of the command line. */
export async function translated(
	content: string | Uint8Array,
	options: { from?: string; provider?: string; supplied?: Supplied } = {},
): Promise<Translated> {
	const written: WrittenLink[] = [];
	const withdrawn: WrittenLink[] = [];
	let translation: Translation | undefined;
	const chunks = translateFile(
		'file',
		blocksOf(content),
		{ supplied: {}, date: noDate, skipInvalid: false, ...options },
		{ maxLinks: 1000, maxBytes: 2 ** 20 },
		(end) => {
			translation = end;
		},
	);
	for await (const { chunk, isWithdrawn } of chunks) {
		const into = isWithdrawn ? withdrawn : written;
		for (const { bytes } of chunk.records) into.push(JSON.parse(Buffer.from(bytes).toString()));
	}
	if (translation === undefined) throw new Error('the text holds nothing');
	const supplied = written.flatMap(({ Source, Target }) => [Source, Target]);
	return {
		dialect: translation.dialect,
		links: written.filter((link) => !isAlone(link)).map(lineOf),
		withdrawn: withdrawn.map(lineOf),
		leftOut: translation.leftOut.map(({ name }) => name),
		object: (name, having = 'Type') => {
			const known = supplied.find((one) => having in one && nameOf(one).split(' = ').includes(name));
			if (known === undefined) return undefined;
			const { Identifier, ...stated } = known;
			return stated;
		},
		translation,
	};
}

/** Returns a link that carries the description of an object alone, without another identifier. */
function isAlone({ Source, Target }: WrittenLink): boolean {
	return Source.Identifier.length === 1 && nameOf(Source) === nameOf(Target);
}

function lineOf({ Source, Target, RelationshipType, LinkProvider, LinkPublicationDate }: WrittenLink): string {
	const { Name, SubType } = RelationshipType;
	const relation = SubType === undefined ? Name : `${Name} (${SubType})`;
	const isIdentity = Source.Identifier[0]?.ID === Target.Identifier[0]?.ID;
	const link = isIdentity ? nameOf(Source) : `${nameOf(Source)} ${relation} ${nameOf(Target)}`;
	const date = LinkPublicationDate === noDate ? '' : `, ${LinkPublicationDate}`;
	return `${link}${date}, ${LinkProvider.map((one) => one.Name).join(' + ')}`;
}

function nameOf({ Identifier }: WrittenObject): string {
	return Identifier.map(({ ID, IDScheme }) => `${IDScheme}:${ID}`).join(' = ');
}

async function* blocksOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
	yield Buffer.from(content);
}
