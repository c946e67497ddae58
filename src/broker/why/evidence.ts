// What explains a flag of a link between two works, `id` and `other`, and how it reads.
import { schemeTitle } from '../../identifiers/index.ts';
import type { Agent, Container, Notice } from '../../links/description.ts';
import { countText } from '../../links/words.ts';
import type { Flag } from '../../search/flags/flags.ts';

/** Names an end of a link, as the question does. */
export type End = 'id' | 'other';

/** One thing because of which a link has a flag; which of them depends on the flag. */
export type FlagEvidence =
	| { id: Agent; other: Agent; matched: string }
	| { id: Container; other: Container; matched: string }
	| { of: End; publisher: string; provider: string }
	| { provider: string; date: string; words: readonly string[]; mined_by: 'provider' | 'words' }
	| { provider: string }
	| { of: End; relation: 'IsSupplementTo' }
	| { of: End; lacks: readonly string[] }
	| { of: End; notice: Notice; provider?: string; date?: string; event_id?: string }
	| { published: string; retracted: string };

/** What is not known of a work: a field of its description; `value` where it is not precise enough. */
export type Missing = { of: End; field: string; value?: string };

/** Whether a link has a flag, and why. */
export type ExplainedFlag = {
	name: Flag;
	holds: 'yes' | 'no' | 'unknown';
	/** By what the works match, where the flag compares identifiers or else names. */
	certainty?: 'identifier' | 'name';
	/** The first reasons why the link has the flag, and how many others there are. */
	evidence: readonly FlagEvidence[];
	others: number;
	/** Why it is not known whether it has. */
	missing?: readonly Missing[];
};

const workWords: Readonly<Record<End, string>> = { id: 'The first work', other: 'The second work' };

const answerWords = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const;

/** Writes whether a flag holds: `Yes, by name.` */
export function holdsText({ holds, certainty }: Pick<ExplainedFlag, 'holds' | 'certainty'>): string {
	return `${answerWords[holds]}${certainty === undefined ? '' : `, by ${certainty}`}.`;
}

type Reasons = Pick<ExplainedFlag, 'evidence' | 'others' | 'missing'>;

/** Lists why a flag holds, or is not known, in sentences, and the events that they name. */
export function reasonsOf({
	evidence,
	others,
	missing = [],
}: Reasons): { text: string; eventId?: string | undefined }[] {
	const shown = evidence.map((one) => ({
		text: evidenceText(one),
		...('notice' in one && { eventId: one.event_id }),
	}));
	const more = others === 0 ? [] : [`And ${countText(others)} more.`];
	return [...shown, ...[...missing.map(missingText), ...more].map((text) => ({ text }))];
}

/** Lists these sentences alone. */
export function reasonTexts(flag: Reasons): string[] {
	return reasonsOf(flag).map(({ text }) => text);
}

/** Writes one piece of evidence as a sentence. */
function evidenceText(evidence: FlagEvidence): string {
	if ('matched' in evidence) {
		const { id, other, matched } = evidence;
		const [one, another] = [id, other].map((each) => ('Name' in each ? each.Name : (each.Title ?? 'untitled')));
		return `${one} and ${another}: both are compared as ${matched}.`;
	}
	if ('publisher' in evidence) {
		const { of, publisher, provider } = evidence;
		return `${workWords[of]} was published by ${publisher}, and ${provider} asserts the link.`;
	}
	if ('mined_by' in evidence) {
		const { provider, date, words, mined_by } = evidence;
		const because = mined_by === 'words' ? 'The words say so' : 'This provider searches texts';
		const as = words.length > 0 ? `, as ${words.join(', ')}` : '';
		return `Stated by ${provider}, ${date.slice(0, 10)}${as}. ${because}.`;
	}
	if ('relation' in evidence) return `${workWords[evidence.of]} supplements the other.`;
	if ('lacks' in evidence) return `${workWords[evidence.of]} has no ${orList.format(evidence.lacks.map(schemeTitle))}.`;
	if ('notice' in evidence) return noticeText(evidence);
	if ('published' in evidence) {
		const { published, retracted } = evidence;
		return `The citing work was published ${published}, and the cited one was retracted ${retracted}.`;
	}
	return `Only ${evidence.provider} asserts the link.`;
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function noticeText({ of, notice, provider, date }: Extract<FlagEvidence, { notice: unknown }>): string {
	const { Kind, Date: day, Identifier } = notice;
	const named = Identifier && ` (${schemeTitle(Identifier.IDScheme)} ${Identifier.ID})`;
	const stated = provider && `, stated by ${provider}, ${date?.slice(0, 10)}`;
	return `${workWords[of]}: ${Kind}${day ? ` of ${day}` : ''}${named ?? ''}${stated ?? ''}.`;
}

function missingText({ of, field, value }: Missing): string {
	if (value !== undefined) return `${workWords[of]}: ${field} ${value} is not precise enough.`;
	return `${workWords[of]}: ${field} is not known.`;
}
