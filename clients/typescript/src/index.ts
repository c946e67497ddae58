// What the package exports: the client, its failures, and the types of what is sent and answered.
export { LinkBrokerError, type LinkBrokerErrorCode } from './errors.ts';
export type { CallOptions, ClientOptions } from './http.ts';
export {
	type ChangesOptions,
	LinkBroker,
	type ObjectsQuery,
	type RelationshipsPage,
	type RelationshipsQuery,
} from './link-broker.ts';
export type { Paged } from './paged.ts';
export type * from './schemas.ts';
export type { SubmitOptions, Submitted, WaitOptions } from './submitting.ts';
