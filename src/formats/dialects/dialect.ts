// What a dialect is: a form in which the field writes links, other than this broker's own.
import type { NoticeKind } from '../../links/description.ts';
import type { Noticing } from '../../links/notices.ts';
import type { ColumnChoice, ColumnRole } from './column-roles.ts';

/** The name of the broker's own form. */
export const scholix = 'scholix';

/** An identifier as a document writes it; where it names no scheme, the text decides. */
export type GivenIdentifier = { id: string; scheme?: string | undefined };

/** A person or an organisation as a document names it. */
export type GivenAgent = { name: string; orcid?: string | undefined };

/**
 * What a document says of one object. Of its identifiers those that last name it, whatever their
 * order (see writeObject); `type` is a word of any vocabulary that readObjectType knows, `subType`
 * a narrower one, of any vocabulary at all.
 */
export type GivenObject = {
	identifiers: readonly GivenIdentifier[];
	/** The document says that all of the identifiers name it, those that do not last, too. */
	areOneWork?: true | undefined;
	type?: string | undefined;
	subType?: string | undefined;
	title?: string | undefined;
	creators?: readonly GivenAgent[] | undefined;
	publicationDate?: string | undefined;
	publishers?: readonly string[] | undefined;
	keywords?: readonly string[] | undefined;
	container?: GivenContainer | undefined;
	/** Of a book: `2nd`. */
	edition?: string | undefined;
	/** Where its publisher is: `Cambridge, MA`. */
	publisherPlace?: string | undefined;
	/** Those that no link of the record says. */
	notices?: readonly GivenNotice[] | undefined;
};

/** A notice about a work that the document does not name. */
export type GivenNotice = { kind: NoticeKind; date?: string | undefined };

/** The journal, book or proceedings in which a work appeared, and where in it. */
export type GivenContainer = {
	title?: string | undefined;
	/** With or without hyphens; those with a wrong check digit are left out. */
	issns?: readonly string[] | undefined;
	volume?: string | undefined;
	issue?: string | undefined;
	/** The first and last page, or the number of an article: `101-110`, `e1234`. */
	pages?: string | undefined;
};

/**
 * A link as a document says it: from the subject of its record, unless it has a source of its own.
 * `relation` is a relation type of DataCite in any letter case, or another word, which is then kept
 * as the SubType. Date and provider are those of the record where the link has none.
 */
export type GivenLink = {
	source?: GivenObject | undefined;
	relation: string;
	target: GivenObject;
	subType?: string | undefined;
	/**
	 * Which end is a notice about the other, and its date. Undefined: the SubType says it, and the
	 * notice appeared when it was published; null: the SubType may be of either direction.
	 */
	notice?: (Noticing & { date?: string | undefined }) | null | undefined;
	/** The vocabulary of the SubType, where that is not DataCite's. */
	subTypeSchema?: string | undefined;
	date?: string | undefined;
	provider?: string | undefined;
	/** The document withdraws it: the statements of its provider about it are withdrawn. */
	isWithdrawn?: true | undefined;
};

/**
 * A record: all that a document states at one place. `date` is when, `provider` who states
 * it; where it names neither, the dialect or the one who loads it does.
 */
export type GivenRecord = {
	/** The object that the record is about. */
	subject?: GivenObject | undefined;
	links: Iterable<GivenLink>;
	/** Other objects that it describes and does not link. */
	objects?: Iterable<GivenObject> | undefined;
	date?: string | undefined;
	provider?: string | undefined;
	/** The record is a tombstone: its earlier statements are withdrawn. */
	isWithdrawn?: true | undefined;
	/** What of it cannot be a link, and why, in a few words each: `no identifier`. */
	leftOut?: readonly string[] | undefined;
	/** The cells of a row of a table that do not hold what their columns do. */
	wrongCells?: readonly WrongCell[] | undefined;
	/** The line of the file in which it begins, from 1, where that is not the document's. */
	line?: number | undefined;
};

/** What the syntaxes make of a file: the documents of each kind. */
export type DocumentOf = {
	/** A value of JSON: a record, or a page of an API that holds several. */
	json: unknown;
	/** The root of a text in XML. */
	xml: XmlElement;
	/** The value of a text in YAML 1.2. */
	yaml: unknown;
	/** A row of a table. */
	table: TableRow;
	/** An entry of a BibTeX file. */
	bibtex: BibtexEntry;
	/** An entry of a text with tags, as RIS, PubMed and Web of Science write it. */
	tagged: TaggedEntry;
};

/** How a file is made of documents. */
export type Syntax = keyof DocumentOf;

/** An element of XML; names are without their namespace's prefix. */
export type XmlElement = {
	name: string;
	/** The address of its namespace, or ''. */
	namespace: string;
	attributes: Readonly<Record<string, string>>;
	/** Elements and texts in their order. */
	children: readonly (XmlElement | string)[];
	/** The line in which it begins, from 1. */
	line: number;
};

/** A table: the names of its columns as its first row has them, and its first rows. */
export type Table = { columns: readonly string[]; sample: readonly (readonly string[])[] };

/** A row of a table; cells are without white space around them, and '' where the row has none. */
export type TableRow = { table: Table; cells: readonly string[]; line: number };

/**
 * An entry of BibTeX (`@article{key, doi = {…}}`): type and names of fields in lower case. Its
 * parent is the entry that it names in `crossref`.
 */
export type BibtexEntry = {
	type: string;
	key: string;
	fields: Readonly<Record<string, string>>;
	line: number;
	parent?: BibtexEntry | undefined;
};

/**
 * An entry of a text whose fields begin with tags (`TY  - JOUR`), in their order. A tag may come
 * again; values keep the breaks between their lines.
 */
export type TaggedEntry = { fields: readonly TaggedField[]; line: number };
export type TaggedField = readonly [tag: string, value: string];

/**
 * What happens to links that are not repeated: a `record` states all links of its subject, so
 * that the others are withdrawn; a `statement` stands for itself; of a `set` only the whole shows
 * which links were removed.
 */
export type Replacement = 'record' | 'statement' | 'set';

/** A cell with what it should not hold: `column` from 1, its name, and what is wrong with it. */
export type WrongCell = { column: number; name: string; cell: string; problem: string };

/**
 * What a table is taken for: a role for each column, with the beginnings of a few of its values;
 * the first rows, and whether the first row names the columns.
 */
export type TableReading = {
	hasNames: boolean;
	columns: readonly { name: string; role: ColumnRole; values: readonly string[] }[];
	rows: readonly (readonly string[])[];
};

/** What the caller supplies where the documents do not state it. */
export type Supplied = {
	/** The object from which the links start. */
	source?: GivenIdentifier | undefined;
	relation?: string | undefined;
	/** What the columns of a table are, in place of what would be found out. */
	columns?: ColumnChoice | undefined;
};

/** A dialect. */
export type Dialect<F extends Syntax = Syntax> = {
	/** As `--from` names it: `datacite`. */
	name: string;
	/** What it is and who gives it, in a line. */
	title: string;
	syntax: F;
	replacement: Replacement;
	/** The provider where its documents name none; undefined: it must be supplied. */
	provider?: string;
	/** Which of its dates is that of a link, in a few words. */
	dateRule: string;
	/** A short document of it that has a link. */
	example: string;
	/** Returns whether a document is one of it, by what it holds. */
	fits(document: DocumentOf[F]): boolean;
	/**
	 * Returns how the table of a row is read, or why a document cannot be read with what is supplied.
	 */
	layout?(document: DocumentOf[F], supplied: Supplied): TableReading | { problem: string } | undefined;
	/**
	 * Takes the records out of a document, by a table where one can say it (see mapping.ts). Whatever
	 * it holds, this ends and throws nothing: what cannot be read is left out and reported.
	 */
	read(document: DocumentOf[F], supplied: Supplied): Iterable<GivenRecord>;
};
