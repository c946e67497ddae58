-- The load that an event belongs to: what one act brought, such as the events of a file. Here: the
-- number of its first event. Null: the event is a load by itself.
alter table link_event add column
  load_first bigint;
-- On the first event of a load: files or harvest (null: a submission), and what it brought.
alter table link_event add column
  load_kind text;
alter table link_event add column
  load_name text;
-- The events of a load, and how many there are in which state, without reading their rows.
create index link_event_of_load on link_event
  (load_first, sequence, state, action, links, refused, finished_at) where load_first is not null;
-- The loads, of all kinds or of a kind; src/store/load-list.ts repeats the first condition.
create index link_event_first on link_event (sequence) where load_first is null or load_first = sequence;
create index link_event_of_kind on link_event (load_kind, sequence) where load_kind is not null;
