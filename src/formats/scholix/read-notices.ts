// Reads what a Scholix link says of notices: those that an object states, and what the word of a
// link says of its works.
import { type Notice, noticeKinds } from '../../links/description.ts';
import { linkLimits } from '../../links/limits.ts';
import type { LinkedObject } from '../../links/link.ts';
import { noticing } from '../../links/notices.ts';
import { readOptionalDate } from './read-dates.ts';
import { readOneIdentifier } from './read-identifiers.ts';
import {
	checkLength,
	isObject,
	kindOf,
	quoted,
	type Reading,
	readFields,
	refuse,
	requiredText,
	shapes,
} from './record-reading.ts';
import { shownIdentifier } from './writing/object-document.ts';

const shape = 'an object {Kind, Date, Identifier}';

/** Reads the notices about an object; an empty list states that there are none. */
export function readNotices(reading: Reading, value: unknown, at: string): readonly Notice[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) refuse(reading, at, `must be an array of objects {Kind}, not ${kindOf(value)}`);
	if (!Array.isArray(value) || !checkLength(reading, value, at, 0)) return [];
	return value.flatMap((notice, n) => readNotice(reading, notice, `${at}/${n}`) ?? []);
}

function readNotice(reading: Reading, value: unknown, at: string): Notice | undefined {
	if (!isObject(value)) return refuse(reading, at, `must be ${shape}, not ${kindOf(value)}`);
	const fields = readFields(reading, value, at, shapes.notice);
	const word = requiredText(reading, fields.Kind, at, 'Kind', linkLimits.nameLength);
	const Kind = noticeKinds.find((kind) => kind === word);
	if (Kind === undefined && word !== '') {
		refuse(reading, `${at}/Kind`, `${quoted(word)} is not a kind of notice; use one of ${noticeKinds.join(', ')}`);
	}
	const date = readOptionalDate(reading, fields.Date, at, 'Date');
	const identifier = readOneIdentifier(reading, fields.Identifier, `${at}/Identifier`);
	if (Kind === undefined) return undefined;
	const notice: Notice = { Kind };
	if (date !== undefined) notice.Date = date;
	if (identifier !== undefined) notice.Identifier = shownIdentifier(identifier);
	return notice;
}

/**
 * Adds to the objects of a link the notice that its word makes of one of them, as of the day on
 * which that was published.
 */
export function noticeByWord(source: LinkedObject, target: LinkedObject, word: string | undefined): void {
	const stated = noticing(word);
	if (stated === undefined) return;
	const [notice, work] = stated.of === 'target' ? [source, target] : [target, source];
	const [identifier] = notice.identifiers;
	const { PublicationDate } = notice.description;
	work.description.Notice = [
		{
			Kind: stated.kind,
			...(PublicationDate !== undefined && { Date: PublicationDate }),
			...(identifier !== undefined && { Identifier: shownIdentifier(identifier) }),
		},
	];
}
