-- The set (a dump of a service) of which the event is a part: the next edition of the set shows
-- which links were removed.
alter table link_event add column
  set_name text;
create index link_event_of_set on link_event (set_name, sequence) where set_name is not null;

-- Loads of files that have not ended: how far each is stored.
create table file_load (
  -- A digest of the paths and of the options that determine what is read.
  key text primary key,
  -- The id of the process that continues it; another one may take it over.
  run text not null,
  -- JSON: further settings for reading the files.
  settings text not null,
  -- How many chunks of the files are stored, a digest of these, and how many links they contain.
  position bigint not null,
  digest text not null,
  links bigint not null,
  first_event bigint not null,
  last_event bigint not null
);
