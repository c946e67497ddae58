// The definition of a registry that describes works by their identifiers: how lists of them are
// asked for, and what its answers call each work.
import { BrokerError } from '../../errors.ts';
import type { ServiceRequest, ServiceSecret } from '../service.ts';

/** A record of an answer, and all names by which the answer says that it is of this work. */
export type NamedRecord = { names: readonly string[]; record: unknown };

/** How the operator is known to a registry. */
export type Credentials = { contact: string | null; secret: string | null };

/** A registry. */
export type LookUpService = {
	/** As the command line names it. */
	name: string;
	title: string;
	/** Its usual address, without a slash at the end. */
	address: string;
	/** The scheme of the identifiers that it describes. */
	scheme: string;
	/** The dialect of `document`. */
	dialect: string;
	/** How many identifiers one request may name. */
	listSize: number;
	/** The least time between two requests, by its documentation. */
	pauseMilliseconds: number;
	needsContact: boolean;
	secret: ServiceSecret | null;
	/** Asks for the works with these values. */
	list(values: readonly string[], asking: Credentials): ServiceRequest;
	/** Asks for one work whose value cannot stand in a list; undefined: it can. */
	single?(value: string, asking: Credentials): ServiceRequest | undefined;
	/** Reads an answer, and its text. Fails with `harvest-failed` where it is none of this registry. */
	records(document: unknown, text: string): readonly NamedRecord[];
	/** Makes a document of its dialect, XML or a JSON value, with records of an answer of a day. */
	document(records: readonly unknown[], day: string): unknown;
};

/** Fails since an answer is none of the registry. */
export function strange(lacks: string): never {
	throw new BrokerError('harvest-failed', `The answer does not look like one of this service: it lacks ${lacks}.`);
}
