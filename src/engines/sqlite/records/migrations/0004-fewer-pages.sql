-- Lists the members of Version groups, with the Identity groups they lie in, without reading their rows, which lie all over the table.
drop index identifier_by_version;
create index identifier_by_version on identifier (version_id, identity_id) where version_id is not null;

-- What is said to a target and of an identifier belongs all over its table. It comes to a small table of the same columns first, and is moved in
-- the order of keys (src/storage/sql/recent-rows.ts): so a page of the large one is written once for many rows.
create table assertion_to (
  target_id integer not null,
  relation integer not null,
  source_id integer not null,
  provenance_id integer not null,
  event_sequence integer not null,
  primary key (target_id, relation, source_id, provenance_id, event_sequence)
) without rowid;
-- Ids are greater than 0; saying so makes SQLite read in the order of the index instead of sorting the whole.
insert into assertion_to
  select target_id, relation, source_id, provenance_id, event_sequence from assertion indexed by assertion_by_target
  where target_id > 0 order by target_id, relation, source_id, provenance_id, event_sequence;
drop index assertion_by_target;

create table recent_assertion_to (
  target_id integer not null,
  relation integer not null,
  source_id integer not null,
  provenance_id integer not null,
  event_sequence integer not null,
  primary key (target_id, relation, source_id, provenance_id, event_sequence)
) without rowid;
create trigger assertion_inserted after insert on assertion begin
  insert into recent_assertion_to
    values (new.target_id, new.relation, new.source_id, new.provenance_id, new.event_sequence);
end;
create trigger assertion_deleted after delete on assertion begin
  delete from recent_assertion_to where target_id = old.target_id and relation = old.relation
    and source_id = old.source_id and provenance_id = old.provenance_id and event_sequence = old.event_sequence;
  delete from assertion_to where target_id = old.target_id and relation = old.relation
    and source_id = old.source_id and provenance_id = old.provenance_id and event_sequence = old.event_sequence;
end;
create trigger assertion_updated before update on assertion begin
  select raise(abort, 'an assertion is inserted and deleted, never updated');
end;

create table recent_identifier_description (
  identifier_id integer not null,
  event_sequence integer not null,
  description_id integer not null,
  primary key (identifier_id, event_sequence)
) without rowid;

-- Up to which key (a JSON list) rows were moved last: all processes go on from there.
create table recent_row_move (
  moved_table text primary key,
  last_key text not null
) without rowid;
