// The client for operators: LinkBroker, and everything that needs a session.
import { LinkBrokerError } from './errors.ts';
import { type CallOptions, type ClientOptions, type FileBody, pathPart, readJson } from './http.ts';
import { LinkBroker } from './link-broker.ts';
import type {
	AccessToken,
	AccessTokens,
	AuditEntries,
	CreatedAccessToken,
	Dump,
	Dumps,
	Harvest,
	HarvestOrder,
	HarvestPreview,
	HarvestService,
	HarvestServices,
	Harvests,
	Inbox,
	Invitation,
	Invited,
	ReceivedNotification,
	Role,
	Roles,
	Session,
	Status,
	User,
	Users,
	WantedAccessToken,
	WantedHarvest,
} from './operator-schemas.ts';
import type { EventAccepted, EventPreview, SubmitEventParameters } from './schemas.ts';
import { isRepeatable } from './submitting.ts';

/** Configures a client for operators. */
export type OperatorOptions = ClientOptions & {
	/** The `csrf_token` of the session, if it was requested elsewhere. */
	csrfToken?: string | undefined;
};

/** Filters of the audit. */
export type AuditFilters = {
	readonly [filter in 'action' | 'who' | 'subject' | 'since' | 'until']?: string | undefined;
};

/** A page of received notifications; `next` is the `before` of older ones, absent on the last page. */
export type NotificationsPage = Inbox & { next?: string };

/** How the links of a file are read and submitted. */
export type FileParameters = Omit<SubmitEventParameters, 'dryRun'>;

/**
 * Sends requests as the user who is signed in. The session is a cookie that `fetch` has to send;
 * browsers do so on pages of the broker. Changes need `csrfToken`, which signing in and `session()`
 * store.
 */
export class OperatorClient extends LinkBroker {
	constructor(address: string, { csrfToken, ...options }: OperatorOptions = {}) {
		super(address, options);
		this.csrfToken = csrfToken;
	}

	/** The token that is sent with every change. */
	get csrfToken(): string | undefined {
		return this.http.csrfToken;
	}

	set csrfToken(csrfToken: string | undefined) {
		this.http.csrfToken = csrfToken;
	}

	/** Returns the session; undefined if nobody is signed in. */
	async session(options: CallOptions = {}): Promise<Session | undefined> {
		try {
			return this.#remember(await this.http.get('/session', {}, options, { csrf_token: 'string' }));
		} catch (error) {
			if (error instanceof LinkBrokerError && error.status === 401) return undefined;
			throw error;
		}
	}

	/** Signs in. Throws `unauthorized` if email and password do not match. */
	async signIn(email: string, password: string, options: CallOptions = {}): Promise<Session> {
		return this.#remember(
			await this.http.change('POST', '/session', { email, password }, options, { csrf_token: 'string' }),
		);
	}

	/** Signs out. */
	async signOut(options: CallOptions = {}): Promise<void> {
		await this.http.change('DELETE', '/session', undefined, options);
		this.csrfToken = undefined;
	}

	/** Changes one's own password. */
	changePassword(current: string, next: string, options: CallOptions = {}): Promise<void> {
		const change = { current_password: current, new_password: next };
		return this.http.change('PUT', '/session/password', change, options);
	}

	/** Returns the user of a link to set a password. Throws `not-found` if the link is not valid. */
	showInvitation(secret: string, options: CallOptions = {}): Promise<Invited> {
		return this.http.ask('/invitations/show', { secret }, options);
	}

	/** Sets a password with a link, and signs in. */
	async acceptInvitation(secret: string, password: string, options: CallOptions = {}): Promise<Session> {
		return this.#remember(
			await this.http.change('POST', '/invitations/accept', { secret, password }, options, { csrf_token: 'string' }),
		);
	}

	/** Creates a link with which a user sets a password, and the user if new. */
	invite(email: string, options: CallOptions = {}): Promise<Invitation> {
		return this.http.change('POST', '/invitations', { email }, options, {});
	}

	/** Lists all users. */
	async users(options: CallOptions = {}): Promise<User[]> {
		return (await this.http.get<Users>('/users', {}, options, { users: 'list' })).users;
	}

	/** Activates a user, or deactivates the user with all tokens. */
	async setActive(email: string, active: boolean, options: CallOptions = {}): Promise<User> {
		return this.http.change('PATCH', userPath(email), { active }, options, {});
	}

	/** Grants a role to a user, or removes it. */
	async setRole(email: string, role: string, given: boolean, options: CallOptions = {}): Promise<void> {
		const path = `${userPath(email)}/roles/${pathPart(role)}`;
		return this.http.change(given ? 'PUT' : 'DELETE', path, undefined, options);
	}

	/** Deletes a user. */
	async deleteUser(email: string, options: CallOptions = {}): Promise<void> {
		return this.http.change('DELETE', userPath(email), undefined, options);
	}

	/** Lists all roles. */
	async roles(options: CallOptions = {}): Promise<Role[]> {
		return (await this.http.get<Roles>('/roles', {}, options, { roles: 'list' })).roles;
	}

	/** Creates a role. */
	createRole(name: string, options: CallOptions = {}): Promise<Role> {
		return this.http.change('POST', '/roles', { name }, options, {});
	}

	/** Lists one's own tokens. */
	async tokens(options: CallOptions = {}): Promise<AccessToken[]> {
		return (await this.http.get<AccessTokens>('/tokens', {}, options, { tokens: 'list' })).tokens;
	}

	/** Creates a token and returns its text, which is not shown again. */
	async createToken(wanted: WantedAccessToken, options: CallOptions = {}): Promise<string> {
		return (await this.http.change<CreatedAccessToken>('POST', '/tokens', wanted, options, { token: 'string' })).token;
	}

	/** Revokes one of one's own tokens. */
	revokeToken(id: number, options: CallOptions = {}): Promise<void> {
		return this.http.change('DELETE', `/tokens/${id}`, undefined, options);
	}

	/** Returns the status of the broker. */
	status(options: CallOptions = {}): Promise<Status> {
		return this.http.get('/status', {}, options);
	}

	/** Lists all harvests. */
	async harvests(options: CallOptions = {}): Promise<Harvest[]> {
		return (await this.http.get<Harvests>('/harvests', {}, options, { harvests: 'list' })).harvests;
	}

	/** Lists the services that can be harvested. */
	async harvestServices(options: CallOptions = {}): Promise<HarvestService[]> {
		return (await this.http.get<HarvestServices>('/harvests/services', {}, options, { services: 'list' })).services;
	}

	/**
	 * Creates a harvest. Throws `conflict` if there is one of the same service, filters, address and
	 * provider.
	 */
	createHarvest(wanted: WantedHarvest, options: CallOptions = {}): Promise<Harvest> {
		return this.http.change('POST', '/harvests', wanted, options, {});
	}

	/**
	 * Returns the first page of a harvest, and stores nothing. Throws `harvest-failed` if the service
	 * does not answer.
	 */
	previewHarvest(wanted: WantedHarvest, options: CallOptions = {}): Promise<HarvestPreview> {
		return this.http.json({
			...{ ...options, method: 'POST', path: '/harvests', query: { dryRun: true } },
			...{ body: JSON.stringify(wanted), repeatable: false },
		});
	}

	/** Changes how often a harvest runs, in seconds; null: only on request. */
	changeHarvest(number: number, everySeconds: number | null, options: CallOptions = {}): Promise<Harvest> {
		return this.http.change('PATCH', `/harvests/${number}`, { every_seconds: everySeconds }, options, {});
	}

	/** Starts, pauses or removes a harvest. */
	orderHarvest(number: number, order: HarvestOrder['order'] | 'remove', options: CallOptions = {}): Promise<void> {
		const path = `/harvests/${number}`;
		if (order === 'remove') return this.http.change('DELETE', path, undefined, options);
		return this.http.change('POST', path, { order }, options);
	}

	/** Lists the dumps. */
	async dumps(options: CallOptions = {}): Promise<Dump[]> {
		return (await this.http.get<Dumps>('/dumps', {}, options, { dumps: 'list' })).dumps;
	}

	/** Starts a dump. Throws `conflict` while another one is being made. */
	createDump(format: Dump['format'], options: CallOptions = {}): Promise<Dump> {
		return this.http.json({ ...options, method: 'POST', path: '/dumps', query: { format }, repeatable: false });
	}

	/** Removes a dump; one that is being made is cancelled. */
	async removeDump(id: string, options: CallOptions = {}): Promise<void> {
		return this.http.change('DELETE', `/dumps/${pathPart(id)}`, undefined, options);
	}

	/** Lists one page of the audit, newest first; its `next` is the `before` of older entries. */
	audit(
		filters: AuditFilters = {},
		{ before, limit, ...options }: CallOptions & { before?: string | undefined; limit?: number | undefined } = {},
	): Promise<AuditEntries> {
		return this.http.get('/audit', { ...filters, before, limit }, options);
	}

	/** Lists one page of the notifications that all senders have sent, newest first. */
	async notifications({
		before,
		...options
	}: CallOptions & { before?: string | undefined } = {}): Promise<NotificationsPage> {
		const answer = await this.http.send({ ...options, path: '/inbox', query: { all: true, before }, repeatable: true });
		const [, next] = /[?&]before=(\d+)[^>]*>;\s*rel="next"/.exec(answer.headers.get('Link') ?? '') ?? [];
		return { ...readJson<Inbox>(answer, { 'ldp:contains': 'list' }), ...(next !== undefined && { next }) };
	}

	/** Returns a received notification. */
	notification(uuid: string, options: CallOptions = {}): Promise<ReceivedNotification> {
		return this.http.get(`/inbox/${pathPart(uuid)}`, {}, options, { received: 'object' });
	}

	/** Does again what a notification asks for. Throws `conflict` if something came of it already. */
	replayNotification(uuid: string, options: CallOptions = {}): Promise<ReceivedNotification> {
		const path = `/inbox/${pathPart(uuid)}/replay`;
		return this.http.change('POST', path, undefined, options, { received: 'object' });
	}

	/** Returns how a file would be read, and stores nothing. */
	previewFile(file: FileBody, parameters: FileParameters, options: CallOptions = {}): Promise<EventPreview> {
		const query = { ...parameters, dryRun: true };
		return this.http.json({ ...options, method: 'POST', path: '/events', query, body: file, repeatable: true });
	}

	/** Submits a file as one event, in the dialect that `parameters` name. */
	submitFile(file: FileBody, parameters: FileParameters, options: CallOptions = {}): Promise<EventAccepted> {
		const repeatable = isRepeatable(parameters);
		return this.http.json({ ...options, method: 'POST', path: '/events', query: parameters, body: file, repeatable });
	}

	#remember(session: Session): Session {
		this.csrfToken = session.csrf_token;
		return session;
	}
}

function userPath(email: string): string {
	return `/users/${pathPart(email)}`;
}
