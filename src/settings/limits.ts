// The settings of how much the broker accepts: submissions, and requests at once.
import { anyText, orOff, seconds, wholeNumber } from './readers.ts';
import { maxBytes, setting } from './setting.ts';

/** Limits what one event holds and how many events wait. */
export const submissions = {
	eventsRole: setting(
		'EVENTS_ROLE',
		null,
		anyText('the name of a role'),
		'The role that users need to submit events. Without it, every active user may submit.',
		'submitter',
	),
	maxLinksPerEvent: setting(
		'MAX_LINKS_PER_EVENT',
		'10000',
		wholeNumber(1, 1_000_000, 'links'),
		'The largest number of links in one event. `events load` divides larger files into several events; on SQLite, ' +
			'each has at most 2,000 links. Fewer links need less memory.',
	),
	maxBodyBytes: setting(
		'MAX_BODY_BYTES',
		'33554432',
		wholeNumber(1_024, 500_000_000, 'bytes'),
		'The largest size of a request body.',
	),
	maxWaitingEvents: setting(
		'MAX_WAITING_EVENTS',
		'100000',
		wholeNumber(1, 1_000_000_000, 'events'),
		'How many events may wait to be applied. Submissions beyond this number are refused.',
	),
	maxWaitingBytes: setting(
		'MAX_WAITING_BYTES',
		'4294967296',
		wholeNumber(1_024, 1_000_000_000_000_000, 'bytes'),
		'The total stored size of events that wait to be applied. Submissions beyond this size are refused.',
	),
};

/** Limits the requests of one sender and of all. */
export const limits = {
	rateLimit: setting(
		'RATE_LIMIT',
		'off',
		orOff(wholeNumber(1, 1_000_000, 'requests a minute')),
		'How many requests one sender may make in a minute. Set it if the broker is public.',
		'300',
	),
	maxRequestsPerMinute: setting(
		'MAX_REQUESTS_PER_MINUTE',
		'off',
		orOff(wholeNumber(4, 100_000_000, 'requests a minute')),
		'How many requests all senders together may make in a minute. Without `RATE_LIMIT`, one sender may make a ' +
			'quarter of them.',
	),
	maxConcurrentRequests: setting(
		'MAX_CONCURRENT_REQUESTS',
		'256',
		wholeNumber(2, 100_000, 'requests'),
		'How many requests may work at once, counted separately for those that need the records, the index, both or ' +
			'neither. One sender may have half of them, and less while others ask. A quarter is kept for accounts. ' +
			'Further requests wait for their turn, this many at most.',
	),
	maxWaitingRequests: setting(
		'MAX_WAITING_REQUESTS',
		'8192',
		wholeNumber(8, 1_000_000, 'requests'),
		'How many requests may wait at once while their body arrives, their answer is read, or `GET /changes?wait=` has ' +
			'no news. They do not count as working. One sender may have an eighth of them. A quarter is kept for accounts.',
	),
	maxBodiesBytes: setting(
		'MAX_BODIES_BYTES',
		'268435456',
		wholeNumber(1_024, maxBytes, 'bytes'),
		'How much memory the bodies of all running requests may take. Never less than twice `MAX_BODY_BYTES`.',
	),
	maxSenderBodiesBytes: setting(
		'MAX_SENDER_BODIES_BYTES',
		'100663296',
		wholeNumber(1_024, maxBytes, 'bytes'),
		'How much of this memory one sender may take. Never less than twice `MAX_BODY_BYTES`.',
	),
	stalledBodySeconds: setting(
		'STALLED_BODY_SECONDS',
		'20',
		seconds(0.05, 3_600),
		'How long a request body may arrive at less than 1 KiB a second before the request is refused.',
	),
	stalledAnswerSeconds: setting(
		'STALLED_ANSWER_SECONDS',
		'60',
		seconds(0.05, 3_600),
		'How long a client may read its answer at less than 1 KiB a second before it is disconnected.',
	),
};
