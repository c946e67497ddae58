// The exports of the package: the clients, their error, and the types of requests and answers.
export { LinkBrokerError, type LinkBrokerErrorCode } from './errors.ts';
export type { CallOptions, ClientOptions, FileBody } from './http.ts';
export {
	type ChangesOptions,
	type FoundWorksPage,
	LinkBroker,
	type ObjectsQuery,
	type RelationshipsQuery,
} from './link-broker.ts';
export {
	type AuditFilters,
	type FileParameters,
	type NotificationsPage,
	OperatorClient,
	type OperatorOptions,
} from './operator-client.ts';
export type * from './operator-schemas.ts';
export type { Paged } from './paged.ts';
export type { RelationshipsPage } from './relationships-page.ts';
export type * from './schemas.ts';
export type { SubmitOptions, Submitted, WaitOptions } from './submitting.ts';
export type { Subscriptions } from './subscriptions.ts';
