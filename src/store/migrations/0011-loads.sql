-- Of an event that is part of a set (a dump of a service), that set: its next edition says what of
-- it holds no more.
alter table link_event add column
  set_name text;
create index link_event_of_set on link_event (set_name, sequence) where set_name is not null;

-- Loads of files that were begun and have not ended: how far each is stored.
create table file_load (
  -- A digest of the paths and of the options that decide what is read.
  key text primary key,
  -- Names the process that goes on with it; another one may take it over.
  run text not null,
  -- JSON: by what the files are read, besides what the key stands for.
  settings text not null,
  -- How many chunks of the files are stored, a digest of these, and how many links they hold.
  position bigint not null,
  digest text not null,
  links bigint not null,
  first_event bigint not null,
  last_event bigint not null
);
