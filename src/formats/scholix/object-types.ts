// Common words for types of objects, and the four types that Scholix has for them.
import { foldKind, type ObjectTypeName } from '../../links/description.ts';

/** Says which type a word stands for, and whether the word is narrower than the type. */
export type TypeReading = { name: ObjectTypeName; isNarrower: boolean };

/**
 * Reads a word for the type of an object, in any letter case, with blanks, hyphens or neither: the
 * types of Scholix, the general resource types of DataCite 4.7, the types of Crossref's works, those
 * of OpenAIRE, the entry types of BibTeX, and the doctypes of NASA ADS. Undefined where it is none.
 */
export function readObjectType(word: string): TypeReading | undefined {
	// Nearly all links name a type as it is.
	return readings.get(word) ?? readings.get(foldKind(word));
}

/** Words that say no more than a type does. `unknwon` stands in the schema of Scholix v3. */
const synonyms: Readonly<Record<ObjectTypeName, string>> = {
	literature: 'literature publication text',
	software: 'software',
	dataset: 'dataset data',
	unknown: 'unknown unknwon other none',
};

const kinds: Readonly<Record<ObjectTypeName, string>> = {
	literature: `
		abstract article book booklet bookChapter bookPart bookReview bookSection bookSeries bookSet bookTrack chapter
		circular conference conferencePaper conferenceObject conferenceProceeding conferenceProceedings dataPaper
		dissertation editedBook editorial eprint erratum inBook inCollection inProceedings inTechReport journal
		journalArticle journalIssue journalVolume lecture manual mastersThesis monograph newsletter obituary
		outputManagementPlan patent peerReview phdThesis poster postedContent preprint presentation pressRelease
		proceedings proceedingsArticle proceedingsSeries proposal referenceBook referenceEntry report reportComponent
		reportSeries review softwarePaper standard studyRegistration talk technicalReport techReport thesis unpublished
		workingPaper`,
	software: 'computationalNotebook sourceCode',
	dataset: 'catalog database',
	unknown: `
		audiovisual award collection component event film grant image instrument interactiveResource lesson misc model
		physicalObject project service sound video workflow`,
};

const readings: ReadonlyMap<string, TypeReading> = new Map(
	[synonyms, kinds].flatMap((words) =>
		(Object.keys(words) as ObjectTypeName[]).flatMap((name) =>
			words[name]
				.trim()
				.split(/\s+/)
				.map((word) => [word.toLowerCase(), { name, isNarrower: words === kinds }] as const),
		),
	),
);
