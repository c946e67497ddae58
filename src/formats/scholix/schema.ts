// The Scholix link as a zod schema for the OpenAPI document; a test holds it to read-record.ts.
import { z } from '@hono/zod-openapi';
import { canonicalValue, readIdentifier } from '../../identifiers/index.ts';
import { filledFields, noticeKinds, objectTypeNames } from '../../links/description.ts';
import { linkLimits } from '../../links/limits.ts';
import { canonicalDate, datePattern } from '../../links/link-date.ts';
import { wrongProvider } from '../../links/names.ts';
import { readRelation } from '../../links/relation.ts';
import { readObjectType } from './object-types.ts';
import { identifierProblem } from './read-identifiers.ts';
import { isBlank, isStorable } from './record-reading.ts';

/** Allows a text of any content that every engine can store. */
function text(maxLength: number) {
	return z
		.string()
		.max(maxLength)
		.refine(isStorable, 'holds NUL or half of a surrogate pair')
		.openapi({ pattern: '^[^\\u0000]*$' });
}

/** Allows a text that holds more than white space. */
function filledText(maxLength: number) {
	return text(maxLength)
		.min(1)
		.regex(/\S/, 'must not be empty')
		.openapi({ pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' });
}

const dateForms = 'YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC.';

const date = z
	.string()
	.refine((text) => canonicalDate(text) !== undefined, 'is not a calendar date')
	.openapi({ description: dateForms, example: '2018-01-01', pattern: `^(?:${datePattern})$` });

const dateOrEmpty = z
	.string()
	.refine((text) => isBlank(text) || canonicalDate(text) !== undefined, 'is not a calendar date')
	.openapi({ description: dateForms, example: '2018-01-01', pattern: `^(?:${datePattern})?$` });

const givenIdentifierSchema = z.strictObject({
	ID: filledText(linkLimits.idLength).openapi({ example: '10.21105/joss.00024' }),
	IDScheme: filledText(linkLimits.schemeLength).openapi({ example: 'doi' }),
	IDURL: text(linkLimits.idLength).nullish().openapi({ example: 'https://doi.org/10.21105/joss.00024' }),
});

const identifierSchema = givenIdentifierSchema
	.refine(
		({ ID, IDScheme }) => identifierProblem(readIdentifier(ID, IDScheme)) === undefined,
		'is an identifier of nothing that can be seen',
	)
	.openapi('Identifier');

const agentIdentifierSchema = z.strictObject(givenIdentifierSchema.shape).openapi('AgentIdentifier');

const agentIdentifier = z
	.union([agentIdentifierSchema, z.array(agentIdentifierSchema).max(linkLimits.agentIdentifiers)])
	.nullish()
	.openapi({ description: 'One identifier or an array of them, such as an ORCID iD or a ROR id.' });

const agentSchema = z
	.strictObject({
		Name: text(linkLimits.nameLength).openapi({ example: 'Smith, Arfon' }),
		Identifier: agentIdentifier,
	})
	.openapi('Agent');

const providerSchema = z
	.strictObject({
		Name: filledText(linkLimits.nameLength)
			.refine((name) => wrongProvider(name) === undefined, 'contains letters that pass for others')
			.openapi({ example: 'Zenodo' }),
		Identifier: agentIdentifier,
	})
	.openapi('LinkProvider');

const keywordSchema = z.union([
	text(linkLimits.nameLength),
	z.strictObject({ Name: text(linkLimits.nameLength) }).openapi('Keyword'),
]);

const issnSchema = text(linkLimits.schemeLength)
	.refine((issn) => canonicalValue('issn', issn) !== undefined, 'is not an ISSN')
	.openapi({ example: '1932-6203' });

const part = text(linkLimits.nameLength).nullish();

const containerSchema = z
	.strictObject({
		Title: part.openapi({ example: 'The Journal of Open Source Software' }),
		ISSN: z.array(issnSchema).max(linkLimits.issns).nullish(),
		Volume: part.openapi({ example: '12' }),
		Issue: part.openapi({ example: '3' }),
		Pages: part.openapi({ description: 'The pages, or the number of the article.', example: '101-110' }),
	})
	.nullish()
	.openapi({
		description:
			'The journal, book or proceedings in which the object appeared, and where in it. An extension of ' +
			'Scholix by this broker.',
	});

const noticeSchema = z
	.strictObject({
		Kind: z.enum(noticeKinds),
		Date: dateOrEmpty.nullish(),
		Identifier: identifierSchema.nullish().openapi({ description: 'An identifier of the notice.' }),
	})
	.openapi('Notice');

const typeName = text(linkLimits.nameLength)
	.refine((name) => isBlank(name) || readObjectType(name) !== undefined, `must be one of ${objectTypeNames.join(', ')}`)
	.openapi({
		description:
			`One of ${objectTypeNames.join(', ')}, in any letter case, or a term of DataCite, Crossref, OpenAIRE, ` +
			'BibTeX or NASA ADS that is read as one of them (publication, article, other). An empty text is unknown.',
		pattern: '^\\s*(?:[A-Za-z][A-Za-z _-]*\\s*)?$',
		example: 'software',
	});

const subTypeFields = {
	SubType: text(linkLimits.nameLength).nullish(),
	SubTypeSchema: text(linkLimits.nameLength).nullish(),
};

const typeSchema = z.strictObject({ Name: typeName, ...subTypeFields }).openapi('ObjectType');

const objectSchema = z
	.strictObject({
		Identifier: z
			.union([identifierSchema, z.array(identifierSchema).min(1).max(linkLimits.identifiers)])
			.openapi({ description: 'One identifier, or an array of identifiers of the same object.' }),
		Type: z.union([typeSchema, typeName]).openapi({ description: 'An object, or only its Name as a text.' }),
		...subTypeFields,
		Title: text(linkLimits.titleLength)
			.nullish()
			.openapi({ description: 'The title, plain or with markup of HTML, JATS or MathML.' }),
		TitleMarkup: text(linkLimits.titleLength).nullish().openapi({
			description: 'The title with markup, in the form of answers. It is used instead of Title.',
		}),
		Creator: z.array(agentSchema).max(linkLimits.items).nullish(),
		PublicationDate: dateOrEmpty.nullish(),
		Publisher: z.array(agentSchema).max(linkLimits.items).nullish(),
		Keywords: z.array(keywordSchema).max(linkLimits.items).nullish(),
		Container: containerSchema,
		Edition: part.openapi({
			description: 'The edition of a book, or the version of software or data. An extension of Scholix.',
			example: '2nd',
		}),
		PublisherPlace: part.openapi({
			description: 'The place of the publisher. An extension of Scholix.',
			example: 'Cambridge, MA',
		}),
		Notice: z
			.array(noticeSchema)
			.max(linkLimits.items)
			.nullish()
			.openapi({
				description:
					'The notices that the work was retracted or corrected, or is doubted. If neither object of a link has ' +
					'this field, a SubType such as retraction, erratum or IsRetractedBy says it. An extension of Scholix by ' +
					'this broker.',
			}),
		Filled: z
			.union([z.boolean(), z.array(z.enum(filledFields))])
			.nullish()
			.openapi({
				description:
					'The fields (true: all but Notice) that count only if no link states them, whichever came first. An ' +
					'extension of Scholix by this broker.',
			}),
	})
	.openapi('ScholixObject');

const relationshipTypeSchema = z
	.strictObject({
		Name: filledText(linkLimits.nameLength)
			.refine((name) => readRelation(name) !== undefined, 'is not the name of a relation')
			.openapi({
				description:
					'A relation type of Scholix v3 or DataCite 4.7, in any letter case. Any other name of at most 50 ' +
					'letters is read as IsRelatedTo.',
				pattern: '^\\s*[^\\s\\u0000-@\\[-`{-\\u007f]{1,50}\\s*$',
				example: 'IsRelatedTo',
			}),
		SubType: text(linkLimits.nameLength).nullish().openapi({
			description: 'Decides the relation if it is a known relation type and SubTypeSchema is DataCite or absent.',
			example: 'IsIdenticalTo',
		}),
		SubTypeSchema: text(linkLimits.nameLength).nullish().openapi({ example: 'DataCite' }),
	})
	.openapi('RelationshipType');

/**
 * Describes one Scholix link object as the broker takes it: unknown fields are refused, optional
 * ones may be null. That names of fields have any letter case, and some have other names besides
 * (fields.ts), is left out.
 */
export const linkSchema = z
	.strictObject({
		Source: objectSchema,
		Target: objectSchema,
		RelationshipType: relationshipTypeSchema,
		LinkProvider: z.array(providerSchema).min(1).max(linkLimits.items),
		LinkPublicationDate: date,
		LicenseURL: text(linkLimits.idLength).nullish(),
	})
	.openapi('ScholixLink');

/** Describes the body of a submission: 1 to `maxLinks` links. */
export function linksSchema(maxLinks: number) {
	return z.array(linkSchema).min(1).max(maxLinks);
}
