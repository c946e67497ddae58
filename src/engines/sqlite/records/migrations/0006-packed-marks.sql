-- What a mark tells is packed. Before it stands how many relationships and identifiers it names, so that reading that does not read what it tells.
create table packed_mark (
  -- Never a number twice: a late acknowledgement must not meet a newer mark.
  id integer primary key autoincrement,
  event_sequence integer not null,
  kept integer not null default 0,
  outdated integer not null default 0,
  parts integer not null default 0,
  body blob not null
);
insert into packed_mark
  select id, event_sequence, kept, outdated,
    json_array_length(body, '$[0]') / 4 + json_array_length(body, '$[1]') + json_array_length(body, '$[2]'), cast(body as blob)
  from index_mark;
delete from sqlite_sequence where name = 'packed_mark';
insert into sqlite_sequence select 'packed_mark', seq from sqlite_sequence where name = 'index_mark';
drop table index_mark;
alter table packed_mark rename to index_mark;
create index index_mark_waiting on index_mark (id) where kept = 0;
create index index_mark_by_event on index_mark (event_sequence, kept);
