-- Every assertion of a link has its place in the event and the descriptions that the link gives, so
-- descriptions can be withdrawn with it. An identity of an Identifier array has the place -1. Events
-- that were applied before have assertions with the place -2; they get their places when they are
-- withdrawn or run again.
alter table link_event add column placed smallint;

create table placed_assertion (
  source_id bigint not null,
  relation smallint not null,
  target_id bigint not null,
  provenance_id bigint not null,
  event_sequence bigint not null,
  record_source_id bigint not null,
  place integer not null,
  source_description_id bigint,
  target_description_id bigint,
  primary key (source_id, relation, target_id, provenance_id, event_sequence, record_source_id, place)
){by key};
insert into placed_assertion
  select source_id, relation, target_id, provenance_id, event_sequence, record_source_id, -2, null, null from assertion;
drop table assertion;
alter table placed_assertion rename to assertion;
create index assertion_by_target on assertion (target_id, relation, source_id);
create index assertion_by_record_source on assertion (record_source_id) where record_source_id > 0;

create table placed_withdrawn_assertion (
  source_id bigint not null,
  relation smallint not null,
  target_id bigint not null,
  provenance_id bigint not null,
  event_sequence bigint not null,
  record_source_id bigint not null,
  place integer not null,
  source_description_id bigint,
  target_description_id bigint,
  primary key (source_id, relation, target_id, provenance_id, event_sequence, record_source_id, place)
){by key};
insert into placed_withdrawn_assertion
  select source_id, relation, target_id, provenance_id, event_sequence, record_source_id, -2, null, null
  from withdrawn_assertion;
drop table withdrawn_assertion;
alter table placed_withdrawn_assertion rename to withdrawn_assertion;
create index withdrawn_by_target on withdrawn_assertion (target_id, relation, source_id);
create index withdrawn_by_record_source on withdrawn_assertion (record_source_id) where record_source_id > 0;

-- What events assert about identifiers follows from the assertions that count.
drop table withdrawn_description;
