// Types of what the broker is sent and answers. Written by `npm run clients:types` from its OpenAPI
// description: change that, not this.

import type { EventPreview } from './schemas.ts';

export type Session = {
	email: string;
	roles: string[];
	/** Send it in the header X-CSRF-Token with every request that changes something. */
	csrf_token: string;
};

export type AccessToken = {
	id: number;
	name: string;
	/** What the token allows. */
	scopes: ('submit' | 'withdraw' | 'read' | 'subscribe' | 'notify')[];
	created: string;
	last_used: string | null;
	/** When the token expires. null: never. */
	expires: string | null;
	/** Whether the token is valid and expires within 30 days. */
	ends_soon: boolean;
	revoked: string | null;
};

export type AccessTokens = {
	tokens: AccessToken[];
};

export type WantedAccessToken = {
	/** Letters of one script, digits and ASCII punctuation, without spaces at either end. */
	name: string;
	/** A time in the future. null: never. Absent: after 365 days. */
	expires?: string | null;
	/** What the token allows. Absent: everything. */
	scopes?: ('submit' | 'withdraw' | 'read' | 'subscribe' | 'notify')[];
};

export type CreatedAccessToken = {
	/** The token. It cannot be shown again. */
	token: string;
};

export type User = {
	email: string;
	active: boolean;
	/** A user without a password may have tokens, but cannot sign in. */
	has_password: boolean;
	roles: string[];
	created: string;
};

export type Users = {
	users: User[];
};

export type Role = {
	name: string;
	/** The number of users with the role. */
	users: number;
};

export type Roles = {
	roles: Role[];
};

export type WantedInvitation = {
	/** On each side of the @: letters of one script, digits and ASCII punctuation. */
	email: string;
};

export type Invitation = {
	email: string;
	/** Whether the invitation created the user. */
	created: boolean;
	/** The link. It cannot be shown again. */
	link: string;
	expires: string;
};

export type InvitationSecret = {
	/** The part of the link after #. */
	secret: string;
};

export type Invited = {
	email: string;
	expires: string;
};

export type StatusQueue = {
	new: number;
	processing: number;
	/** Up to a minute old. */
	done: number;
	error: number;
	/** Up to a minute old. */
	withdrawn: number;
	/** The age of the oldest event that is New or Processing. */
	oldest_waiting_seconds: number;
	/** Outbox entries that wait for the search index. */
	waiting_entries: number;
	index_lag_seconds: number;
};

/** Counts of this process over the last minute. */
export type StatusRates = {
	requests_last_minute: number;
	events_last_minute: number;
	links_last_minute: number;
};

export type StatusSizes = {
	/** Works (Identity groups) in the search index. null while the index does not answer. */
	works: number | null;
	/** Relationships between these works. null while the index does not answer. */
	relationships: number | null;
	/** null if the engine cannot return it quickly. */
	database_bytes: number | null;
	/** null if the engine cannot return it quickly. */
	index_bytes: number | null;
};

export type StatusRebuildPartsObjects = {
	waiting: number;
	building: number;
	done: number;
};

export type StatusRebuildPartsLinks = {
	waiting: number;
	building: number;
	done: number;
};

export type StatusRebuildPartsRanks = {
	waiting: number;
	building: number;
	done: number;
};

export type StatusRebuildPartsChanges = {
	waiting: number;
	building: number;
	done: number;
};

export type StatusRebuildParts = {
	objects: StatusRebuildPartsObjects;
	links: StatusRebuildPartsLinks;
	ranks: StatusRebuildPartsRanks;
	changes: StatusRebuildPartsChanges;
};

/** The progress of a rebuild of the index in parts. null: no rebuild. */
export type StatusRebuild = {
	generation: number;
	parts: StatusRebuildParts;
};

export type Status = {
	queue: StatusQueue;
	/** Counts of this process over the last minute. */
	rates: StatusRates;
	sizes: StatusSizes;
	/** The progress of a rebuild of the index in parts. null: no rebuild. */
	rebuild: StatusRebuild | null;
};

/** What the file contains, once the dump is Done. */
export type DumpCounts = {
	works: number;
	identifiers: number;
	/** Links between works, by relation; those between versions are included. */
	links: number;
	/**
	 * Statements. A statement is one claim of one provider that a link exists. A link may have
	 * several.
	 */
	assertions: number;
};

export type Dump = {
	id: string;
	/** The format of the file. */
	format: 'jsonl' | 'csv' | 'ntriples' | 'parquet' | 'opencitations';
	/** The state of the dump. */
	state: 'Processing' | 'Done' | 'Failed';
	/** The account or command line that requested the dump. */
	by: string;
	started: string;
	finished: string | null;
	/** The number of works written so far. */
	works: number;
	/** What the file contains, once the dump is Done. */
	counts: DumpCounts | null;
	/** The number of the last entry of the change log in the dump. */
	change: number | null;
	/** The size of the file. */
	bytes: number | null;
	/** The name of the file. */
	file: string;
	/** Why the dump failed. */
	error: string | null;
};

export type Dumps = {
	dumps: Dump[];
};

/** Totals over all runs. */
export type HarvestTotals = {
	pages: number;
	/** Records read from the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
	/** Runs that failed. */
	failures: number;
};

/** The run in progress or interrupted. */
export type HarvestRun = {
	/** The id of the load of the run. null: it has stored nothing, or an earlier version began it. */
	load: string | null;
	began: string;
	/** The run reads records changed since this time. null: all records. */
	since: string | null;
	last_page: string;
	/** The number of records that the service reported. */
	total: number | null;
	pages: number;
	/** Records read from the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
	/** Warnings, one sentence each. */
	notes: string[];
};

/** The result of the last run. */
export type HarvestLast = {
	outcome: 'complete' | 'failed' | 'stopped' | 'waiting';
	/** The id of the load of the run. null: it has stored nothing, or an earlier version began it. */
	load: string | null;
	began: string;
	ended: string;
	pages: number;
	/** Records read from the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
	/** Warnings, one sentence each. */
	notes: string[];
	/** The reason why the run failed or waits. */
	problem: string | null;
	/** The earliest time of the next request to the service. */
	not_before: string | null;
};

export type Harvest = {
	number: number;
	/** The harvest as arguments of the command. */
	name: string;
	service: string;
	filters: Record<string, string>;
	/** null: the default address of the service. */
	address: string | null;
	provider: string | null;
	/**
	 * `scheduled`: due at `next`. `paused`: no worker runs it although it has a schedule.
	 * `interrupted`: its run was interrupted and must be continued by hand.
	 */
	condition: 'running' | 'scheduled' | 'paused' | 'interrupted' | 'idle';
	/** null: run by hand only. */
	every_seconds: number | null;
	next: string | null;
	last_complete: string | null;
	/** Totals over all runs. */
	totals: HarvestTotals;
	/** The run in progress or interrupted. */
	run: HarvestRun | null;
	/** The result of the last run. */
	last: HarvestLast | null;
};

export type Harvests = {
	harvests: Harvest[];
};

export type HarvestServiceFilter = {
	name: string;
	meaning: string;
	example: string;
};

export type HarvestServiceSetting = {
	name: string;
	needed: boolean;
	set: boolean;
	/** Completes “the service needs …”. */
	words: string;
};

export type HarvestService = {
	name: string;
	title: string;
	/** null: `address` must be given. */
	address: string | null;
	/** How a run finds what has changed. null: each run reads everything. */
	changes: string | null;
	/** The least time between two requests. */
	pause_seconds: number;
	filters: HarvestServiceFilter[];
	/** One of these filters must be given, if any. */
	needs_one_of: string[];
	/** With `from`, no filter needs to be given. */
	whole_since: boolean;
	/** The settings that the service needs or uses. */
	settings: HarvestServiceSetting[];
	/** An example of its command. */
	command: string;
};

export type HarvestServices = {
	services: HarvestService[];
};

export type WantedHarvest = {
	/** A `name` of GET /harvests/services. */
	service: string;
	/** The filters of the service by name. */
	filters?: Record<string, string>;
	/** The address of the service. null: its default address. */
	address?: string | null;
	/** The provider of links for which the service names none. */
	provider?: string | null;
	/** A worker runs the harvest that often. null: only on request. */
	every_seconds?: number | null;
	/** The first run reads what has changed since this day. null: everything. */
	from?: string | null;
};

/** The first run. null: the number of records is unknown. */
export type HarvestPreviewEstimate = {
	pages: number;
	/** The least time for them, without the time to store them. */
	seconds: number;
};

export type HarvestPreview = {
	message: 'nothing stored';
	/** The requested address, without secrets. */
	address: string;
	/** The records that the service has. null: it does not say. */
	total: number | null;
	/** The records of the page. */
	records: number;
	/** How long the page took. */
	page_seconds: number | null;
	/** The first run. null: the number of records is unknown. */
	estimate: HarvestPreviewEstimate | null;
	/** Warnings, one sentence each. */
	notes: string[];
	/** What the page holds. null: there is nothing to ask. */
	page: EventPreview | null;
};

export type HarvestChange = {
	/** A worker runs the harvest that often. null: only on request. */
	every_seconds: number | null;
};

export type HarvestOrder = {
	/** `start`: a worker runs the harvest now. `pause`: no worker runs it until it is started. */
	order: 'start' | 'pause';
};

export type AuditEntry = {
	number: number;
	time: string;
	/** The email at that time, or `command line` with the user name on the machine. */
	who: string;
	action:
		| 'event.submitted'
		| 'event.withdrawn'
		| 'event.restored'
		| 'event.rerun'
		| 'load.withdrawn'
		| 'load.restored'
		| 'load.rerun'
		| 'user.created'
		| 'user.activated'
		| 'user.deactivated'
		| 'user.deleted'
		| 'user.invited'
		| 'user.imported'
		| 'role.created'
		| 'role.imported'
		| 'role.given'
		| 'role.taken'
		| 'token.created'
		| 'token.revoked'
		| 'token.imported'
		| 'password.changed'
		| 'session.opened'
		| 'session.refused'
		| 'session.ended'
		| 'accounts.exported'
		| 'import.started'
		| 'dump.started'
		| 'dump.removed'
		| 'backup.started'
		| 'backup.restored'
		| 'reindex.started'
		| 'rebuild.started'
		| 'repair.started'
		| 'harvest.created'
		| 'harvest.changed'
		| 'harvest.scheduled'
		| 'harvest.started'
		| 'harvest.paused'
		| 'harvest.removed'
		| 'subscription.created'
		| 'subscription.changed'
		| 'subscription.deleted'
		| 'subscription.disabled'
		| 'subscription.resent'
		| 'notification.received'
		| 'notification.refused'
		| 'notification.replayed'
		| 'notify_sender.created'
		| 'notify_sender.deleted';
	/** An event id, a user's email or the name of a role. null: the whole broker. */
	subject: string | null;
	/** Details of the action. */
	detail: Record<string, string | number | boolean | null | string[]>;
	/** The network address of the sender. For the command line, the name of the machine. */
	address: string | null;
};

export type AuditEntries = {
	entries: AuditEntry[];
	/** The value of before for the next page. null at the end. */
	next: string | null;
};

export type InboxContext = {
	ldp: string;
};

/** The answer to an Offer. */
export type InboxLdpContainReceivedAnswer = {
	/** Where the answer goes. */
	inbox: string;
	/** How often it was sent. */
	tries: number;
	/** When the inbox accepted it. */
	accepted: string | null;
	/** Why the last try failed. */
	problem: string | null;
};

export type InboxLdpContainReceived = {
	time: string;
	/**
	 * accepted: its links are an event. withdrawn: the event that it undoes was withdrawn. nothing: it
	 * asks for nothing that this broker does.
	 */
	outcome: 'accepted' | 'withdrawn' | 'nothing';
	note: string | null;
	event_id: string | null;
	/** The email of the account, or the origin. */
	sender: string;
	/** The answer to an Offer. */
	answer: InboxLdpContainReceivedAnswer | null;
};

export type InboxLdpContain = {
	'@id': string;
	type: string[];
	received: InboxLdpContainReceived;
};

export type Inbox = {
	'@context': InboxContext;
	'@id': string;
	'@type': 'ldp:Container';
	'ldp:contains': InboxLdpContain[];
};

/** The answer to an Offer. */
export type ReceivedNotificationReceivedAnswer = {
	/** Where the answer goes. */
	inbox: string;
	/** How often it was sent. */
	tries: number;
	/** When the inbox accepted it. */
	accepted: string | null;
	/** Why the last try failed. */
	problem: string | null;
};

export type ReceivedNotificationReceived = {
	time: string;
	/**
	 * accepted: its links are an event. withdrawn: the event that it undoes was withdrawn. nothing: it
	 * asks for nothing that this broker does.
	 */
	outcome: 'accepted' | 'withdrawn' | 'nothing';
	note: string | null;
	event_id: string | null;
	/** The email of the account, or the origin. */
	sender: string;
	/** The answer to an Offer. */
	answer: ReceivedNotificationReceivedAnswer | null;
};

/** The notification as it came, with `received`. */
export type ReceivedNotification = {
	received: ReceivedNotificationReceived;
};
