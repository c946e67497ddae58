-- Recent rows lie in four tables instead of one, each of which takes the rows of sixteen events that follow each other. So a transaction writes to the
-- pages of one or two instead of to all (src/storage/sql/recent-rows.ts). What was recent before is moved to its place.
drop trigger assertion_inserted;
drop trigger assertion_deleted;
insert into assertion_to select * from recent_assertion_to where true on conflict do nothing;
drop table recent_assertion_to;
insert into identifier_description select * from recent_identifier_description where true on conflict do nothing;
drop table recent_identifier_description;
delete from recent_row_move;

create table recent_assertion_to_0 (
  target_id integer not null,
  relation integer not null,
  source_id integer not null,
  provenance_id integer not null,
  event_sequence integer not null,
  primary key (target_id, relation, source_id, provenance_id, event_sequence)
) without rowid;
create trigger assertion_inserted_0 after insert on assertion when (new.event_sequence >> 4) & 3 = 0 begin
  insert into recent_assertion_to_0
    values (new.target_id, new.relation, new.source_id, new.provenance_id, new.event_sequence);
end;
create table recent_identifier_description_0 (
  identifier_id integer not null,
  event_sequence integer not null,
  description_id integer not null,
  primary key (identifier_id, event_sequence)
) without rowid;

create table recent_assertion_to_1 (
  target_id integer not null,
  relation integer not null,
  source_id integer not null,
  provenance_id integer not null,
  event_sequence integer not null,
  primary key (target_id, relation, source_id, provenance_id, event_sequence)
) without rowid;
create trigger assertion_inserted_1 after insert on assertion when (new.event_sequence >> 4) & 3 = 1 begin
  insert into recent_assertion_to_1
    values (new.target_id, new.relation, new.source_id, new.provenance_id, new.event_sequence);
end;
create table recent_identifier_description_1 (
  identifier_id integer not null,
  event_sequence integer not null,
  description_id integer not null,
  primary key (identifier_id, event_sequence)
) without rowid;

create table recent_assertion_to_2 (
  target_id integer not null,
  relation integer not null,
  source_id integer not null,
  provenance_id integer not null,
  event_sequence integer not null,
  primary key (target_id, relation, source_id, provenance_id, event_sequence)
) without rowid;
create trigger assertion_inserted_2 after insert on assertion when (new.event_sequence >> 4) & 3 = 2 begin
  insert into recent_assertion_to_2
    values (new.target_id, new.relation, new.source_id, new.provenance_id, new.event_sequence);
end;
create table recent_identifier_description_2 (
  identifier_id integer not null,
  event_sequence integer not null,
  description_id integer not null,
  primary key (identifier_id, event_sequence)
) without rowid;

create table recent_assertion_to_3 (
  target_id integer not null,
  relation integer not null,
  source_id integer not null,
  provenance_id integer not null,
  event_sequence integer not null,
  primary key (target_id, relation, source_id, provenance_id, event_sequence)
) without rowid;
create trigger assertion_inserted_3 after insert on assertion when (new.event_sequence >> 4) & 3 = 3 begin
  insert into recent_assertion_to_3
    values (new.target_id, new.relation, new.source_id, new.provenance_id, new.event_sequence);
end;
create table recent_identifier_description_3 (
  identifier_id integer not null,
  event_sequence integer not null,
  description_id integer not null,
  primary key (identifier_id, event_sequence)
) without rowid;

create trigger assertion_deleted after delete on assertion begin
  delete from assertion_to where target_id = old.target_id and relation = old.relation
    and source_id = old.source_id and provenance_id = old.provenance_id and event_sequence = old.event_sequence;
  delete from recent_assertion_to_0 where target_id = old.target_id and relation = old.relation
    and source_id = old.source_id and provenance_id = old.provenance_id and event_sequence = old.event_sequence;
  delete from recent_assertion_to_1 where target_id = old.target_id and relation = old.relation
    and source_id = old.source_id and provenance_id = old.provenance_id and event_sequence = old.event_sequence;
  delete from recent_assertion_to_2 where target_id = old.target_id and relation = old.relation
    and source_id = old.source_id and provenance_id = old.provenance_id and event_sequence = old.event_sequence;
  delete from recent_assertion_to_3 where target_id = old.target_id and relation = old.relation
    and source_id = old.source_id and provenance_id = old.provenance_id and event_sequence = old.event_sequence;
end;
