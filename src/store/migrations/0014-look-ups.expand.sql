-- What registries answered when they were asked about identifiers that no link describes.
create table look_up (
  identifier_id bigint not null,
  -- The name of the registry: crossref.
  service text not null,
  asked_at bigint not null,
  -- 1 where it described the identifier, 0 where it does not know it.
  found smallint not null,
  primary key (identifier_id, service)
){by key};

-- The pass through all works, and which process continues it.
create table look_up_pass (
  only_row integer primary key check (only_row = 1),
  claimed_by text,
  claimed_until bigint,
  -- JSON; null before the first pass.
  state text
);
insert into look_up_pass (only_row, claimed_by, claimed_until, state) values (1, null, null, null);
