// Reads a notification of COAR Notify as it came: its id, its types, and by whom it says that it was sent.
import { createHash } from 'node:crypto';
import { wrongInput } from '../../errors/wrong-input.ts';
import type { Problem } from '../../errors.ts';
import { announcedWork, announcesLinks, typesOf } from '../../formats/dialects/notify/coar-notify.ts';
import { at, type Fields, fields, isFields, text } from '../../formats/dialects/values.ts';
import { malformedJson, parseJson } from '../../formats/json/json-text.ts';
import type { Service } from '../../formats/notify/write-notification.ts';

/** What is to be done about a notification. */
export type Wanted =
	/**
	 * Its links are to be submitted. `provider` asserts them, where no actor is named; `page` is that of
	 * the announced work at its origin.
	 */
	| { what: 'links'; provider: string | undefined; page: string | undefined }
	/** What became of an earlier one of the same sender is to be withdrawn. */
	| { what: 'undo'; ids: readonly string[]; reason: string | null }
	| { what: 'nothing'; why: string };

/** A notification that can be kept. */
export type ReadNotification = {
	id: string;
	types: readonly string[];
	/** What it says of its actor and origin; without proof that it is so. */
	actor: string | undefined;
	origin: string | undefined;
	/** The text as it came. */
	text: string;
	/** The hash of what it says, however it is spaced. */
	digest: string;
	wanted: Wanted;
	/** To whom an answer goes, where it is an offer that names an inbox. */
	answerTo: Service | undefined;
};

const longestId = 2_000;
const longestReason = 1_000;
const longestPage = 2_000;
const otherActivities: ReadonlySet<string> = new Set([
	...['Accept', 'Announce', 'Flag', 'Reject', 'TentativeAccept', 'TentativeReject', 'Undo'],
	'UnprocessableNotification',
]);
/** They are kept beside the text, and listed with others. */
const mostTypes = 20;
const longestType = 200;

/**
 * Reads a notification. Fails with `malformed-json`, and with `bad-request` where it has no id, type
 * or object.
 */
export function readNotification(body: Uint8Array): ReadNotification {
	const parsed = parseJson(body);
	if ('error' in parsed) throw malformedJson(parsed.error);
	const { value, text: written } = parsed;
	if (!isFields(value)) throw notOne([{ pointer: '', message: 'A notification must be an object.' }]);
	const id = text(value.id) ?? text(value['@id']);
	const types = typesOf(value);
	const problems = [...problemsOfId(id), ...problemsOf(value, types)];
	if (problems.length > 0 || id === undefined) throw notOne(problems);
	return {
		...{ id, types, text: written, wanted: wantedOf(value, types), answerTo: answerTo(value, types) },
		...{ actor: idIn(value, 'actor'), origin: idIn(value, 'origin') },
		digest: createHash('sha256').update(JSON.stringify(value)).digest('hex'),
	};
}

function notOne(problems: readonly Problem[]) {
	return wrongInput('bad-request', problems);
}

function problemsOfId(id: string | undefined): Problem[] {
	if (id === undefined) return [{ pointer: '/id', message: 'A notification must have an id, such as urn:uuid:….' }];
	if (id.length <= longestId && id.isWellFormed() && !id.includes('\0')) return [];
	return [{ pointer: '/id', message: `The id must be text of at most ${longestId} characters, without NUL.` }];
}

function problemsOf({ object }: Fields, types: readonly string[]): Problem[] {
	const isGiven = typeof object === 'string' ? object !== '' : Array.isArray(object) || isFields(object);
	return [
		...problemsOfTypes(types),
		...(isGiven ? [] : [{ pointer: '/object', message: 'A notification must have an object.' }]),
	];
}

function problemsOfTypes(types: readonly string[]): Problem[] {
	const isRight = types.length <= mostTypes && types.every((type) => type.length <= longestType);
	const wrong = `A notification must have at most ${mostTypes} types, each of at most ${longestType} characters.`;
	const message = types.length === 0 ? 'A notification must have a type.' : wrong;
	return isRight && types.length > 0 ? [] : [{ pointer: '/type', message }];
}

function wantedOf(notification: Fields, types: readonly string[]): Wanted {
	if (types.includes('Undo')) return undoOf(notification);
	if (announcesLinks(notification))
		return { what: 'links', provider: hostOf(notification), page: pageIn(notification) };
	return { what: 'nothing', why: storable(`Nothing to do: ${types.join(', ')} names no link.`) };
}

/** Only offers: answers must not be answered, and nothing is expected of others. */
function answerTo(notification: Fields, types: readonly string[]): Service | undefined {
	if (!types.includes('Offer') || types.some((type) => otherActivities.has(type))) return undefined;
	const inbox = URL.parse(text(at(fields(notification.origin), 'inbox')) ?? '');
	if (!inbox || !/^https?:$/.test(inbox.protocol) || inbox.href.length > longestId) return undefined;
	const id = idIn(notification, 'origin') ?? '';
	return { id: URL.canParse(id) ? id : inbox.origin, inbox: inbox.href };
}

/** An Undo names what it undoes as its object, or as that to which it replies. */
function undoOf(notification: Fields): Wanted {
	const ids = [idIn(notification, 'object'), text(notification.inReplyTo)].filter((id) => id !== undefined);
	const reason = text(notification.summary);
	return { what: 'undo', ids, reason: reason === undefined ? null : storable(reason) };
}

/** Makes a short text that every database can keep. */
function storable(text: string): string {
	return text.slice(0, longestReason).toWellFormed().replaceAll('\0', ' ');
}

/** Addresses elsewhere than at the origin are not asked: their hosts have not sent anything. */
function pageIn(notification: Fields): string | undefined {
	const [page, origin] = [announcedWork(notification), idIn(notification, 'origin')].map((one) => URL.parse(one ?? ''));
	if (!page || !/^https?:$/.test(page.protocol) || page.href.length > longestPage) return undefined;
	return page.host === origin?.host ? page.href : undefined;
}

function hostOf(notification: Fields): string | undefined {
	const address = idIn(notification, 'origin') ?? idIn(notification, 'actor');
	return URL.parse(address ?? '')?.hostname || undefined;
}

function idIn(notification: Fields, name: string): string | undefined {
	return text(notification[name]) ?? text(at(fields(notification[name]), 'id'));
}
