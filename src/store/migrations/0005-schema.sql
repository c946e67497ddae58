-- Types have the names of PostgreSQL; words in braces differ by engine (see the schemaWords of its
-- dialect).

-- Events, as submitted. The row is the job.
create table link_event (
  sequence {id},
  event_id text not null unique,
  -- assert, withdraw or replace.
  action text not null,
  -- 1 where it withdraws what any user asserted; otherwise what the same user did.
  takes_all integer not null,
  -- JSON: the sources that a replace event names itself, if any: [[scheme, value, provider], …].
  replaces text,
  state text not null,
  noindex integer not null,
  -- 1 while what the event asserted is unindexed: submitted with noindex, and no reindex since.
  unsearchable integer not null,
  user_id bigint,
  links integer not null,
  -- How many links of the submission were refused and are not in the payload.
  refused integer not null,
  -- The file that the command line loaded it from, and the address from which HTTP received it.
  file_name text,
  source_address text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  due_at bigint,
  attempts integer not null default 0,
  worker text,
  lease_until bigint,
  counts text,
  error text,
  -- Where its state is Withdrawn: when, by whom (null: by the command line) and why.
  withdrawn_at bigint,
  withdrawn_by bigint,
  withdraw_reason text
);
create index link_event_by_state on link_event (state, sequence) where state <> 'Done';
-- For claims: the oldest first, however many wait.
create index link_event_waiting on link_event (sequence) where state in ('New', 'Processing');
create index link_event_unsearchable on link_event (sequence) where unsearchable = 1;
-- Few events withdraw; each event asks whether one follows it that does.
create index link_event_taking_back on link_event (sequence) where action <> 'assert';
-- Whether a later event was applied, or an earlier one was not, however many wait or are done.
create index link_event_applied on link_event (sequence) where counts is not null;
create index link_event_unapplied on link_event (sequence) where counts is null;
create index link_event_by_user on link_event (user_id, sequence) where user_id is not null;

create table event_payload (
  sequence bigint primary key,
  -- identity or zstd
  encoding text not null,
  body bytea not null
);

create table identifier (
  id {id},
  key text not null,
  scheme text not null,
  -- The form to show, where it differs from the key.
  spelling text,
  -- The groups, each named after one of its identifiers. Both are null while the identifier is
  -- alone.
  identity_id bigint,
  version_id bigint,
  -- The description of the Identity group, on the identifier that the group is named after.
  description_id bigint,
  -- The identifier that is the same by a rule of their schemes, where that is another one.
  representative_id bigint,
  -- 1 while nothing that counts names it: it only keeps its id.
  gone integer
);
create unique index identifier_by_key on identifier ({long key}, scheme);
create index identifier_by_representative on identifier (representative_id) where representative_id is not null;
create index identifier_by_identity on identifier (identity_id) where identity_id is not null;
-- Lists the members of Version groups with their Identity groups, without reading their rows.
create index identifier_by_version on identifier (version_id, identity_id){covering id} where version_id is not null;

-- The first spelling of each provider. By digest, since a name may be longer than an index entry;
-- the digest is of the form that makes names equal (src/links/provider.ts).
create table provider (
  id {id},
  digest text not null unique,
  name text not null
);

create table provenance (
  id {id},
  digest text not null unique,
  provider_id bigint not null,
  content text not null
);
create index provenance_by_provider on provenance (provider_id);

-- Assertions that count, with their events. A relationship exists while it has an assertion.
-- record_source_id is the record that asserts it: 0 for one whose Source is the source, -1 for one
-- whose Source is the target, otherwise the Source.
create table assertion (
  source_id bigint not null,
  relation smallint not null,
  target_id bigint not null,
  provenance_id bigint not null,
  event_sequence bigint not null,
  record_source_id bigint not null,
  primary key (source_id, relation, target_id, provenance_id, event_sequence, record_source_id)
){by key};
create index assertion_by_target on assertion (target_id, relation, source_id);
create index assertion_by_record_source on assertion (record_source_id) where record_source_id > 0;

-- Assertions of events that a later event withdrew. They do not count, and count again when that
-- later event is withdrawn itself.
create table taken_back_assertion (
  source_id bigint not null,
  relation smallint not null,
  target_id bigint not null,
  provenance_id bigint not null,
  event_sequence bigint not null,
  record_source_id bigint not null,
  primary key (source_id, relation, target_id, provenance_id, event_sequence, record_source_id)
){by key};
create index taken_back_by_target on taken_back_assertion (target_id, relation, source_id);
create index taken_back_by_record_source on taken_back_assertion (record_source_id) where record_source_id > 0;

-- What withdraw events withdraw: all that this provider asserted before about this relationship.
-- Symmetric relations are stored in both directions.
create table withdrawal (
  source_id bigint not null,
  relation smallint not null,
  target_id bigint not null,
  provider_id bigint not null,
  event_sequence bigint not null,
  primary key (source_id, relation, target_id, provider_id, event_sequence)
){by key};
create index withdrawal_by_event on withdrawal (event_sequence);

-- What replace events withdraw: all that this provider asserted before in records with this Source.
create table replacement (
  source_id bigint not null,
  provider_id bigint not null,
  event_sequence bigint not null,
  primary key (source_id, provider_id, event_sequence)
){by key};
create index replacement_by_event on replacement (event_sequence);

-- Descriptions of works. A text is looked up among those of its Identity group, which are stored
-- together.
create table description (
  id {id},
  group_id bigint not null,
  digest text not null,
  content text not null
);
create unique index description_by_digest on description (group_id, digest);

create table identifier_description (
  identifier_id bigint not null,
  event_sequence bigint not null,
  -- The number of the described object in the event: the later one counts.
  place integer not null,
  description_id bigint not null,
  primary key (identifier_id, event_sequence, place)
){by key};
-- Descriptions in events without a counting assertion of the same identifier.
create table taken_back_description (
  identifier_id bigint not null,
  event_sequence bigint not null,
  place integer not null,
  description_id bigint not null,
  primary key (identifier_id, event_sequence, place)
){by key};

-- Changes that the index still lacks. kept = 1: it has them, but the rebuild under way may need
-- them again.
create table outbox_entry (
  -- A number is never used twice: a delayed acknowledgement must not match a newer entry.
  id {growing id},
  event_sequence bigint not null,
  kept integer not null default 0,
  -- How many relationships and identifiers the body names.
  size integer not null,
  -- The worker that delivers it, and until when unless renewed.
  claimed_by text,
  claimed_until bigint,
  -- JSON, compressed (zstd) where it is long:
  -- [relationships (source, relation, target, source …), changed, regrouped].
  body bytea not null
);
create index outbox_entry_waiting on outbox_entry (id) where kept = 0;
create index outbox_entry_by_event on outbox_entry (event_sequence, kept);

create table index_state (
  only_row integer primary key check (only_row = 1),
  current_generation bigint not null,
  -- The highest number ever used.
  last_generation bigint not null,
  building_generation bigint,
  building_lease_until bigint,
  -- Identifies the index that belongs to these records (see src/store/generations.ts): the token
  -- of its last acknowledged update, and one that it may have taken since.
  mark text not null,
  announced_mark text not null,
  -- Of a rebuild in parts (see src/store/rebuild-parts.ts): the last outbox entry in its parts,
  -- the format of the new index, and the token of the one that answered.
  building_last_entry bigint,
  building_format integer,
  building_over text
);
insert into index_state values (1, 1, 1, null, null, '', '', null, null, null);

-- The parts of the rebuild that is under way.
create table rebuild_part (
  generation bigint not null,
  -- The position in rebuildPhases.
  phase integer not null,
  first_id bigint not null,
  last_id bigint not null,
  -- Null where no process builds it.
  lease_until bigint,
  attempts integer not null default 0,
  done integer not null default 0,
  documents bigint not null default 0,
  primary key (phase, first_id)
){by key};

-- Unindexed events that become searchable with the generation that is built in parts.
create table rebuild_event (
  event_sequence bigint primary key
);

-- What noindex events changed and the index lacks.
create table deferred_change (
  identifier_id bigint not null,
  event_sequence bigint not null,
  regrouped integer not null,
  primary key (identifier_id, event_sequence)
){by key};

-- The change log. A piece has changes with consecutive numbers, of one event or of its
-- withdrawal.
create table change_piece (
  first_number bigint primary key,
  entries integer not null,
  at bigint not null,
  event_sequence bigint not null,
  -- JSON in columns, compressed (zstd) where it is long, see src/store/change-body.ts.
  body bytea not null
);
create index change_piece_by_event on change_piece (event_sequence, first_number);

create table change_log (
  only_row integer primary key check (only_row = 1),
  -- Identifies this log, so that a cursor of another log is refused.
  log_id text not null,
  last_number bigint not null,
  last_at bigint not null
);
insert into change_log values (1, {random name}, 0, 0);

-- Events whose pieces name an identifier that none of their assertions names (any longer).
create table change_mention (
  identifier_id bigint not null,
  event_sequence bigint not null,
  primary key (identifier_id, event_sequence)
){by key};

-- What noindex events changed and the log does not show yet; the body is that of a piece.
create table kept_change (
  id {id},
  event_sequence bigint not null,
  body bytea not null
);
create index kept_change_by_event on kept_change (event_sequence, id);

-- Users, their roles, tokens and sessions. Only hashes of passwords, tokens and sessions are
-- stored.
create table account_user (
  id {id},
  email text not null,
  email_key text not null unique,
  password_hash text,
  active integer not null,
  created_at bigint not null
);

create table account_role (
  id {id},
  name text not null unique,
  created_at bigint not null
);

create table account_user_role (
  user_id bigint not null,
  role_id bigint not null,
  primary key (user_id, role_id)
){by key};
create index account_user_role_by_role on account_user_role (role_id);

create table account_token (
  id {id},
  hash text not null unique,
  user_id bigint not null,
  name text not null,
  internal integer not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint
);
create index account_token_by_user on account_token (user_id, name);

create table account_session (
  hash text primary key,
  user_id bigint not null,
  created_at bigint not null,
  expires_at bigint not null
){by key};
create index account_session_by_expiry on account_session (expires_at);

-- Who did what, when and from where. Entries are only ever added.
create table audit_entry (
  number {audit number},
  at bigint not null,
  who text not null,
  action text not null,
  subject text,
  -- JSON
  detail text not null,
  address text
);
create index audit_entry_by_time on audit_entry (at{and number});
create index audit_entry_by_who on audit_entry (who{and number});
create index audit_entry_by_subject on audit_entry (subject{and number});
create index audit_entry_by_action on audit_entry (action{and number}) where action <> 'event.submitted';
{audit guard}
