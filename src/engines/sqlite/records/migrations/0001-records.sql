-- Level A: events, as submitted. The row is the job.
create table link_event (
  sequence integer primary key,
  event_id text not null unique,
  state text not null,
  noindex integer not null,
  -- 1 while what the event asserted must not be found: noindex was asked and no reindex has come since.
  unsearchable integer not null,
  user_id integer,
  links integer not null,
  created_at integer not null,
  started_at integer,
  finished_at integer,
  due_at integer,
  attempts integer not null default 0,
  worker text,
  lease_until integer,
  counts text,
  error text
);
create index link_event_by_state on link_event (state, sequence) where state <> 'Done';
-- For claims: the oldest first, however many wait.
create index link_event_waiting on link_event (sequence) where state in ('New', 'Processing');
create index link_event_unsearchable on link_event (sequence) where unsearchable = 1;

create table event_payload (
  sequence integer primary key,
  encoding text not null,
  body blob not null
);

-- Level B: what was said, by which event. A relationship is there as long as an assertion of it is.
create table identifier (
  id integer primary key,
  key text not null,
  scheme text not null,
  -- The form to answer, where it differs from the key.
  spelling text,
  -- Level C: the groups, each named after one of its identifiers. Both are null as long as the identifier is alone.
  identity_id integer,
  version_id integer,
  -- Level C: what stands for the Identity group; only on the identifier that the group is named after.
  description_id integer
);
create unique index identifier_by_key on identifier (key, scheme);
create index identifier_by_identity on identifier (identity_id) where identity_id is not null;
create index identifier_by_version on identifier (version_id) where version_id is not null;

create table provenance (
  id integer primary key,
  digest text not null unique,
  content text not null
);

create table assertion (
  source_id integer not null,
  relation integer not null,
  target_id integer not null,
  provenance_id integer not null,
  event_sequence integer not null,
  primary key (source_id, relation, target_id, provenance_id, event_sequence)
) without rowid;
create index assertion_by_target on assertion (target_id, relation, source_id);

create table description (
  id integer primary key,
  digest text not null unique,
  content text not null
);

create table identifier_description (
  identifier_id integer not null,
  event_sequence integer not null,
  description_id integer not null,
  primary key (identifier_id, event_sequence)
) without rowid;

-- Word for the index, committed with what it speaks of; kept = 1: applied, but a rebuild under way may need it again.
create table index_mark (
  -- Never a number twice: a late acknowledgement must not meet a newer mark.
  id integer primary key autoincrement,
  event_sequence integer not null,
  kept integer not null default 0,
  -- 1: a rebuild has made more searchable since, so the provenances that it tells may not be all.
  outdated integer not null default 0,
  body text not null
);
create index index_mark_waiting on index_mark (id) where kept = 0;
create index index_mark_by_event on index_mark (event_sequence, kept);

create table index_state (
  only_row integer primary key check (only_row = 1),
  current_generation integer not null,
  -- The highest number ever given out.
  last_generation integer not null,
  building_generation integer,
  building_lease_until integer
);
insert into index_state values (1, 1, 1, null, null);

-- What noindex events changed and the index has not heard of.
create table deferred_change (
  identifier_id integer not null,
  event_sequence integer not null,
  regrouped integer not null,
  primary key (identifier_id, event_sequence)
) without rowid;
