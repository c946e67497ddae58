-- The inbox of COAR Notify: who may send, and what was received.
create table notify_sender (
  number {growing id},
  -- What it sends counts as sent by this account.
  user_id bigint not null,
  -- JSON: prefixes of origins, ids of actors, networks.
  rules text not null,
  -- The key of its signatures (RFC 9421). None is checked yet.
  public_key text,
  created_at bigint not null
);
create index notify_sender_by_user on notify_sender (user_id, number);

create table notification (
  number {growing id},
  uuid text not null unique,
  -- An account, or the prefix of an origin.
  sender text not null,
  user_id bigint,
  -- The hash of the sender, the types and the id that it gave: the same notification is kept once.
  sent_key text not null unique,
  -- The hash of the sender and of the id alone.
  id_key text not null,
  sent_id text not null,
  -- The hash of what it says.
  digest text not null,
  -- JSON: its types.
  types text not null,
  -- As received.
  body text not null,
  -- accepted, withdrawn or nothing.
  outcome text not null,
  -- Why nothing came of it.
  note text,
  -- The event that it became, or that it withdrew.
  event_id text,
  source_address text,
  received_at bigint not null
);
create index notification_by_id on notification (id_key, number);
create index notification_by_user on notification (user_id, number);
