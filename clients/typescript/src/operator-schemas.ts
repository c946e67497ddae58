// Types of what the broker is sent and answers. Written by `npm run clients:types` from its OpenAPI
// description: change that, not this.

export type Session = {
	email: string;
	roles: string[];
	/** To be sent in X-CSRF-Token with whatever changes something. */
	csrf_token: string;
};

export type AccessToken = {
	id: number;
	name: string;
	/** What it is good for. */
	scopes: ('submit' | 'withdraw' | 'read')[];
	created: string;
	last_used: string | null;
	/** null: never. */
	expires: string | null;
	/** Whether it is valid, and expires within 30 days. */
	ends_soon: boolean;
	revoked: string | null;
};

export type AccessTokens = {
	tokens: AccessToken[];
};

export type WantedAccessToken = {
	/** Of letters of one script, digits and the signs of ASCII, without spaces around it. */
	name: string;
	/** A time that lies ahead; null: never; absent: after 365 days. */
	expires?: string | null;
	/** What it is to be good for; absent: everything. */
	scopes?: ('submit' | 'withdraw' | 'read')[];
};

export type CreatedAccessToken = {
	/** The token, which nothing can show again. */
	token: string;
};

export type User = {
	email: string;
	active: boolean;
	/** Without one, a user may have tokens, but cannot sign in. */
	has_password: boolean;
	roles: string[];
	created: string;
};

export type Users = {
	users: User[];
};

export type Role = {
	name: string;
	/** How many have it. */
	users: number;
};

export type Roles = {
	roles: Role[];
};

export type WantedInvitation = {
	/** Of letters of one script on each side of the @, digits and the signs of ASCII. */
	email: string;
};

export type Invitation = {
	email: string;
	/** Whether the user was created for it. */
	created: boolean;
	/** The link, which nothing can show again. */
	link: string;
	expires: string;
};

export type InvitationSecret = {
	/** What follows # in the link. */
	secret: string;
};

export type Invited = {
	email: string;
	expires: string;
};

export type StatusQueue = {
	new: number;
	processing: number;
	/** May lag by a minute. */
	done: number;
	error: number;
	/** May lag by a minute. */
	withdrawn: number;
	/** Of events that are New or Processing. */
	oldest_waiting_seconds: number;
	/** Outbox entries that wait for the search index. */
	waiting_entries: number;
	index_lag_seconds: number;
};

/** What this process did. */
export type StatusRates = {
	requests_last_minute: number;
	events_last_minute: number;
	links_last_minute: number;
};

export type StatusSizes = {
	/** Identity groups that can be found. */
	works: number;
	/** Links between them. */
	links: number;
	/** null where the engine cannot tell it quickly. */
	database_bytes: number | null;
	/** null where the engine cannot tell it quickly. */
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

/** The rebuild of the index in parts that is under way; null where none is. */
export type StatusRebuild = {
	generation: number;
	parts: StatusRebuildParts;
};

export type Status = {
	queue: StatusQueue;
	/** What this process did. */
	rates: StatusRates;
	sizes: StatusSizes;
	/** The rebuild of the index in parts that is under way; null where none is. */
	rebuild: StatusRebuild | null;
};

/** What it holds, once it is Done. */
export type DumpCounts = {
	works: number;
	identifiers: number;
	links: number;
	assertions: number;
};

export type Dump = {
	id: string;
	/** What is in it, and how. */
	format: 'jsonl' | 'csv' | 'ntriples' | 'parquet' | 'opencitations';
	/** Whether it is being made, is there, or was not made. */
	state: 'Making' | 'Done' | 'Failed';
	/** Who asked for it. */
	by: string;
	started: string;
	finished: string | null;
	/** How many works are written so far. */
	works: number;
	/** What it holds, once it is Done. */
	counts: DumpCounts | null;
	/** The last number of the log of changes in the state that it shows. */
	change: number | null;
	/** The size of its file. */
	bytes: number | null;
	/** The name of its file. */
	file: string;
	/** Why it was not made. */
	error: string | null;
};

export type Dumps = {
	dumps: Dump[];
};

/** All that ever came. */
export type HarvestTotals = {
	pages: number;
	/** Records of the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
	/** Runs that failed. */
	failures: number;
};

/** The run that goes on, or is to be gone on with. */
export type HarvestRun = {
	began: string;
	/** It takes what changed since; null: everything. */
	since: string | null;
	last_page: string;
	/** How many records the service told of. */
	total: number | null;
	pages: number;
	/** Records of the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
	/** What was odd, in a sentence each. */
	notes: string[];
};

/** What came of the last run. */
export type HarvestLast = {
	outcome: 'complete' | 'failed' | 'stopped' | 'waiting';
	began: string;
	ended: string;
	pages: number;
	/** Records of the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
	/** What was odd, in a sentence each. */
	notes: string[];
	/** Why it failed, or waits. */
	problem: string | null;
	/** The service is not to be asked before. */
	not_before: string | null;
};

export type Harvest = {
	number: number;
	/** What is asked, as a command. */
	name: string;
	service: string;
	filters: Record<string, string>;
	/** Null: the service's usual one. */
	address: string | null;
	provider: string | null;
	/**
	 * `scheduled`: due at `next`; `paused`: it has a schedule, and no worker runs it; `broken off`:
	 * its run is to be gone on with, by hand.
	 */
	condition: 'running' | 'scheduled' | 'paused' | 'broken off' | 'idle';
	/** Null: it is run by hand alone. */
	every_seconds: number | null;
	next: string | null;
	last_complete: string | null;
	/** All that ever came. */
	totals: HarvestTotals;
	/** The run that goes on, or is to be gone on with. */
	run: HarvestRun | null;
	/** What came of the last run. */
	last: HarvestLast | null;
};

export type Harvests = {
	harvests: Harvest[];
};

export type HarvestOrder = {
	/** `start`: a worker runs it now; `pause`: none runs it until it is started. */
	order: 'start' | 'pause';
};

export type AuditEntry = {
	number: number;
	time: string;
	/** The email at that time, or `command line` with the user of the machine. */
	who: string;
	action:
		| 'event.submitted'
		| 'event.withdrawn'
		| 'event.restored'
		| 'event.rerun'
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
		| 'harvest.scheduled'
		| 'harvest.started'
		| 'harvest.paused'
		| 'harvest.removed';
	/** An event's id, a user's email, or the name of a role; null: the whole broker. */
	subject: string | null;
	/** What else there is to know of it. */
	detail: Record<string, string | number | boolean | null | string[]>;
	/** Where the request came from; for the command line the name of the machine. */
	address: string | null;
};

export type AuditEntries = {
	entries: AuditEntry[];
	/** What `before` must be for older ones; null at the end. */
	next: string | null;
};
