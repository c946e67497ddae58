// The received notifications of COAR Notify for admins: their list, and the page of each, as it came.
import type { Inbox, ReceivedNotification } from '../../../clients/typescript/src/operator-schemas.ts';
import {
	eventPath,
	type NotificationView,
	notificationPath,
	type SectionView,
	sectionPath,
	sectionView,
} from '../address/operator-view.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import type { PageForms } from '../posting/take-form.ts';
import { Pager } from '../shell/pager.tsx';
import { momentText } from './moments.ts';
import { changing, operatorOf } from './operator-client.ts';
import { ActButton, Refresh } from './operator-form.tsx';
import { FactPanels } from './panels.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

type Listed = Inbox['ldp:contains'][number];
type Received = Listed['received'];

const columns = ['Received', 'Sender', 'Types', 'Outcome', 'Event'];

const outcomeText: Readonly<Record<Received['outcome'], string>> = {
	accepted: 'Submitted links',
	withdrawn: 'Withdrew an event',
	nothing: 'Nothing to do',
};

/** The form on the page of a notification. */
export const notificationForms: PageForms = {
	replay: {
		send: changing((operator, fields) => operator.replayNotification(fields.exact('id'))),
		done: 'The notification was read again.',
	},
};

/** Renders one page of notifications, newest first. */
export function NotificationsPage({ view: { before } }: { view: SectionView }) {
	const page = useRefreshed('notifications', { before }, (connection) =>
		operatorOf(connection).notifications({ before }),
	);
	const { 'ldp:contains': listed = [], next } = page.value ?? {};
	const isOff = page.failure?.status === 404;
	return (
		<>
			<SectionHead title={sectionTitle.notifications} failure={isOff ? undefined : page.failure} />
			{isOff && <p class="notice">This broker takes no notifications: its setting INBOX is off.</p>}
			<div class="toolbar">
				<Refresh again={page.again} />
			</div>
			{page.value && listed.length === 0 && <p class="notice">No notifications found.</p>}
			{listed.length > 0 && (
				<SectionTable label="Notifications" columns={columns}>
					{listed.map((one) => (
						<NotificationRow key={one['@id']} notification={one} />
					))}
				</SectionTable>
			)}
			<Pager
				first={before === undefined ? undefined : sectionView('notifications')}
				next={next === undefined ? undefined : sectionView('notifications', { before: next })}
				words={{ first: 'Newest', next: 'Older' }}
			/>
		</>
	);
}

function NotificationRow({ notification: { '@id': address, type, received } }: { notification: Listed }) {
	const uuid = address.slice(address.lastIndexOf('/') + 1);
	const { time, sender, outcome, note, event_id } = received;
	return (
		<tr>
			<td class="moment">
				<a href={notificationPath(uuid)}>{momentText(time)}</a>
			</td>
			<td>{sender}</td>
			<td>{type.join(', ')}</td>
			<td>{note ?? outcomeText[outcome]}</td>
			<td>
				{event_id !== null && (
					<a href={eventPath(event_id)}>
						<code>{event_id}</code>
					</a>
				)}
			</td>
		</tr>
	);
}

/** Renders the page of one notification. */
export function NotificationPage({ view: { uuid } }: { view: NotificationView }) {
	const { value, failure, loading } = useRefreshed('notification', { uuid }, (connection) =>
		operatorOf(connection).notification(uuid),
	);
	return (
		<>
			<SectionHead title="Notification" failure={failure} />
			<p>
				<a href={sectionPath('notifications')}>All notifications</a>
			</p>
			{!value && loading && <p class="waiting">Loading the notification …</p>}
			{value && <Received uuid={uuid} notification={value} />}
		</>
	);
}

function answerText({ inbox, tries, accepted, problem }: NonNullable<Received['answer']>): string {
	if (accepted !== null) return `${inbox} accepted it ${momentText(accepted)}.`;
	if (problem === null) return `It is being sent to ${inbox}.`;
	return `${inbox}: ${problem} Tries: ${tries}.`;
}

type ReceivedProps = { uuid: string; notification: ReceivedNotification };

function Received({ uuid, notification: { received, ...sent } }: ReceivedProps) {
	const { time, sender, outcome, note, event_id, answer } = received;
	const facts = [
		{ term: 'Received', text: momentText(time) },
		{ term: 'Sender', text: sender },
		{ term: 'Outcome', text: note ?? outcomeText[outcome] },
		...(event_id === null ? [] : [{ term: 'Event', text: event_id, isCode: true as const, href: eventPath(event_id) }]),
		...(answer === null ? [] : [{ term: 'Answer', text: answerText(answer) }]),
	];
	return (
		<>
			<FactPanels panels={[{ id: 'notification-record', title: 'Details', facts }]} />
			{outcome === 'nothing' && <ActButton form="replay" does="Replay" fields={{ id: uuid }} />}
			<section aria-labelledby="notification-sent">
				<h2 id="notification-sent">As it came</h2>
				<pre class="commands">{JSON.stringify(sent, null, 2)}</pre>
			</section>
		</>
	);
}
