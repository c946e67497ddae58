-- What is asked of other services, how far that is, and who is at it.
create table harvest (
  number {growing id},
  name text not null unique,
  -- JSON: the service with its filters.
  task text not null,
  -- JSON: the run under way, and what came of the last one.
  state text not null,
  every_seconds bigint,
  -- When a worker is to run it; null: not at all.
  next_at bigint,
  claimed_by text,
  claimed_until bigint
);
